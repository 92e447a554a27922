import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ConversationPlan, EnginePlan } from '@visavis/contracts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { composeEngines } from './compose-engines.ts';
import { readConfig } from './config.ts';
import type { Engine, EngineEvent } from './engines/engine.ts';
import { encodeWav } from './lib/wav.ts';
import type { SpeechDetector, SpeechRecognizer } from './speech-recognition/recognizer.ts';
import type { Voice } from './voices/voice.ts';

const FRAME_MS = 32;

let server: Server;
/** What was asked of the servers of the operator, and of the models of this machine. */
let asked: string[];
let events: EngineEvent[];
let onFrame: (probability: number, endMs: number) => void;
let arrived: (what: string) => Promise<void>;
beforeEach(async () => {
  asked = [];
  events = [];
  const waiting = new Map<string, () => void>();
  const ask = asked.push.bind(asked);
  asked.push = (what) => {
    const length = ask(what);
    waiting.get(what)?.();
    return length;
  };
  arrived = (what) =>
    asked.includes(what) ? Promise.resolve() : new Promise((resolve) => waiting.set(what, resolve));
  server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      asked.push(`server ${request.url}`);
      if (request.url === '/v1/audio/speech') response.end(encodeWav(new Int16Array(240), 24_000));
      else response.setHeader('content-type', 'application/json').end('{"text":"Hello."}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

const recognizer = {
  transcribe: async () => {
    asked.push('local stt');
    return { text: 'Hello.', language: 'en', logProbability: -0.1 };
  },
  turnIsOver: async () => 1,
  warm: async () => undefined,
} as unknown as SpeechRecognizer;
const detector: SpeechDetector = {
  open: (tell) => {
    onFrame = tell;
    return { push: () => undefined, reset: () => undefined, close: () => undefined };
  },
  close: async () => undefined,
};
const voice: Voice = {
  speak: async (text) => {
    asked.push('local tts');
    return { text, pcm: new Int16Array(160), sampleRate: 16_000, phones: [] };
  },
  close: async () => undefined,
};

async function pipeline(more: Record<string, string>): Promise<Engine> {
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const settings = {
    LLM_BASE_URL: base,
    LLM_MODEL: 'any',
    STT_BASE_URL: base,
    STT_MODEL: 'whisper',
    TTS_BASE_URL: base,
    TTS_MODEL: 'kokoro',
    TTS_FORMAT: 'wav',
    ...more,
  };
  const engines = await composeEngines(readConfig(settings), voice, () => ({ recognizer, detector }));
  const plan = { instructions: 'Be brief.', greeting: 'Welcome.' } as EnginePlan;
  return engines({} as ConversationPlan, 1).pipeline!({ plan, emit: (event) => events.push(event) });
}

/** A second of a loud voice, and a pause after it. */
function speakTo(engine: Engine): void {
  for (let ms = FRAME_MS; ms <= 2500; ms += FRAME_MS) {
    const isSpeech = ms > 300 && ms < 1300;
    const voiced = (_: unknown, n: number) => (isSpeech ? 9000 * Math.sin(n / 9) * Math.sin(n / 400) : 0);
    engine.pushAudio(Int16Array.from({ length: 24 * FRAME_MS }, voiced));
    onFrame?.(isSpeech ? 0.95 : 0.02, ms);
  }
}

describe('the pipeline', () => {
  it('speaks by the server of the operator, and by the voice of this machine where that is wanted', async () => {
    const remote = await pipeline({});
    remote.greet();
    await arrived('server /v1/audio/speech');
    await remote.close();
    expect(asked).not.toContain('local tts');
    asked.length = 0;
    const local = await pipeline({ VISAVIS_TTS: 'local' });
    local.greet();
    await arrived('local tts');
    await local.close();
    expect([...asked]).toEqual(['local tts']);
  });

  it('hears by the server of the operator, and by the models of this machine where that is wanted', async () => {
    const remote = await pipeline({});
    speakTo(remote);
    await arrived('server /v1/audio/transcriptions');
    await remote.close();
    expect(asked).not.toContain('local stt');
    asked.length = 0;
    const local = await pipeline({ VISAVIS_STT: 'local' });
    expect(local.hears).toBe(true);
    speakTo(local);
    await arrived('local stt');
    await local.close();
    expect(asked).not.toContain('server /v1/audio/transcriptions');
  });
});
