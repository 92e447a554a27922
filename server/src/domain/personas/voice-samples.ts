import type {
  AgentVoice,
  EngineName,
  Provider,
  VoiceSample,
  VoiceSampleQuery,
  VoiceSpeakers,
} from '@visavis/contracts';
import type { Clock } from '../clock.ts';
import { chooseFallbackEngine } from '../conversations/default-provider.ts';
import type { EngineChoice } from '../conversations/live-ports.ts';
import { unprocessable } from '../errors.ts';
import type { ServerSpeech, SpokenSample } from '../model-servers/server-voices.ts';
import type { ProviderKeys } from '../provider-keys/provider-keys.ts';
import { requireOffered } from './provider-offer.ts';
import { type SampleText, sampleCache, sampleText } from './sample-text.ts';

/** The voices outside conversations: the local speech synthesis, and speech servers. */
export interface VoiceSampler extends ServerSpeech {
  /** Speaks one sentence as a WAVE file; `notice` explains why a voice other than the best one was used. */
  say(text: string, voice: string): Promise<SpokenSample>;
  /** Speaks it by the operator's speech server; absent if none is configured. Rejects with a `DomainError`. */
  sayByOperator?:
    | ((text: string, style: { voice: string; language: string }) => Promise<SpokenSample>)
    | undefined;
}

export function createVoiceSamples(needs: {
  providerKeys: Pick<ProviderKeys, 'enginesOf'>;
  sampler: VoiceSampler;
  clock: Clock;
}) {
  const { providerKeys, sampler } = needs;
  const cache = sampleCache<Pick<VoiceSample, 'text' | 'audio'> & Pick<SpokenSample, 'notice'>>(needs.clock);

  async function speak(isByServer: boolean, voice: AgentVoice, sentence: SampleText) {
    const { text, language } = sentence;
    const { wav, notice } = isByServer
      ? await sampler.sayByOperator!(text, { voice, language })
      : await sampler.say(text, voice);
    return { text, audio: Buffer.from(wav).toString('base64'), notice };
  }

  return {
    /** Returns whose voice would speak now with each provider. */
    async speakers(organizationId: string): Promise<VoiceSpeakers> {
      const { engines } = await providerKeys.enginesOf(organizationId);
      return {
        providers: engines.offers.map(({ provider }) => {
          const engine = engineOf(engines, provider);
          return { provider, ...(engine && { engine }) };
        }),
        pipelineVoice: sampler.sayByOperator ? 'speech_server' : 'service',
      };
    },
    /**
     * Returns a sentence in the voice that a conversation of the organization would currently have.
     * @throws DomainError `unprocessable` if the provider has no such voice, or would speak itself, or if the
     * operator's speech server fails
     */
    async get(organizationId: string, query: VoiceSampleQuery): Promise<VoiceSample> {
      const { provider, voice, language, ownModel } = query;
      const { engines } = await providerKeys.enginesOf(organizationId);
      requireOffered(engines, 'voice', provider, voice, 'voice');
      const engine = ownModel ? 'pipeline' : engineOf(engines, provider);
      if (engine === undefined)
        throw unprocessable(
          'provider',
          `The provider ${provider} is not configured: ${engines.missingSetting(provider)} is not set.`,
        );
      if (engine !== 'builtin' && engine !== 'pipeline')
        throw unprocessable(
          'provider',
          `${engines.traitsOf(engine).title} speaks with its own voice, which can be heard only in a conversation; samples exist only for the voices of this service and of speech servers.`,
        );
      const isByServer = engine === 'pipeline' && sampler.sayByOperator !== undefined;
      // The voices of this machine are all English.
      const sentence = sampleText(isByServer ? language : 'en');
      const key = `${provider} ${voice} ${isByServer} ${sentence.language}`;
      const sample = (await cache.read(key, () => speak(isByServer, voice, sentence)))!;
      const speaker = isByServer ? 'the speech server of this service' : 'the offline voice of this service';
      const explanation =
        ownModel || engines.engineFor(provider)
          ? `${engines.traitsOf(engine).title} answers, so ${speaker} speaks.`
          : `${engines.missingSetting(provider)} is not set, so ${speaker} speaks in place of ${provider}.`;
      const notice = sample.notice ? `${explanation} ${sample.notice}` : explanation;
      return { provider, voice, mimeType: 'audio/wav', ...sample, notice };
    },
  };
}

/** Returns the engine that would answer now; `undefined` if none would. */
const engineOf = (engines: EngineChoice, provider: Provider): EngineName | undefined =>
  engines.engineFor(provider) ?? chooseFallbackEngine(engines);
