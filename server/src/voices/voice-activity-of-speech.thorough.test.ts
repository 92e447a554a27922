import { beforeAll, describe, expect, it } from 'vitest';
import { resample } from '../audio/resampler.ts';
import { VoiceActivityDetector, type VoiceActivityEvent } from '../audio/voice-activity.ts';
import { FliteProgram } from './flite/flite-program.ts';
import { synthesize } from './flite/synthesize.ts';
import { profileOf } from './flite/voice-profiles.ts';

// This test is not in lib because it needs speech, and lib must not import voices.
const RATE = 16_000;
const AVATAR = [
  'Hello, I am your assistant and I can tell you about our plans.',
  'We have three of them, and each one includes support by phone.',
  'The first is free, the second costs five dollars, and the third is for companies.',
  'Would you like to hear more about one of them, or shall I compare them for you?',
];
const USER = [
  'Wait, stop please, I have a question.',
  'No thanks, tell me about the second plan.',
  'Hold on a moment.',
];

interface Placed {
  atMs: number;
  pcm: Int16Array;
}
let avatar: Int16Array[];
let user: Int16Array[];

beforeAll(() => {
  const flite = new FliteProgram();
  const say = (text: string, name: string) => synthesize(flite, text, profileOf(name), 250).pcm;
  avatar = AVATAR.map((text) => say(text, 'Kore'));
  user = USER.map((text, i) => say(text, ['Charon', 'Leda', 'Puck'][i]!));
});

/** Returns continuous talk of the avatar, with a pause after every fourth sentence. */
function avatarTalk(durationMs: number): Placed[] {
  const placed: Placed[] = [];
  for (let atMs = 1000, i = 0; atMs < durationMs - 7000; i++) {
    const pcm = avatar[i % avatar.length]!;
    placed.push({ atMs, pcm });
    atMs += pcm.length / 16 + (i % 4 === 3 ? 2500 : 0);
  }
  return placed;
}

function mix(durationMs: number, placed: Placed[]): Float32Array {
  const sound = new Float32Array((durationMs * RATE) / 1000);
  for (const { atMs, pcm } of placed) {
    pcm.forEach((sample, i) => {
      const at = Math.round(atMs * 16) + i;
      if (at >= 0 && at < sound.length) sound[at]! += sample;
    });
  }
  return sound;
}

interface Scene {
  durationMs: number;
  playout?: Placed[];
  speech?: Placed[];
  echoGain?: number;
  echoDelayMs?: number;
  /** Later echo delays, each with its start. */
  jumps?: { atMs: number; delayMs: number }[];
  echoFromMs?: number;
  /** The peak of the white noise. */
  noise?: number;
  /** The gain of the user's speech. */
  speechGain?: number;
  reference?: boolean;
}

/** Returns the detector's events, each with the time at which it was reported. */
function listen(scene: Scene): (VoiceActivityEvent & { toldMs: number })[] {
  const { durationMs, echoGain = 0, echoDelayMs = 0, noise = 40, speechGain = 1, reference = true } = scene;
  const playout = mix(durationMs, scene.playout ?? []);
  const speech = mix(durationMs, scene.speech ?? []);
  const detector = new VoiceActivityDetector(RATE);
  const events: (VoiceActivityEvent & { toldMs: number })[] = [];
  let state = 1;
  for (let at = 0; at + 160 <= playout.length; at += 160) {
    const delayMs = scene.jumps?.findLast(({ atMs }) => at >= atMs * 16)?.delayMs ?? echoDelayMs;
    const delay = at < (scene.echoFromMs ?? 0) * 16 ? at + 160 : Math.round(delayMs * 16);
    const own = Int16Array.from(playout.subarray(at, at + 160));
    const heard = Int16Array.from({ length: 160 }, (_, i) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      const white = (state / 2 ** 31 - 1) * noise;
      const echo = at + i >= delay ? echoGain * playout[at + i - delay]! : 0;
      return Math.max(-32_768, Math.min(32_767, echo + speechGain * speech[at + i]! + white));
    });
    if (reference) detector.pushPlayout(own, RATE);
    for (const event of detector.push(heard)) events.push({ ...event, toldMs: (at + 160) / 16 });
  }
  return events;
}

const starts = (events: ReturnType<typeof listen>) => events.filter(({ kind }) => kind === 'speech_started');
const onsetMs = (pcm: Int16Array) => pcm.findIndex((sample) => Math.abs(sample) > 400) / 16;

describe('the voice activity detector', () => {
  it.each([40, 0, 300])('detects when someone starts and stops speaking, with noise of %i', (noise) => {
    const speech = [
      { atMs: 2000, pcm: user[0]! },
      { atMs: 9000, pcm: user[1]! },
    ];
    const events = listen({ durationMs: 14_000, speech, noise });
    expect(events.map(({ kind }) => kind)).toEqual([
      'speech_started',
      'speech_ended',
      'speech_started',
      'speech_ended',
    ]);
    speech.forEach(({ atMs, pcm }, i) => {
      const [start, end] = events.slice(2 * i, 2 * i + 2) as [
        VoiceActivityEvent & { toldMs: number },
        VoiceActivityEvent,
      ];
      expect(Math.abs(start.atMs - (atMs + onsetMs(pcm)))).toBeLessThan(80);
      expect(start.toldMs - (atMs + onsetMs(pcm))).toBeLessThan(170);
      // The synthesised clause ends with 250 ms of silence.
      expect(Math.abs(end.atMs - (atMs + pcm.length / 16 - 250))).toBeLessThan(250);
    });
  });

  it('reports nothing in silence, steady noise, a hum, clicks or a fan that starts', () => {
    const detector = new VoiceActivityDetector(RATE);
    const events: VoiceActivityEvent[] = [];
    let state = 1;
    for (let second = 0; second < 30; second++) {
      const fan = second < 10 ? 30 : 30 + 12 * Math.min(second - 10, 20);
      const pcm = Int16Array.from({ length: RATE }, (_, i) => {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
        const click = second % 3 === 0 && i > 8000 && i < 8160 ? 9000 * Math.sin(i * 1.7) : 0;
        return (state / 2 ** 31 - 1) * fan + 200 * Math.sin((2 * Math.PI * 60 * i) / RATE) + click;
      });
      for (let at = 0; at < RATE; at += 320) events.push(...detector.push(pcm.subarray(at, at + 320)));
    }
    expect(events).toEqual([]);
  });

  const beep = (hz: number[], ms: number) =>
    Int16Array.from({ length: ms * 16 }, (_, i) =>
      hz.reduce((sum, each) => sum + (12_000 / hz.length) * Math.sin((2 * Math.PI * each * i) / RATE), 0),
    );
  const knock = (hz: number, ms: number) =>
    Int16Array.from(
      { length: ms * 128 },
      (_, i) => 25_000 * Math.exp(-i / (ms * 16)) * Math.sin((2 * Math.PI * hz * i) / RATE),
    );
  it.each([
    ['a beep', beep([1100], 500)],
    ['a long beep', beep([440], 2000)],
    ['a dial tone', beep([350, 440], 2000)],
    ['a key of a telephone', beep([697, 1209], 300)],
    ['a chord', beep([523, 659, 784], 800)],
    ['a knock', knock(300, 30)],
    ['a knock in a room', knock(1000, 50)],
  ])('does not take %s for a voice, and detects the voice after it', (_, noise) => {
    const words = { atMs: 6000, pcm: user[0]! };
    const events = starts(listen({ durationMs: 9000, speech: [{ atMs: 2000, pcm: noise }, words] }));
    expect(events.map(({ atMs }) => Math.round((atMs - 6000 - onsetMs(words.pcm)) / 100))).toEqual([0]);
  });

  it('does not take a knock for a voice if the avatar starts to speak while it dies away', () => {
    const speech = [{ atMs: 2000, pcm: knock(1000, 50) }];
    const begun = Array.from({ length: 20 }, (_, i) =>
      starts(
        listen({ durationMs: 4000, speech, playout: [{ atMs: 1900 + 20 * i, pcm: avatar[0]! }], noise: 0 }),
      ),
    );
    expect(begun.flat()).toEqual([]);
  });

  it('takes the voice of the avatar for a user if it does not get the played sound', () => {
    const scene = { durationMs: 20_000, playout: avatarTalk(20_000), echoGain: 0.5, echoDelayMs: 120 };
    expect(starts(listen({ ...scene, reference: false })).length).toBeGreaterThan(0);
    expect(starts(listen(scene))).toEqual([]);
  });

  const JUMPS = [200, 600, 250, 900, 300].map((delayMs, i) => ({ atMs: 10_000 * i, delayMs }));
  const echoes: Partial<Scene>[] = [
    { echoGain: 0.3, echoDelayMs: 180, noise: 150 },
    { echoGain: 1.5, echoDelayMs: 290, noise: 20 },
    { echoGain: 0.2, jumps: JUMPS },
    // Echoes that begin in mid-sentence.
    { echoGain: 0.4, echoDelayMs: 320, echoFromMs: 10_130 },
    { echoGain: 0.1, echoDelayMs: 320, echoFromMs: 9200 },
    { echoGain: 1.2, echoDelayMs: 320, echoFromMs: 12_660 },
    { echoGain: 0.05, jumps: JUMPS },
    { echoGain: 0.8, jumps: JUMPS },
    ...[20, 150].flatMap((noise) => [
      { echoGain: 0.05, echoDelayMs: 10, noise },
      { echoGain: 0.05, echoDelayMs: 290, noise },
      { echoGain: 0.3, echoDelayMs: 60, noise },
      { echoGain: 0.8, echoDelayMs: 120, noise },
      { echoGain: 1.5, echoDelayMs: 30, noise },
    ]),
  ];
  it.each(echoes)('stays silent during an echo: %o', (scene) => {
    const durationMs = 60_000;
    expect(starts(listen({ durationMs, playout: avatarTalk(durationMs), ...scene }))).toEqual([]);
  });

  const interruptions = [
    [0.05, 290, 0.5],
    [0.2, 250, 1],
    [0, 100, 1],
    [0.2, 60, 1],
  ] as const;
  it.each(interruptions)(
    'detects somebody talking over it, echo gain %f after %i ms, user at %f',
    (echoGain, echoDelayMs, speechGain) => {
      const durationMs = 40_000;
      const speech: Placed[] = [];
      for (let i = 0; i < 6; i++) speech.push({ atMs: 6300 + 4670 * i, pcm: user[i % user.length]! });
      const events = starts(
        listen({ durationMs, playout: avatarTalk(durationMs), speech, echoGain, echoDelayMs, speechGain }),
      );
      const delays = speech.map(({ atMs, pcm }) => {
        const onset = atMs + onsetMs(pcm);
        const event = events.find(({ toldMs }) => toldMs > onset - 30 && toldMs < atMs + pcm.length / 16);
        return event ? event.toldMs - onset : Number.POSITIVE_INFINITY;
      });
      const sorted = delays.toSorted((a, b) => a - b);
      expect(sorted[2]).toBeLessThan(160);
      expect(sorted.at(-1)).toBeLessThan(1000);
      // There are no other events.
      expect(events.length).toBeLessThanOrEqual(speech.length);
    },
  );

  it('detects at once a user who was already talking when the microphone was opened', () => {
    const [event] = starts(listen({ durationMs: 4000, speech: [{ atMs: -120, pcm: user[1]! }] }));
    expect(event!.toldMs).toBeLessThan(400);
  });

  it('works at any rate, with bursts of playout at irregular times', () => {
    const durationMs = 20_000;
    const playout = mix(durationMs, avatarTalk(durationMs));
    const own = resample(Int16Array.from(playout), RATE, 48_000);
    const heard = resample(
      Int16Array.from(playout, (_, i) => (i >= 3200 ? 0.4 * playout[i - 3200]! : 0)),
      RATE,
      24_000,
    );
    const detector = new VoiceActivityDetector(24_000);
    const events: VoiceActivityEvent[] = [];
    for (let ms = 0; ms < durationMs; ms += 60) {
      for (let part = 0; part < 60; part += 20) {
        const from = (ms + part) * 48;
        detector.pushPlayout(own.subarray(from, from + 960), 48_000, ms + part + 4 * Math.sin(ms + part));
      }
      events.push(...detector.push(heard.subarray(ms * 24, (ms + 60) * 24)));
    }
    expect(events).toEqual([]);
  });
});
