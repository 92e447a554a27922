import { expect, it } from 'vitest';
import { isSilent } from '../../audio/pcm.ts';
import { FakeClock } from '../../lib/testing/fake-clock.ts';
import { CHUNK_SAMPLES } from '../room/avatar-tracks.ts';
import { FakeTracks } from '../testing/fake-room.ts';
import { AudioPump } from './audio-pump.ts';

it('reports a failure if it cannot get sound', async () => {
  const failed = new Promise<Error>((resolve) => {
    const pump = new AudioPump({
      clock: new FakeClock(),
      sink: { capture: () => Promise.resolve(), clear: () => undefined },
      isDue: () => false,
      isEmpty: () => true,
      mayBeHeld: () => false,
      take: () => {
        throw new RangeError('not a sample rate: 0');
      },
      onFailed: resolve,
    });
    pump.start();
  });
  expect((await failed).message).toBe('not a sample rate: 0');
});

it('sends pauses in long pieces, new audio as soon as it arrives, and what may be held in short ones', async () => {
  const clock = new FakeClock();
  const tracks = new FakeTracks(clock);
  let waiting = 0;
  let captures = 0;
  let mayBeHeld = false;
  const { capture } = tracks.audio;
  const pump = new AudioPump({
    clock,
    sink: {
      ...tracks.audio,
      capture: (pcm) => {
        captures++;
        return capture(pcm);
      },
    },
    isDue: () => false,
    isEmpty: () => waiting === 0,
    mayBeHeld: () => mayBeHeld,
    take: () => {
      const chunk = new Int16Array(CHUNK_SAMPLES).fill(waiting > 0 ? 5000 : 0);
      waiting = Math.max(0, waiting - 1);
      return chunk;
    },
    onFailed: (error) => expect.unreachable(error.message),
  });
  pump.start();
  await clock.advance(500);
  captures = 0;
  await clock.advance(1000);
  expect(captures).toBeLessThanOrEqual(26);
  const since = clock.now();
  waiting = 10;
  pump.resume();
  await clock.advance(500);
  const sounding = tracks.played.filter(({ pcm }) => !isSilent(pcm));
  expect(sounding).toHaveLength(10);
  expect(sounding[0]!.at - since).toBeLessThanOrEqual(20);
  const capturesInASecond = async () => {
    await clock.advance(500);
    captures = 0;
    await clock.advance(1000);
    return captures;
  };
  waiting = 1000;
  pump.resume();
  expect(await capturesInASecond()).toBeLessThanOrEqual(51);
  mayBeHeld = true;
  expect(await capturesInASecond()).toBeGreaterThanOrEqual(99);
  const stopped = pump.stop();
  await clock.advance(100);
  await stopped;
});
