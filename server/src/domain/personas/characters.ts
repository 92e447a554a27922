import type { CreateCharacter, Provider, UpdateCharacter } from '@visavis/contracts';
import type { Clock } from '../clock.ts';
import { unprocessable } from '../errors.ts';
import type { KnowledgeBases } from '../knowledge-bases/knowledge-bases.ts';
import { type Owned, type OwnedResources, type OwnedStore, ownedResources } from '../owned.ts';
import type { Tools } from '../tools/tools.ts';
import type { Brains } from './brains.ts';
import type { Faces } from './faces.ts';
import { requireHearable } from './provider-offer.ts';
import type { Voices } from './voices.ts';

export interface Character extends Owned {
  name: string;
  description: string | null;
  faceId: string;
  voiceId: string | null;
  brainId: string | null;
  knowledgeBaseId: string | null;
  elevenlabsAgentId: string | null;
  search: boolean;
  memory: boolean;
  toolIds: readonly string[];
}

export interface Characters extends OwnedResources<Character> {
  create(organizationId: string, fields: CreateCharacter): Promise<Character>;
  update(organizationId: string, id: string, fields: UpdateCharacter): Promise<Character>;
}

export interface CharactersNeeds {
  store: OwnedStore<Character>;
  faces: Faces;
  voices: Voices;
  brains: Brains;
  knowledgeBases: Pick<KnowledgeBases, 'refer'>;
  tools: Pick<Tools, 'referAll'>;
  clock: Clock;
}

/** Without an agent at ElevenLabs a character is spoken by Gemini. */
export const characterProvider = (character: { elevenlabsAgentId?: string | null }): Provider =>
  character.elevenlabsAgentId ? 'elevenlabs' : 'gemini';

export function createCharacters(needs: CharactersNeeds): Characters {
  const { store, faces, voices, brains, knowledgeBases, tools, clock } = needs;
  const characters = ownedResources('character', 'char', store, clock);

  /** Answers the ids of the tools, where the request says which. */
  async function check(organizationId: string, fields: UpdateCharacter): Promise<string[] | undefined> {
    if (fields.faceId) await faces.refer(organizationId, fields.faceId, 'faceId');
    if (fields.voiceId) {
      const { identity } = await voices.refer(organizationId, fields.voiceId, 'voiceId');
      requireHearable(characterProvider(fields), identity, 'voiceId');
    }
    if (fields.brainId) await brains.refer(organizationId, fields.brainId, 'brainId');
    if (fields.knowledgeBaseId)
      await knowledgeBases.refer(organizationId, fields.knowledgeBaseId, 'knowledgeBaseId');
    return tools.referAll(organizationId, fields.tools, 'tools');
  }

  function requireBrain(character: { brainId?: string | null; elevenlabsAgentId?: string | null }): void {
    if (!character.brainId && !character.elevenlabsAgentId) {
      throw unprocessable('brainId', 'A character needs a brain, or an agent at ElevenLabs.');
    }
  }

  return {
    ...characters,
    async create(organizationId, fields) {
      requireBrain(fields);
      const toolIds = await check(organizationId, fields);
      return characters.add(organizationId, {
        name: fields.name,
        description: fields.description ?? null,
        faceId: fields.faceId,
        voiceId: fields.voiceId ?? null,
        brainId: fields.brainId ?? null,
        knowledgeBaseId: fields.knowledgeBaseId ?? null,
        elevenlabsAgentId: fields.elevenlabsAgentId ?? null,
        search: fields.search ?? false,
        memory: fields.memory ?? false,
        toolIds: toolIds ?? [],
        client: fields.client ?? null,
      });
    },
    async update(organizationId, id, fields) {
      const { name, description, faceId, voiceId, brainId, knowledgeBaseId, elevenlabsAgentId } = fields;
      const { search, memory, client } = fields;
      const before = await characters.get(organizationId, id);
      const after = {
        ...fields,
        brainId: brainId === undefined ? before.brainId : brainId,
        voiceId: voiceId === undefined ? before.voiceId : voiceId,
        elevenlabsAgentId: elevenlabsAgentId === undefined ? before.elevenlabsAgentId : elevenlabsAgentId,
      };
      requireBrain(after);
      const toolIds = await check(organizationId, after);
      const patch = {
        name,
        description,
        faceId,
        voiceId,
        brainId,
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
