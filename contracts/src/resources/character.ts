import { type Static, Type } from 'typebox';
import { PROVIDERS } from './agent.ts';
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
import { OptionalToolReferences, ToolReferences } from './tool.ts';

export const Character = Resource(
  'Character',
  {
    id: Id('Identifier of the character.', 'char_01k3m6v2q8e4tb9p0x7yz5wnhd'),
    organizationId: Type.String(),
    name: Type.String(),
    description: Type.Optional(Type.String()),
    provider: Type.Enum(PROVIDERS),
    faceId: Type.String(),
    voiceId: Type.Optional(Type.String()),
    brainId: Type.Optional(Type.String()),
    knowledgeBaseId: Type.Optional(Type.String()),
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

const name = RequiredText(TEXT_LIMITS.name, 'A name for people; the avatar bears it in the room.');
const faceId = RequiredText(100, 'Id of a face.');
const optional = {
  description: OptionalText(TEXT_LIMITS.description, 'Who it is.'),
  voiceId: OptionalId('Id of a voice; the default voice where none is given. Not with `elevenlabsAgentId`.'),
  brainId: OptionalId('Id of a brain; required unless `elevenlabsAgentId` is given.'),
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
export const CreateCharacter = Body({ name, faceId, ...optional });
export type CreateCharacter = Static<typeof CreateCharacter>;
export const UpdateCharacter = UpdateBody(
  { name: Type.Optional(name), faceId: Type.Optional(faceId), ...optional },
  [...READ_ONLY, 'provider'],
);
export type UpdateCharacter = Static<typeof UpdateCharacter>;
