import type { AgentVoice, Provider, VoiceSample } from '@visavis/contracts';
import { BriefCache } from '../../lib/brief-cache.ts';
import type { Clock } from '../clock.ts';
import { unprocessable } from '../errors.ts';
import type { ProviderKeys } from '../provider-keys/provider-keys.ts';
import { requireOffered } from './provider-offer.ts';

/** The voice of this machine. */
export interface VoiceSampler {
  /** One sentence, as a WAVE file; `notice` says why another voice than the best one speaks. */
  say(text: string, voice: string): Promise<{ wav: Uint8Array; notice?: string | undefined }>;
}

export const SAMPLE_TEXT = 'Good to see you. This is how I sound when I answer a question.';
/** A better voice may be installed meanwhile. */
const KEEP_MS = 600_000;
/** More than there are voices; one takes some 200 kB. */
const MOST = 64;

export function createVoiceSamples(needs: {
  providerKeys: Pick<ProviderKeys, 'enginesOf'>;
  sampler: VoiceSampler;
  clock: Clock;
}) {
  const { providerKeys, sampler, clock } = needs;
  const made = new BriefCache<Pick<VoiceSample, 'audio' | 'notice'>>({
    keepMs: KEEP_MS,
    most: MOST,
    now: () => clock().getTime(),
  });

  return {
    /**
     * A sentence in the voice that a conversation of the organization would have now.
     * @throws DomainError `unprocessable` where the provider has no such voice, and where its own voice would speak: we do
     * not spend an operator's money with a vendor for a sample
     */
    async get(organizationId: string, provider: Provider, voice: AgentVoice): Promise<VoiceSample> {
      const { engines } = await providerKeys.enginesOf(organizationId);
      requireOffered(engines, 'voice', provider, voice, 'voice');
      const engine = engines.engineFor(provider);
      if (engine !== undefined) {
        throw unprocessable(
          'provider',
          `${engines.traitsOf(engine).title} speaks with a voice of its own, which is heard in a conversation; samples are made of the voices of this service only.`,
        );
      }
      const missing = `${engines.missingSetting(provider)} is not set`;
      if (!engines.builtinMayReplace) {
        throw unprocessable('provider', `The provider ${provider} is not configured: ${missing}.`);
      }
      const sample = await made.read(`${provider} ${voice}`, async () => {
        const { wav, notice } = await sampler.say(SAMPLE_TEXT, voice);
        const why = `${missing}, so the offline voice of this service speaks in place of ${provider}.`;
        return { audio: Buffer.from(wav).toString('base64'), notice: notice ? `${why} ${notice}` : why };
      });
      return { provider, voice, text: SAMPLE_TEXT, mimeType: 'audio/wav', ...sample! };
    },
  };
}
