import { type Static, Type } from 'typebox';
import { PROVIDERS } from './agent.ts';
import { Brain } from './brain.ts';
import {
  Body,
  Client,
  DateTime,
  Id,
  OptionalBoolean,
  OptionalId,
  OptionalText,
  READ_ONLY,
  RequiredText,
  Resource,
  TEXT_LIMITS,
  UpdateBody,
} from './common.ts';
import { Face } from './face.ts';
import { KnowledgeBase } from './knowledge-base.ts';
import { OptionalToolReferences, ToolReferences } from './tool.ts';
import { Voice } from './voice.ts';

export const Character = Resource(
  'Character',
  {
    id: Id('Identifier of the character.', 'char_01k3m6v2q8e4tb9p0x7yz5wnhd'),
    organizationId: Type.String(),
    name: Type.String(),
    description: Type.Optional(Type.String()),
    livekitIdentity: Type.String({ description: 'The identity under which the avatar joins the room.' }),
    provider: Type.Enum(PROVIDERS),
    faceId: Type.String(),
    face: Face,
    voiceId: Type.Optional(Type.String()),
    voice: Type.Optional(Voice),
    brainId: Type.Optional(Type.String()),
    brain: Type.Optional(Brain),
    knowledgeBaseId: Type.Optional(Type.String()),
    knowledgeBase: Type.Optional(KnowledgeBase),
    elevenlabsAgentId: Type.Optional(Type.String()),
    search: Type.Boolean(),
    memory: Type.Boolean(),
    tools: ToolReferences,
    createdAt: DateTime('When it was created.'),
    updatedAt: DateTime('When it last changed.'),
    client: Type.Optional(Type.String()),
  },
  'A face, a voice and a brain, and a knowledge base where there is one.',
);
export type Character = Static<typeof Character>;

const name = RequiredText(TEXT_LIMITS.name, 'A display name; the avatar has it in the room.');
const optional = {
  description: OptionalText(TEXT_LIMITS.description, 'Who it is.'),
  livekitIdentity: OptionalText(
    TEXT_LIMITS.identity,
    'The identity under which the avatar joins the room; the id of the character where none is given.',
  ),
  faceId: OptionalId('Id of a face; the first built-in one where none is given.'),
  voiceId: OptionalId(
    'Id of a voice; where none is given, the oldest of the organization without a client. Not with `elevenlabsAgentId`.',
  ),
  brainId: OptionalId(
    'Id of a brain; where neither it nor `elevenlabsAgentId` is given, the oldest of the organization without a client.',
  ),
  knowledgeBaseId: OptionalId('Id of a knowledge base.'),
  elevenlabsAgentId: OptionalId(
    'An agent at ElevenLabs; it makes the provider `elevenlabs`.',
    TEXT_LIMITS.name,
  ),
  search: OptionalBoolean('May search the web.'),
  memory: OptionalBoolean('Remembers earlier conversations with the same consumer.'),
  tools: OptionalToolReferences,
  client: Client,
};
export const CreateCharacter = Body({ name, ...optional });
export type CreateCharacter = Static<typeof CreateCharacter>;
export const UpdateCharacter = UpdateBody({ name: Type.Optional(name), ...optional }, [
  ...READ_ONLY,
  'provider',
  'face',
  'voice',
  'brain',
  'knowledgeBase',
]);
export type UpdateCharacter = Static<typeof UpdateCharacter>;
