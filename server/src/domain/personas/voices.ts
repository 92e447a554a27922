import { type CreateVoice, DEFAULT_VOICE, type VoiceName } from '@visavis/contracts';
import type { Clock } from '../clock.ts';
import { type Owned, type OwnedStore, ownedResources } from '../owned.ts';

export interface Voice extends Owned {
  identity: VoiceName;
  instructions: string | null;
}

export type Voices = ReturnType<typeof createVoices>;

export function createVoices(store: OwnedStore<Voice>, clock: Clock) {
  const voices = ownedResources('voice', 'voc', store, clock);
  return {
    ...voices,
    /** Returns the voice for characters that name none. */
    findDefault: (organizationId: string) => store.findOldest(organizationId),
    create: (organizationId: string, fields: CreateVoice) =>
      voices.add(organizationId, {
        identity: fields.identity ?? DEFAULT_VOICE,
        instructions: fields.instructions ?? null,
        client: fields.client ?? null,
      }),
    update: (organizationId: string, id: string, { identity, instructions, client }: CreateVoice) =>
      voices.change(organizationId, id, {
        identity: identity === null ? DEFAULT_VOICE : identity,
        instructions,
        client,
      }),
  };
}
