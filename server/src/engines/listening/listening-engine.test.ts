import { beforeEach, describe, expect, it } from 'vitest';
import { FakeClock } from '../../lib/fake-clock.ts';
import { ThreadLost } from '../../models/runtime/model-thread.ts';
import type {
  RecognitionOptions,
  SpeechDetector,
  SpeechRecognizer,
  Transcription,
} from '../../speech-recognition/recognizer.ts';
import type { Engine, EngineEvent, EngineHost } from '../engine.ts';
import { withSpeechRecognition } from './listening-engine.ts';

const FRAME_MS = 32;

/** Understands what the test says it does, when the test says so. */
class ScriptedRecognizer implements SpeechRecognizer {
  readonly model = 'scripted';
  readonly asked: {
    samples: number;
    signal: AbortSignal | undefined;
    language: string | undefined;
    answer: (heard: Transcription | Error) => void;
  }[] = [];
  over = 0.9;

  async warm(): Promise<void> {
    await Promise.resolve();
  }

  transcribe(samples: Float32Array, options?: RecognitionOptions): Promise<Transcription> {
    return new Promise((resolve, reject) => {
      options?.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
      const answer = (heard: Transcription | Error) =>
        heard instanceof Error ? reject(heard) : resolve(heard);
      const { signal, language } = options ?? {};
      this.asked.push({ samples: samples.length, signal, language, answer });
    });
  }

  turnIsOver(): Promise<number> {
    return Promise.resolve(this.over);
  }
}

let recognizer: ScriptedRecognizer;
let clock: FakeClock;
let events: EngineEvent[];
let told: string[];
let plan: { language?: string };
let engine: Engine;
let soundMs: number;
let onFrame: (probability: number, endMs: number) => void;

beforeEach(async () => {
  recognizer = new ScriptedRecognizer();
  clock = new FakeClock();
  events = [];
  told = [];
  soundMs = 0;
  const detector: SpeechDetector = {
    open: (tell) => {
      onFrame = tell;
      return { push: () => undefined, reset: () => undefined, close: () => undefined };
    },
    close: async () => undefined,
  };
  plan = {};
  const host = { emit: (event: EngineEvent) => events.push(event), plan } as unknown as EngineHost;
  engine = withSpeechRecognition(() => reader(), { recognizer, detector, clock })(host);
  await engine.start();
});

/** An engine that only reads. */
function reader(): Engine {
  return {
    hears: false,
    start: async () => undefined,
    sendText: (text: string) => told.push(text),
    updateContext: (text: string) => told.push(`(${text})`),
    followLanguage: (language: string) => told.push(`(speaks ${language})`),
    close: async () => undefined,
  } as unknown as Engine;
}

/** So much speech, or silence, comes in by the microphone. */
function hear(ms: number, probability: number): void {
  for (const end = soundMs + ms; soundMs + FRAME_MS <= end; ) {
    soundMs += FRAME_MS;
    engine.pushAudio(new Int16Array((24_000 * FRAME_MS) / 1000));
    onFrame(probability, soundMs);
  }
}
const speech = (ms: number) => hear(ms, 0.95);
const silence = (ms: number) => hear(ms, 0.02);
/** Speech that is followed by a pause. */
const pause = (speechMs: number) => {
  speech(speechMs);
  silence(260);
};
const settled = () => new Promise((resolve) => setImmediate(resolve));

async function understand(text: string, language = 'en'): Promise<void> {
  recognizer.asked.at(-1)!.answer({ text, language, logProbability: -0.2 });
  await settled();
}

const transcripts = () =>
  events.flatMap((event) => (event.type === 'user_transcript' ? [[event.text, event.final]] : []));

describe('an engine with speech recognition on this machine', () => {
  it('transcribes at the beginning of a silence, and has the words when the silence has become a pause', async () => {
    speech(1000);
    silence(128);
    expect(recognizer.asked).toHaveLength(1);
    await understand('When do you open?');
    expect(transcripts()).toEqual([['When do you open?', false]]);
    expect(told).toEqual([]);
    silence(128);
    await settled();
    expect(recognizer.asked).toHaveLength(1);
    expect(transcripts().at(-1)).toEqual(['When do you open?', true]);
    expect(events.at(-2)).toEqual({ type: 'user_speech', speaking: false });
    expect(told).toEqual(['When do you open?']);
  });

  it('drops that where the silence was only the middle of a word, and does not try at each', async () => {
    speech(1000);
    silence(128);
    speech(300);
    expect(recognizer.asked[0]!.signal!.aborted).toBe(true);
    silence(128);
    speech(300);
    expect(recognizer.asked).toHaveLength(1);
    silence(260);
    expect(recognizer.asked).toHaveLength(2);
    await understand('When do you open?');
    expect(told).toEqual(['When do you open?']);
  });

  it('tries again in the pause what failed at its beginning', async () => {
    speech(1000);
    silence(128);
    recognizer.asked[0]!.answer(new Error('too much to do'));
    await settled();
    silence(128);
    await understand('When do you open?');
    expect(told).toEqual(['When do you open?']);
  });

  it('gives the recognizer what was said and a little around it', async () => {
    silence(5000);
    pause(1000);
    // A second of speech, 300 ms before it and after it, at 16 kHz, and the edges of frames.
    expect(recognizer.asked[0]!.samples / 16).toBeGreaterThan(1150);
    expect(recognizer.asked[0]!.samples / 16).toBeLessThan(1700);
  });

  it('waits for somebody who only thinks, and takes both parts for one turn', async () => {
    recognizer.over = 0.1;
    pause(1000);
    await understand('I would like to book');
    silence(600);
    expect(told).toEqual([]);
    speech(800);
    recognizer.over = 0.9;
    silence(260);
    await understand('I would like to book a table.');
    expect(told).toEqual(['I would like to book a table.']);
    expect(transcripts().map(([text]) => text)).toContain('I would like to book');
  });

  it.each([
    ['I would like to book a table.', true],
    ['Do you have a table?', true],
    ['I would like to book a table...', false],
    ['I would like to book', false],
    ['I would like to book a table for.', false],
  ])('does not wait as long for "%s", if its words are a whole sentence: %s', async (words, isWhole) => {
    recognizer.over = 0.1;
    pause(1000);
    await understand(words);
    await clock.advance(400);
    expect(told).toEqual([]);
    await clock.advance(200);
    expect(told).toEqual(isWhole ? [words] : []);
    await clock.advance(1000);
    expect(told).toEqual([words]);
  });

  it('makes no turn of a click, or of what nobody understands', async () => {
    speech(64);
    silence(1000);
    expect(events).toEqual([]);
    pause(500);
    await understand('');
    expect(told).toEqual([]);
    expect(events.map(({ type }) => type)).toEqual(['user_speech', 'user_speech', 'unanswered']);
  });

  it('writes a long speech down in parts', async () => {
    recognizer.over = 0.1;
    pause(16_000);
    await understand('The first part,');
    recognizer.over = 0.9;
    pause(2000);
    expect(recognizer.asked.at(-1)!.samples / 16).toBeLessThan(3500);
    await understand('and the second.');
    expect(told).toEqual(['The first part, and the second.']);
  });

  it('keeps of a long speech what was said between a pause that it wrote down and one that it could not', async () => {
    recognizer.over = 0.1;
    pause(10_000);
    await understand('The first part,');
    pause(6000);
    speech(2000);
    recognizer.over = 0.9;
    silence(260);
    expect(recognizer.asked.at(-1)!.samples / 16).toBeGreaterThan(18_000);
    await understand('The first part, the second, and the third.');
    expect(told).toEqual(['The first part, the second, and the third.']);
  });

  it('is told the one language of the agent, reports what was heard, and passes on what the consumer speaks', async () => {
    plan.language = 'de';
    pause(500);
    expect(recognizer.asked[0]!.language).toBe('de');
    await understand('Bonjour.', 'fr');
    expect(events.at(-1)).toMatchObject({ type: 'user_transcript', final: true, language: 'fr' });
    engine.followLanguage!('fr');
    expect(told).toEqual(['Bonjour.', '(speaks fr)']);
  });

  it('says once that the recognizer fails, and of one that comes back what was lost', async () => {
    for (const fault of [
      new ThreadLost('speech recognition was lost'),
      new ThreadLost('speech recognition was lost'),
      new Error('the model cannot be opened'),
      new Error('the model cannot be opened'),
    ]) {
      pause(500);
      recognizer.asked.at(-1)!.answer(fault);
      await settled();
    }
    const warnings = events.flatMap((event) => (event.type === 'warning' ? [event.message] : []));
    expect(warnings).toEqual([
      'Speech recognition on this machine was interrupted and starts again; what was said meanwhile is lost (speech recognition was lost).',
      'Speech recognition on this machine has failed; typing still works (the model cannot be opened).',
    ]);
    pause(500);
    await understand('Do you hear me?');
    expect(told).toEqual(['Do you hear me?']);
  });

  it('says nothing more when it is closed', async () => {
    pause(500);
    await engine.close();
    await settled();
    expect(events).toHaveLength(1);
  });
});
