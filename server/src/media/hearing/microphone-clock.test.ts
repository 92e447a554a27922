import { describe, expect, test } from 'vitest';
import type { Clock } from '../../lib/clock.ts';
import { ScriptedVoiceActivity } from '../testing/scripted-voice-activity.ts';
import { Hearing } from './hearing.ts';

const PIECE = new Int16Array(240);

function setUp() {
  const activity = new ScriptedVoiceActivity();
  const happened: string[] = [];
  let now = 5000;
  let sound: { pcm: Int16Array; sampleRate: number; sentAt: number }[] = [];
  const microphone = new Hearing({
    clock: { now: () => now } as Clock,
    hearingDeps: { openDetector: () => activity },
    takeSentAudio: () => sound.splice(0),
    onSpeechStarted: () => happened.push('started'),
    onSpeechEnded: (trailingMs) => happened.push(`ended ${trailingMs} ago`),
  });
  return {
    activity,
    microphone,
    happened,
    push: (atMs: number) => {
      now = 5000 + atMs;
      microphone.push(PIECE);
    },
    leave: (sentAt: number) => {
      sound = [...sound, { pcm: new Int16Array(480), sampleRate: 48_000, sentAt: 5000 + sentAt }];
    },
  };
}

describe('the clock of a microphone', () => {
  test('aligns our own sound with the microphone clock, in spite of bursts', () => {
    const { activity, push, leave } = setUp();
    for (let n = 0; n < 20; n++) push(10 * n);
    // On a busy machine, five pieces arrive together and late.
    leave(205);
    for (let n = 20; n < 25; n++) push(245);
    leave(245);
    push(250);
    const [first, second] = activity.playouts.map(({ atMs }) => atMs);
    expect(first).toBeCloseTo(205, -0.5);
    expect(second! - first!).toBeCloseTo(40, 0);
  });

  test('inserts silence for sound that was lost on the way, and keeps our own sound aligned', () => {
    const { activity, push, leave } = setUp();
    for (let n = 0; n < 320; n++) {
      const lostMs = n < 20 ? 0 : 500;
      leave(10 * n + lostMs - 5);
      push(10 * n + lostMs);
    }
    expect(activity.heardSamples / 24).toBe(320 * 10 + 500);
    const places = activity.playouts.map(({ atMs }) => atMs);
    expect(places.at(-1)).toBeCloseTo(3685, -0.5);
    // Earlier positions would overlap audio that was played before and whose echo is still to come.
    expect(places.toSorted((a, b) => a - b)).toEqual(places);
  });

  test('starts again for a microphone that sent nothing for long without being muted', () => {
    const { activity, microphone, happened, push } = setUp();
    activity.report('speech_started', 0);
    push(0);
    push(60_000);
    expect(happened).toEqual(['started', 'ended 0 ago']);
    expect(microphone.speaking).toBe(false);
    expect(activity.heardSamples / 24).toBe(20);
  });
});
