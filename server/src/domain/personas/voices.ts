import { type CreateVoice, DEFAULT_VOICE, type VoiceName } from '@visavis/contracts';
import type { Clock } from '../clock.ts';
import { type Owned, type OwnedResources, type OwnedStore, ownedResources } from '../owned.ts';

export interface Voice extends Owned {
  identity: VoiceName;
  instructions: string | null;
}

export interface Voices extends OwnedResources<Voice> {
  create: (organizationId: string, fields: CreateVoice) => Promise<Voice>;
  update: (organizationId: string, id: string, fields: CreateVoice) => Promise<Voice>;
  /** For a character that names none. */
  findDefault(organizationId: string): Promise<Voice | undefined>;
}

export function createVoices(store: OwnedStore<Voice>, clock: Clock): Voices {
  const voices = ownedResources('voice', 'voc', store, clock);
  return {
    ...voices,
    findDefault: (organizationId) => store.findOldest(organizationId),
    create: (organizationId, fields) =>
      voices.add(organizationId, {
        identity: fields.identity ?? DEFAULT_VOICE,
        instructions: fields.instructions ?? null,
        client: fields.client ?? null,
      }),
    update: (organizationId, id, { identity, instructions, client }) =>
      voices.change(organizationId, id, {
        identity: identity === null ? DEFAULT_VOICE : identity,
        instructions,
        client,
      }),
  };
}
