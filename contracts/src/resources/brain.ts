import { type Static, Type } from 'typebox';
import {
  AlwaysText,
  Body,
  Client,
  Id,
  MaybeText,
  OptionalText,
  OrganizationId,
  OwnClient,
  READ_ONLY,
  RequiredText,
  Resource,
  TEXT_LIMITS,
  Text,
  TIMESTAMPS,
  UpdateBody,
} from './common.ts';

export const Brain = Resource('Brain', {
  id: Id('Identifier of the brain.', 'brn_01k3m6v2q8e4tb9p0x7yz5wnhd'),
  organizationId: OrganizationId,
  instructions: Text('How the character thinks and behaves.'),
  greetingMessage: AlwaysText('First sentence of the character.'),
  model: MaybeText('Stored name of a model. It has no effect.'),
  ...TIMESTAMPS,
  client: OwnClient,
});
export type Brain = Static<typeof Brain>;

const instructions = RequiredText(
  TEXT_LIMITS.instructions,
  'How the character thinks and behaves. May contain variables such as `{{name}}`, which are replaced when a conversation starts.',
);
const optional = {
  greetingMessage: OptionalText(
    TEXT_LIMITS.greeting,
    'First sentence of the character. May contain variables such as `{{name}}`. Without one, the model greets in its own words.',
  ),
  model: OptionalText(
    TEXT_LIMITS.name,
    'Name of a model. It is stored but has no effect: the `model` of the agent decides which model answers.',
  ),
  client: Client,
};
export const CreateBrain = Body({ instructions, ...optional });
export type CreateBrain = Static<typeof CreateBrain>;
export const UpdateBrain = UpdateBody({ instructions: Type.Optional(instructions), ...optional }, READ_ONLY);
export type UpdateBrain = Static<typeof UpdateBrain>;
