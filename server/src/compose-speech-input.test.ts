import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { composeSpeechInput, createVoiceActivity } from './compose-speech-input.ts';
import { silentLogger } from './lib/logger.ts';
import { MICROPHONE_RATE } from './lib/sample-rates.ts';
import { seededRandom } from './lib/seeded-random.ts';
import { writeTinyWhisper } from './models/testing/tiny-whisper.ts';
import type { RecognitionOptions, SpeechDetector } from './speech-recognition/recognizer.ts';
import type { LocalRecognizer } from './speech-recognition/start-recognizer.ts';

const PIECE_MS = 32;
const PIECE = (MICROPHONE_RATE * PIECE_MS) / 1000;
const random = seededRandom(3);
const hiss = () => Int16Array.from({ length: PIECE }, () => Math.round(12_000 * (random() - 0.5)));

/**
 * Plays half a second of a voice while the avatar speaks, then a pause; returns the detected events and the audio sent
 * to recognition.
 */
async function remark(engine: Parameters<typeof createVoiceActivity>[1]) {
  const asked: (RecognitionOptions | undefined)[] = [];
  let judge: (probability: number, endMs: number) => void = () => undefined;
  const detector: SpeechDetector = {
    open: (onFrame) => {
      judge = onFrame;
      return { push: () => undefined, reset: () => undefined, close: () => undefined };
    },
    close: async () => undefined,
  };
  const recognizer = {
    transcribe: async (_samples: Float32Array, options?: RecognitionOptions) => {
      asked.push(options);
      return { text: 'Mm-hm.', language: 'en', logProbability: -0.1 };
    },
  } as unknown as LocalRecognizer;
  const activity = createVoiceActivity({ recognizer, detector }, engine, silentLogger);
  const kinds: string[] = [];
  for (let n = 1; n <= 50; n++) {
    // Both equally loud, so that neither counts as the other's echo; what is played does not matter here.
    activity.pushPlayout(hiss(), MICROPHONE_RATE, n * PIECE_MS);
    const speaks = n > 10 && n <= 26;
    judge(speaks ? 0.95 : 0.02, n * PIECE_MS);
    const events = activity.push(speaks ? hiss() : new Int16Array(PIECE));
    kinds.push(...events.map(({ kind }) => kind));
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { kinds, asked };
}

describe('a short remark while the avatar speaks', () => {
  it('is understood, and goes unheeded', async () => {
    const { kinds, asked } = await remark({ language: 'de' });
    expect(kinds).toEqual([]);
    expect(asked).toEqual([{ priority: 3, language: 'de' }]);
  });

  it('stops it at once where the agent is to listen to remarks', async () => {
    const { kinds, asked } = await remark({ stopsOnBackchannel: true });
    expect(kinds[0]).toBe('speech_started');
    expect(asked).toEqual([]);
  });
});

describe('models that are added while the service runs', () => {
  it('are used by the conversation that begins next', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'visavis-speechModels-'));
    const models = { mirror: undefined, speechRecognition: undefined };
    const input = await composeSpeechInput({ dataDir, models }, silentLogger);
    try {
      expect(input.speechModels).toEqual({ recognizer: undefined, detector: undefined });
      const folder = join(dataDir, 'models');
      const whisper = await writeTinyWhisper(join(folder, 'whisper-of-a-test'));
      await mkdir(join(folder, 'turns'));
      const turns = {
        ...whisper,
        name: 'turns',
        purpose: 'turns',
        files: [{ ...whisper.files[0], path: 'x' }],
      };
      await writeFile(join(folder, 'turns', 'x'), Buffer.alloc(whisper.files[0]!.bytes));
      await writeFile(join(folder, 'turns', 'model.json'), JSON.stringify(turns));
      await input.refresh();
      const { speechModels } = input;
      expect(speechModels.recognizer?.model).toBe('whisper-of-a-test');
      await input.refresh();
      expect(input.speechModels).toBe(speechModels);
      await rm(join(folder, 'whisper-of-a-test'), { recursive: true });
      await input.refresh();
      expect(input.speechModels.recognizer).toBeUndefined();
    } finally {
      await input.close();
      await rm(dataDir, { recursive: true });
    }
  });
});
