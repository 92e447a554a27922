import { type Static, Type } from 'typebox';
import { PROVIDERS } from './agent.ts';
import { Brain } from './brain.ts';
import {
  Body,
  Client,
  Flag,
  Id,
  MaybeText,
  OptionalBoolean,
  OptionalId,
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
import { Face } from './face.ts';
import { KnowledgeBase } from './knowledge-base.ts';
import { OptionalToolReferences, ToolReferences } from './tool.ts';
import { Voice } from './voice.ts';

export const Character = Resource(
  'Character',
  {
    id: Id('Identifier of the character.', 'char_01k3m6v2q8e4tb9p0x7yz5wnhd'),
    organizationId: OrganizationId,
    name: Text('Display name, also in the room.'),
    description: MaybeText('Description of the character.'),
    livekitIdentity: Text('Identity with which the avatar joins the room.'),
    provider: Type.Enum(PROVIDERS, { description: 'Provider whose model answers.' }),
    faceId: Text('Id of the face.'),
    face: Face,
    voiceId: MaybeText('Id of the voice.'),
    voice: Type.Optional(Voice),
    brainId: MaybeText('Id of the brain.'),
    brain: Type.Optional(Brain),
    knowledgeBaseId: MaybeText('Id of the knowledge base.'),
    knowledgeBase: Type.Optional(KnowledgeBase),
    elevenlabsAgentId: MaybeText('Id of the agent at ElevenLabs.'),
    search: Flag('Whether the character can search the web.'),
    memory: Flag('Whether the character remembers earlier conversations with the same consumer.'),
    tools: ToolReferences,
    ...TIMESTAMPS,
    client: OwnClient,
  },
  'An avatar composed of a face, a voice and a brain, or of a face and an agent at ElevenLabs, optionally with a knowledge base.',
);
export type Character = Static<typeof Character>;

const name = RequiredText(TEXT_LIMITS.name, 'Display name, also in the room.');
const optional = {
  description: OptionalText(TEXT_LIMITS.description, 'Description of the character.'),
  livekitIdentity: OptionalText(
    TEXT_LIMITS.identity,
    'Identity with which the avatar joins the room. Default: the id of the character.',
  ),
  faceId: OptionalId('Id of a face. Default: the first built-in face.'),
  voiceId: OptionalId(
    'Id of a voice. Not allowed with `elevenlabsAgentId`. Default: the oldest voice of the organization that has no client.',
  ),
  brainId: OptionalId(
    'Id of a brain. Default, unless `elevenlabsAgentId` is set: the oldest brain of the organization that has no client.',
  ),
  knowledgeBaseId: OptionalId('Id of a knowledge base that the character can search.'),
  elevenlabsAgentId: OptionalId(
    'Id of an agent at ElevenLabs, which then answers: the `provider` of the character becomes `elevenlabs`.',
    TEXT_LIMITS.name,
  ),
  search: OptionalBoolean('Whether the character can search the web. Default: `false`.'),
  memory: OptionalBoolean(
    'Whether the character remembers earlier conversations with the same consumer. Default: `false`.',
  ),
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
