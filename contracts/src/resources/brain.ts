import { type Static, Type } from 'typebox';
import {
  AlwaysText,
  Body,
  Client,
  DateTime,
  Id,
  OptionalText,
  READ_ONLY,
  RequiredText,
  Resource,
  TEXT_LIMITS,
  UpdateBody,
} from './common.ts';

export const Brain = Resource('Brain', {
  id: Id('Identifier of the brain.', 'brn_01k3m6v2q8e4tb9p0x7yz5wnhd'),
  organizationId: Type.String(),
  instructions: Type.String(),
  greetingMessage: AlwaysText('What it says first.'),
  model: Type.Optional(Type.String()),
  createdAt: DateTime('When it was created.'),
  updatedAt: DateTime('When it last changed.'),
  client: Type.Optional(Type.String()),
});
export type Brain = Static<typeof Brain>;

const instructions = RequiredText(
  TEXT_LIMITS.instructions,
  'How the character thinks and behaves. A template: `{{name}}` is replaced when a conversation starts.',
);
const optional = {
  greetingMessage: OptionalText(TEXT_LIMITS.greeting, 'What it says first. A template as well.'),
  model: OptionalText(
    TEXT_LIMITS.name,
    'A model’s name, kept as it is given; the agent’s `model` decides what answers.',
  ),
  client: Client,
};
export const CreateBrain = Body({ instructions, ...optional });
export type CreateBrain = Static<typeof CreateBrain>;
export const UpdateBrain = UpdateBody({ instructions: Type.Optional(instructions), ...optional }, READ_ONLY);
export type UpdateBrain = Static<typeof UpdateBrain>;
