import { beforeEach, describe, expect, it } from 'vitest';
import type { SpeechDetector } from '../../speech-recognition/recognizer.ts';
import { AgreedVoiceActivity } from './agreed-voice-activity.ts';
import type { VoiceActivity } from './microphone-listener.ts';

const PIECE_MS = 32;

/** Says what the test says that it hears. */
class ScriptedOwn implements VoiceActivity {
  hears = false;
  #told = false;
  #ms = 0;
  pushPlayout(): void {
    // Its echo is no part of this test.
  }
  push(pcm: Int16Array) {
    this.#ms += pcm.length / 24;
    if (this.hears === this.#told) return [];
    this.#told = this.hears;
    return [{ kind: this.hears ? ('speech_started' as const) : ('speech_ended' as const), atMs: this.#ms }];
  }
}

let own: ScriptedOwn;
let judge: (probability: number, endMs: number) => void;
let lose: (reason: string) => void;
let nowMs: number;
let answers: ((isBackchannel: boolean) => void)[];

const detector: SpeechDetector = {
  open: (onFrame, onLost) => {
    judge = onFrame;
    lose = onLost;
    return { push: () => undefined, reset: () => undefined, close: () => undefined };
  },
  close: async () => undefined,
};

beforeEach(() => {
  own = new ScriptedOwn();
  nowMs = 0;
  answers = [];
});

const plain = () => new AgreedVoiceActivity({ own, detector });
const patient = () =>
  new AgreedVoiceActivity({
    own,
    detector,
    isBackchannel: () => new Promise((resolve) => answers.push(resolve)),
  });

/** So much sound comes in; `probability` of speech as the model says, which is silent where there is none. */
function hear(activity: AgreedVoiceActivity, ms: number, probability?: number, playing = false): string[] {
  const kinds: string[] = [];
  for (const end = nowMs + ms; nowMs + PIECE_MS <= end; ) {
    if (playing) activity.pushPlayout(new Int16Array(24 * PIECE_MS).fill(500), 24_000, nowMs);
    nowMs += PIECE_MS;
    if (probability !== undefined) judge(probability, nowMs);
    kinds.push(...activity.push(new Int16Array(24 * PIECE_MS)).map(({ kind }) => kind));
  }
  return kinds;
}

describe('somebody speaks', () => {
  it('when both detectors say so, and until one of them says otherwise', () => {
    const activity = plain();
    own.hears = true;
    expect(hear(activity, 1000, 0.1)).toEqual([]);
    expect(hear(activity, 300, 0.9)).toEqual(['speech_started']);
    // Music goes on for our own detector; the model knows that nobody speaks any more.
    expect(hear(activity, 1000, 0.1)).toEqual(['speech_ended']);
  });

  it('not for the model alone, which hears the avatar, too', () => {
    expect(hear(plain(), 2000, 0.95)).toEqual([]);
  });

  it('for our own detector alone when the model is too late', () => {
    const activity = plain();
    own.hears = true;
    expect(hear(activity, 500)).toEqual([]);
    expect(hear(activity, 300)).toEqual(['speech_started']);
  });

  it('at once after the model was lost', () => {
    const activity = plain();
    lose('the detector was lost');
    own.hears = true;
    expect(hear(activity, 64)).toEqual(['speech_started']);
    own.hears = false;
    expect(hear(activity, 64)).toEqual(['speech_ended']);
  });
});

describe('a short remark while the avatar speaks', () => {
  it('stops nothing when it is one to go on after', async () => {
    const activity = patient();
    hear(activity, 320, 0.05, true);
    own.hears = true;
    expect(hear(activity, 400, 0.9, true)).toEqual([]);
    expect(hear(activity, 320, 0.05, true)).toEqual([]);
    expect(answers).toHaveLength(1);
    own.hears = false;
    answers[0]!(true);
    await Promise.resolve();
    expect(hear(activity, 1000, 0.05, true)).toEqual([]);
  });

  it('stops the avatar when its words say so', async () => {
    const activity = patient();
    hear(activity, 320, 0.05, true);
    own.hears = true;
    hear(activity, 400, 0.9, true);
    hear(activity, 320, 0.05, true);
    answers[0]!(false);
    await new Promise((resolve) => setImmediate(resolve));
    expect(hear(activity, 64, 0.05, true)).toEqual(['speech_started']);
    expect(hear(activity, 1000, 0.05, true)).toEqual(['speech_ended']);
  });

  it('stops the avatar when it is none, without waiting for its end', () => {
    const activity = patient();
    hear(activity, 320, 0.05, true);
    own.hears = true;
    expect(hear(activity, 1200, 0.9, true)).toEqual(['speech_started']);
    expect(answers).toEqual([]);
  });
});
