import { afterEach, describe, expect, test } from 'vitest';
import { isSilent } from '../../audio/pcm.ts';
import { type Clock, sleep } from '../../lib/clock.ts';
import { seededRandom } from '../../lib/seeded-random.ts';
import { FakeClock } from '../../lib/testing/fake-clock.ts';
import { AUDIO_QUEUE_MS, type AudioSink } from '../room/avatar-tracks.ts';
import { EnergyLipTrack } from '../testing/energy-lip-track.ts';
import { FakeTracks } from '../testing/fake-room.ts';
import { TestPatternFace } from '../testing/test-pattern-face.ts';
import { AvatarRunner, FRAME_DELAY_MS } from './avatar-runner.ts';

const running: AvatarRunner[] = [];

afterEach(async () => {
  for (const runner of running.splice(0)) void runner.stop();
});

async function stage({ audio }: { audio?: (clock: Clock) => AudioSink } = {}) {
  const clock = new FakeClock();
  const tracks = new FakeTracks(clock);
  const audible = new Map<string, number>();
  const utterings: { id: string; busy: boolean }[] = [];
  const runner: AvatarRunner = new AvatarRunner({
    clock,
    audio: audio?.(clock) ?? tracks.audio,
    video: tracks.video,
    width: 64,
    height: 64,
    fps: 25,
    idleFps: 12.5,
    framePhase: 0,
    createLipTrack: () => new EnergyLipTrack(),
    events: {
      onAudible: (id) => audible.set(id, clock.now()),
      onPlayed: (id) => utterings.push({ id, busy: runner.busy }),
      onFirstFrame: () => undefined,
      onFaceFailed: () => undefined,
      onMediaFailed: () => undefined,
    },
  });
  running.push(runner);
  runner.start();
  await clock.advance(500);
  const firstSoundSince = (since: number) =>
    tracks.played.find(({ at, pcm }) => at >= since && !isSilent(pcm))?.at;
  return { clock, tracks, runner, audible, utterings, firstSoundSince };
}

/** Creates a source that plays even if the event loop is blocked, as one of rtc-node does on its own thread. */
function steadySource(clock: Clock): AudioSink {
  let emptyAt = 0;
  return {
    capture: async (pcm) => {
      emptyAt = Math.max(emptyAt, clock.now()) + pcm.length / 48;
      await sleep(clock, emptyAt - AUDIO_QUEUE_MS - clock.now());
    },
    clear: () => {
      emptyAt = clock.now();
    },
  };
}

function tone(ms: number) {
  return { pcm: new Int16Array(48 * ms).fill(5000), sampleRate: 48_000 };
}

describe('AvatarRunner', () => {
  test('sends half of the pictures during silence, and all from the first sound to a second after the last', async () => {
    const { clock, runner, tracks, firstSoundSince } = await stage();
    runner.setFace(new TestPatternFace({ width: 64, height: 64, fps: 25, seed: 1 }));
    runner.setSeen(true);
    await clock.advance(5000);
    const picturesFrom = (from: number, forMs: number) =>
      tracks.pictures.filter(({ at }) => at >= from && at < from + forMs);
    expect(picturesFrom(clock.now() - 1000, 1000).length).toBeLessThanOrEqual(13);
    for (const waitMs of [0, 20, 40, 60]) {
      await clock.advance(3000 + waitMs);
      const since = clock.now();
      runner.append('a', tone(1000));
      runner.finish('a');
      await clock.advance(4000);
      const sound = firstSoundSince(since)!;
      // The mouth moves in the first frame at the full rate that belongs to the audio.
      const spoken = tracks.pictures.find(({ at, i420 }) => at > since && i420[64 * 48] === 235)!;
      expect(spoken.at - sound).toBeGreaterThanOrEqual(FRAME_DELAY_MS - 10);
      expect(spoken.at - sound).toBeLessThanOrEqual(FRAME_DELAY_MS + 45);
      expect(picturesFrom(sound + 80, 1800)).toHaveLength(45);
      expect(picturesFrom(sound + 2500, 1000).length).toBeLessThanOrEqual(13);
    }
    runner.setSeen(true);
    await clock.advance(2000);
    expect(picturesFrom(clock.now() - 1800, 1800)).toHaveLength(45);
  });

  test('sends only the first picture until somebody receives them, and all from then on', async () => {
    const { clock, runner, tracks } = await stage();
    const face = new TestPatternFace({ width: 64, height: 64, fps: 25, seed: 1 });
    runner.setFace(face);
    await clock.advance(100);
    const before = clock.now();
    runner.setState('listening');
    runner.append('a', tone(1000));
    runner.finish('a');
    await clock.advance(3000);
    const sent = tracks.pictures.filter(({ at }) => at >= before);
    expect(sent).toEqual([]);
    runner.setSeen(true);
    const met = clock.now();
    await clock.advance(1000);
    const [first, ...others] = tracks.pictures.filter(({ at }) => at >= met);
    expect(first!.at - met).toBeLessThanOrEqual(80);
    expect(others.length).toBeGreaterThanOrEqual(22);
  });

  test('sound after silence does not wait for queued silence', async () => {
    const { clock, runner, audible, firstSoundSince } = await stage();
    for (const id of ['a', 'b', 'c']) {
      const since = clock.now();
      runner.append(id, tone(200));
      runner.finish(id);
      await clock.advance(800);
      const left = firstSoundSince(since)!;
      expect(left - since).toBeLessThanOrEqual(20);
      // The audio is reported as audible when it left.
      expect(Math.abs(audible.get(id)! - left)).toBeLessThanOrEqual(10);
    }
  });

  test('loses no sound when it skips queued silence, however the sound arrives', async () => {
    const { clock, tracks, runner } = await stage();
    // Slower than real time: the source repeatedly runs dry, sometimes with audio still on its way.
    for (const pauseMs of [5, 40, 60, 90, 100, 120, 150, 300, 55, 75]) {
      runner.append('a', tone(60));
      await clock.advance(pauseMs);
    }
    runner.finish('a');
    runner.append('b', tone(60));
    runner.finish('b');
    await clock.advance(1000);
    const played = tracks.played.reduce(
      (sum, { pcm }) => sum + pcm.filter((sample) => sample !== 0).length,
      0,
    );
    expect(played).toBe(11 * 60 * 48);
  });

  test('a new answer right after an interruption keeps the fade-out of the old one', async () => {
    const { clock, tracks, runner } = await stage();
    runner.append('a', tone(500));
    await clock.advance(200);
    runner.interrupt();
    const since = clock.now();
    runner.append('b', tone(100));
    runner.finish('b');
    await clock.advance(300);
    const left = tracks.played.filter(({ at }) => at > since);
    const fade = left.find(({ pcm }) => pcm.some((sample) => sample > 0 && sample < 5000));
    expect(fade).toBeDefined();
    expect(left.filter(({ pcm }) => pcm.every((sample) => sample === 5000))).toHaveLength(10);
  });

  test('held speech is silent at once, and continues without loss', async () => {
    const { clock, tracks, runner, utterings } = await stage();
    runner.append('a', tone(500));
    runner.finish('a');
    await clock.advance(200);
    const { soundMs } = tracks;
    runner.hold(true);
    await clock.advance(1000);
    // Only the audio that the source already had, and a fade.
    expect(tracks.soundMs - soundMs).toBeLessThanOrEqual(AUDIO_QUEUE_MS + 20);
    expect(runner.busy).toBe(true);
    runner.hold(false);
    await clock.advance(500);
    expect(tracks.soundMs).toBe(500);
    expect(utterings).toEqual([{ id: 'a', busy: false }]);
  });

  test('speech that is interrupted while held counts as heard up to the hold, and does not delay what follows', async () => {
    const { clock, tracks, runner } = await stage();
    runner.append('a', tone(500));
    await clock.advance(200);
    runner.hold(true);
    await clock.advance(300);
    const heardMs = tracks.soundMs;
    expect(runner.interrupt()).toMatchObject([{ utteranceId: 'a', heardMs }]);
    runner.append('b', tone(100));
    runner.finish('b');
    await clock.advance(300);
    expect(tracks.soundMs - heardMs).toBe(100);
  });

  test('nothing of a finished utterance is left, however irregularly the machine runs', async () => {
    const { clock, runner, utterings } = await stage({ audio: steadySource });
    const random = seededRandom(7);
    const ids = Array.from({ length: 300 }, (_, n) => `utterance ${n}`);
    for (const id of ids) {
      runner.append(id, tone(30 + Math.floor(random() * 100)));
      runner.finish(id);
      // The event loop is blocked, sometimes for longer than the source has audio.
      for (let step = 0; step < 8; step++) {
        await clock.advance(random() * 50);
        clock.stall(random() ** 2 * 70);
      }
    }
    await clock.advance(500);
    expect(utterings).toEqual(ids.map((id) => ({ id, busy: false })));
  });

  test('a sound that ends is reported at the start of the silence; one that the machine interrupts is not', async () => {
    let stallMs = 0;
    const { clock, runner } = await stage({
      audio: (time) => {
        const source = steadySource(time);
        return {
          ...source,
          capture: async (pcm) => {
            await source.capture(pcm);
            await sleep(time, stallMs);
            stallMs = 0;
          },
        };
      },
    });
    runner.append('a', { pcm: new Int16Array(48 * 200).fill(5000), sampleRate: 48_000 });
    runner.finish('a');
    await clock.advance(100);
    stallMs = 300;
    await clock.advance(700);
    const sent = runner.takeSent();
    const silent = sent.map(({ pcm }) => isSilent(pcm));
    expect(silent.indexOf(true)).toBe(20);
    expect(silent).toHaveLength(23);
    const gaps = sent.slice(1).map(({ sentAt }, n) => sentAt - sent[n]!.sentAt - 10);
    expect(gaps.filter((gap) => gap > 25)).toHaveLength(1);
    expect(Math.max(...gaps)).toBeGreaterThan(240);
  });
});
