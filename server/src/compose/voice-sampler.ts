import { AGENT_VOICES, DEFAULT_VOICE, type ServerPlan } from '@visavis/contracts';
import { concatPcm, durationMs } from '../audio/pcm.ts';
import { encodeWav } from '../audio/wav.ts';
import type { Config } from '../config.ts';
import { noCapacity, unprocessable } from '../domain/errors.ts';
import type { SpokenSample } from '../domain/model-servers/server-voices.ts';
import type { VoiceSampler } from '../domain/personas/voice-samples.ts';
import { systemClock as clock } from '../lib/clock.ts';
import { messageOf } from '../lib/message-of.ts';
import { ProviderError, type ProviderName } from '../providers/provider-error.ts';
import { createOwnSpeech, speechApiOf } from '../providers/tts/speech-apis.ts';
import { SpeechService } from '../providers/tts/speech-service.ts';
import type { OccasionalVoice } from '../voices/local/occasional-voice.ts';
import { attempt } from './attempt.ts';
import { type SpeechSettings, speechServices } from './speech-services.ts';

/** The rest of a sample that is longer is cut off: the sentence takes about five seconds. */
const MAX_SAMPLE_MS = 15_000;
const KINDS = { f: 'woman', m: 'man' } as const;

/** Creates the voices outside conversations: those of this machine, of the settings, and of organizations' servers. */
export function composeVoiceSampler(
  config: SpeechSettings,
  voice: Pick<OccasionalVoice, 'say'>,
  patience: Config['patience']['tts'] = config.patience.tts,
): VoiceSampler {
  const { pipeline, speechVendors } = config;
  const hasSpeech = pipeline.tts !== undefined || Object.values(speechVendors.tts).some(Boolean);
  return {
    async say(text, name) {
      const { pcm, sampleRate, notice } = await voice.say(text, name);
      return { wav: encodeWav(pcm, sampleRate), notice };
    },
    async sayByServer(server, text, style) {
      const { voice: wanted, language } = style;
      const endpoint = wanted === undefined ? server : withVoice(server, wanted);
      const service = new SpeechService(createOwnSpeech(endpoint, clock, patience), clock);
      const request = { text, voice: wanted ?? DEFAULT_VOICE, language };
      const { result, problem } = await attempt((signal) => speakWhole(service, request, signal), clock);
      if (!result) throw unprocessable('id', problem);
      return result;
    },
    async listVoices(server) {
      const { provider, voices } = createOwnSpeech(withVoice(server), clock, patience);
      const { result, problem } = await attempt(() => voices.list().catch(noList(provider, voices)), clock);
      if (problem !== undefined) throw unprocessable('id', problem);
      const ownFirst = (result ?? []).toSorted((a, b) => Number(b.own ?? false) - Number(a.own ?? false));
      return ownFirst.map(({ id, name, sex, language, own }) => ({
        name: id,
        ...(name !== id && { label: name }),
        ...(own && { own }),
        ...(language && { language }),
        ...(sex && { kind: KINDS[sex] }),
      }));
    },
    ...(hasSpeech && {
      // Opened for each sample, because they are rare.
      async sayByOperator(text: string, style: { voice: string; language: string }) {
        const services = speechServices(config);
        try {
          const { result, problem } = await attempt(
            (signal) => speakByFirst(services, { text, ...style }, signal),
            clock,
          );
          if (!result) throw noCapacity(`The speech server of this service did not speak: ${problem}`, 10);
          return result;
        } finally {
          await Promise.all(services.map((each) => each.close()));
        }
      },
    }),
  };
}

/** Returns the server without its own voice, or with the id of one at its vendor: a list may lack it. */
function withVoice(server: ServerPlan, wanted?: string): ServerPlan {
  const endpoint = { ...server };
  delete endpoint.voice;
  const isId =
    !speechApiOf(server).byName && wanted !== undefined && !AGENT_VOICES.some((name) => name === wanted);
  return isId ? { ...endpoint, voice: wanted } : endpoint;
}

/** Many servers with names of voices have no list, which they answer with 404. */
const noList =
  (provider: ProviderName, { byName }: { byName: boolean }) =>
  (error: unknown) => {
    if (!(error instanceof ProviderError)) throw new ProviderError(provider, 'timeout', messageOf(error));
    if (error.kind !== 'rejected' || !byName) throw error;
    return undefined;
  };

type SampleRequest = { text: string; voice: string; language: string };

async function speakByFirst(
  services: readonly SpeechService[],
  request: SampleRequest,
  signal: AbortSignal,
): Promise<SpokenSample> {
  const [first, ...others] = services;
  try {
    return await speakWhole(first!, request, signal);
  } catch (error) {
    if (others.length === 0 || signal.aborted) throw error;
    return speakByFirst(others, request, signal);
  }
}

async function speakWhole(
  service: SpeechService,
  request: SampleRequest,
  signal: AbortSignal,
): Promise<SpokenSample> {
  let notice: string | undefined;
  const onNotice = (text: string) => {
    notice = text;
  };
  const pieces: Int16Array[] = [];
  let samples = 0;
  let rate = 0;
  for await (const { pcm, sampleRate } of service.speak(
    { ...request, instructions: undefined, onNotice },
    signal,
  )) {
    rate = sampleRate;
    samples += pcm.length;
    pieces.push(pcm);
    if (durationMs(samples, rate) >= MAX_SAMPLE_MS) break;
  }
  return { wav: encodeWav(concatPcm(pieces), rate), notice };
}
