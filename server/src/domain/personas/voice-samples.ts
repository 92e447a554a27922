import type { AgentVoice, Provider, VoiceSample } from '@visavis/contracts';
import { BriefCache } from '../../lib/brief-cache.ts';
import type { Clock } from '../clock.ts';
import { unprocessable } from '../errors.ts';
import type { ProviderKeys } from '../provider-keys/provider-keys.ts';
import { requireOffered } from './provider-offer.ts';

/** The local speech synthesis. */
export interface VoiceSampler {
  /** Speaks one sentence as a WAVE file; `notice` explains why a voice other than the best one was used. */
  say(text: string, voice: string): Promise<{ wav: Uint8Array; notice?: string | undefined }>;
}

const SAMPLE_TEXT = 'Good to see you. This is how I sound when I answer a question.';
/** Limited, because a better voice may be installed meanwhile. */
const KEEP_MS = 600_000;
/** More than there are voices; a sample takes some 200 kB. */
const MAX_SAMPLES = 64;

export function createVoiceSamples(needs: {
  providerKeys: Pick<ProviderKeys, 'enginesOf'>;
  sampler: VoiceSampler;
  clock: Clock;
}) {
  const { providerKeys, sampler, clock } = needs;
  const made = new BriefCache<Pick<VoiceSample, 'audio' | 'notice'>>({
    keepMs: KEEP_MS,
    maxValues: MAX_SAMPLES,
    now: () => clock().getTime(),
  });

  return {
    /**
     * Returns a sentence in the voice that a conversation of the organization would currently have.
     * @throws DomainError `unprocessable` if the provider has no such voice, or would speak itself: samples must not
     * cost the operator money with a vendor
     */
    async get(organizationId: string, provider: Provider, voice: AgentVoice): Promise<VoiceSample> {
      const { engines } = await providerKeys.enginesOf(organizationId);
      requireOffered(engines, 'voice', provider, voice, 'voice');
      const engine = engines.engineFor(provider);
      if (engine !== undefined) {
        throw unprocessable(
          'provider',
          `${engines.traitsOf(engine).title} speaks with its own voice, which can be heard only in a conversation; samples exist only for the voices of this service.`,
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
