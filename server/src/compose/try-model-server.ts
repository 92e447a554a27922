import {
  DEFAULT_VOICE,
  type ModelServerTrial,
  type ModelServerUse,
  type ServerPlan,
} from '@visavis/contracts';
import { toFloats } from '../audio/pcm.ts';
import { resample } from '../audio/resampler.ts';
import { MODEL_RATE } from '../audio/sample-rates.ts';
import type { TryModelServer } from '../domain/model-servers/model-servers.ts';
import { type Clock, systemClock } from '../lib/clock.ts';
import { ChatClient } from '../providers/llm/chat-client.ts';
import { embedTexts } from '../providers/llm/embedding-client.ts';
import type { Patience } from '../providers/patience.ts';
import { createTranscriber } from '../providers/stt/openai/transcriber.ts';
import { createOwnSpeech } from '../providers/tts/speech-apis.ts';
import { SpeechService } from '../providers/tts/speech-service.ts';
import type { OccasionalVoice } from '../voices/local/occasional-voice.ts';
import { attempt } from './attempt.ts';

const WORDS = 'The museum opens at nine.';
const MAX_SAID = 200;

/** Creates trial requests like those of a conversation. `voice` speaks what is to be transcribed. */
export function composeModelServerTrial(
  patience: Readonly<Record<ModelServerUse, Patience>>,
  voice: Pick<OccasionalVoice, 'say'>,
  clock: Clock = systemClock,
): TryModelServer {
  const trials: Record<ModelServerUse, (server: ServerPlan, signal: AbortSignal) => Promise<TrialResult>> = {
    async llm(server, signal) {
      const chat = new ChatClient(server, patience.llm, clock, () => undefined);
      const startedMs = clock.now();
      let firstMs: number | undefined;
      let said = '';
      const question = [
        { role: 'system', content: 'You answer in one short sentence.' },
        { role: 'user', content: 'Say hello.' },
      ] as const;
      for await (const event of chat.stream(question, [], signal)) {
        firstMs ??= clock.now() - startedMs;
        if (event.type === 'text') said += event.text;
        if (said.length >= MAX_SAID) break;
      }
      return { firstMs, said };
    },
    async tts(server, signal) {
      const service = new SpeechService(createOwnSpeech(server, clock, patience.tts), clock);
      const startedMs = clock.now();
      let said = '';
      const onNotice = (notice: string) => {
        said = notice;
      };
      const request = {
        text: WORDS,
        voice: DEFAULT_VOICE,
        onNotice,
        instructions: undefined,
        language: 'en',
      };
      for await (const _ of service.speak(request, signal)) return { firstMs: clock.now() - startedMs, said };
      return { firstMs: undefined, said };
    },
    async stt(server, signal) {
      const { pcm, sampleRate } = await voice.say(WORDS, DEFAULT_VOICE);
      const samples = toFloats(resample(pcm, sampleRate, MODEL_RATE));
      const startedMs = clock.now();
      const { text } = await createTranscriber(server, patience.stt, clock).transcribe(samples, { signal });
      return { firstMs: clock.now() - startedMs, said: text };
    },
    async embeddings(server, signal) {
      const startedMs = clock.now();
      const [vector] = await embedTexts(server, [WORDS], { signal, patience: patience.embeddings, clock });
      return { firstMs: clock.now() - startedMs, said: '', dimensions: vector!.length };
    },
  };
  return async (use, server): Promise<ModelServerTrial> => {
    const { result, problem } = await attempt((signal) => trials[use](server, signal), clock);
    if (!result) return { ok: false, problem };
    const { firstMs, said, dimensions } = result;
    if (firstMs === undefined) return { ok: false, problem: 'Its response contained no text and no audio.' };
    return {
      ok: true,
      firstMs: Math.round(firstMs),
      ...(said && { said: said.trim().slice(0, MAX_SAID) }),
      ...(dimensions !== undefined && { dimensions }),
    };
  };
}

interface TrialResult {
  firstMs: number | undefined;
  said: string;
  dimensions?: number;
}
