import type { CreateCharacter, Provider, UpdateCharacter } from '@visavis/contracts';
import type { Clock } from '../clock.ts';
import type { EngineChoice } from '../conversations/live-ports.ts';
import { unprocessable } from '../errors.ts';
import type { KnowledgeBases } from '../knowledge-bases/knowledge-bases.ts';
import { type Owned, type OwnedStore, ownedResources } from '../owned.ts';
import { textOrNone } from '../references.ts';
import type { Tools } from '../tools/tools.ts';
import type { Brains } from './brains.ts';
import type { Faces } from './faces.ts';
import { requireHearable } from './provider-offer.ts';
import type { Voices } from './voices.ts';

export interface Character extends Owned {
  name: string;
  description: string | null;
  /** `null` means the character's id, see `characterIdentity`. */
  livekitIdentity: string | null;
  faceId: string;
  voiceId: string | null;
  brainId: string | null;
  knowledgeBaseId: string | null;
  elevenlabsAgentId: string | null;
  search: boolean;
  memory: boolean;
  toolIds: readonly string[];
}

/** Returns the provider of a character: Gemini, unless it has an agent at ElevenLabs. */
export const characterProvider = (character: { elevenlabsAgentId?: string | null }): Provider =>
  character.elevenlabsAgentId ? 'elevenlabs' : 'gemini';

/** Returns the identity of a character's avatar in a room of the service. */
export const characterIdentity = ({ id, livekitIdentity }: Pick<Character, 'id' | 'livekitIdentity'>) =>
  livekitIdentity ?? id;

export type Characters = ReturnType<typeof createCharacters>;

export function createCharacters(needs: {
  store: OwnedStore<Character>;
  faces: Faces;
  voices: Voices;
  brains: Brains;
  knowledgeBases: Pick<KnowledgeBases, 'resolveReference'>;
  tools: Pick<Tools, 'resolveReferences'>;
  engines: Pick<EngineChoice, 'offers' | 'furtherModels'>;
  clock: Clock;
}) {
  const { store, faces, voices, brains, knowledgeBases, tools, engines, clock } = needs;
  const characters = ownedResources('character', 'char', store, clock);

  type Pieces = Pick<Character, 'faceId' | 'voiceId' | 'brainId'>;

  /** Fills in defaults, except for an agent at ElevenLabs, which has its own voice and instructions. */
  async function withDefaults(
    organizationId: string,
    fields: { [K in keyof Pieces]?: string | null | undefined } & { elevenlabsAgentId?: string | null },
  ): Promise<Pieces> {
    const speaksElsewhere = Boolean(fields.elevenlabsAgentId);
    const voice = fields.voiceId || speaksElsewhere ? undefined : await voices.findDefault(organizationId);
    const brain = fields.brainId || speaksElsewhere ? undefined : await brains.findDefault(organizationId);
    const brainId = fields.brainId ?? brain?.id ?? null;
    if (!brainId && !speaksElsewhere) {
      throw unprocessable(
        'brainId',
        'A character needs a brain or an agent at ElevenLabs, and the organization has no default brain.',
      );
    }
    const faceId = fields.faceId ?? (await faces.obtain(organizationId, { client: null })).face.id;
    return { faceId, voiceId: fields.voiceId ?? voice?.id ?? null, brainId };
  }

  /** Validates the fields. Returns the ids of the tools, if the request has any. */
  async function check(organizationId: string, fields: UpdateCharacter): Promise<string[] | undefined> {
    if (fields.faceId) await faces.resolveReference(organizationId, fields.faceId, 'faceId');
    if (fields.voiceId) {
      const { identity } = await voices.resolveReference(organizationId, fields.voiceId, 'voiceId');
      requireHearable(engines, characterProvider(fields), identity, 'voiceId');
    }
    if (fields.brainId) await brains.resolveReference(organizationId, fields.brainId, 'brainId');
    if (fields.knowledgeBaseId)
      await knowledgeBases.resolveReference(organizationId, fields.knowledgeBaseId, 'knowledgeBaseId');
    return tools.resolveReferences(organizationId, fields.tools, 'tools');
  }

  return {
    ...characters,
    create: async (organizationId: string, fields: CreateCharacter) => {
      const toolIds = await check(organizationId, fields);
      return characters.add(organizationId, {
        name: fields.name,
        description: fields.description ?? null,
        livekitIdentity: textOrNone(fields.livekitIdentity),
        ...(await withDefaults(organizationId, fields)),
        knowledgeBaseId: fields.knowledgeBaseId ?? null,
        elevenlabsAgentId: fields.elevenlabsAgentId ?? null,
        search: fields.search ?? false,
        memory: fields.memory ?? false,
        toolIds: toolIds ?? [],
        client: fields.client ?? null,
      });
    },
    update: async (organizationId: string, id: string, fields: UpdateCharacter) => {
      const { name, description, livekitIdentity, knowledgeBaseId, search, memory, client } = fields;
      const before = await characters.get(organizationId, id);
      const elevenlabsAgentId =
        fields.elevenlabsAgentId === undefined ? before.elevenlabsAgentId : fields.elevenlabsAgentId;
      const pieces = {
        faceId: fields.faceId === undefined ? before.faceId : fields.faceId,
        voiceId: fields.voiceId === undefined ? before.voiceId : fields.voiceId,
        brainId: fields.brainId === undefined ? before.brainId : fields.brainId,
        elevenlabsAgentId,
      };
      const toolIds = await check(organizationId, { ...fields, ...pieces });
      const patch = {
        name,
        description,
        livekitIdentity: livekitIdentity === undefined ? undefined : textOrNone(livekitIdentity),
        ...(await withDefaults(organizationId, pieces)),
        knowledgeBaseId,
        elevenlabsAgentId,
        search: search === null ? false : search,
        memory: memory === null ? false : memory,
        toolIds,
        client,
      };
      return characters.change(organizationId, id, patch);
    },
  };
}
