import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { defaultLimits } from './limits.ts';
import { MediaWork } from './media-work.ts';
import { Conduct } from './room/conduct.ts';

const SECONDS = 5;
let nowMs = 0;
beforeEach(() => {
  nowMs = 0;
  vi.stubGlobal('performance', { now: () => nowMs });
});
afterEach(() => void vi.unstubAllGlobals());

/** CPU time on a small machine, in milliseconds (`limits.ts`). A dropped packet must still be read from the network. */
const COST = { received: 0.032, forwarded: 0.038, dropped: 0.006 };

interface Sender {
  readonly owner: string;
  readonly person: string;
  /** Packets per second. */
  readonly packets: number;
  readonly receivers: number;
}

/** Lets all participants send at the same time on one thread. Returns what became of the packets of each. */
function play(senders: readonly Sender[], seconds: number) {
  const media = new MediaWork(defaultLimits);
  const all = senders.map(({ owner, person, packets, receivers }) => {
    const work = media.of(owner, new Conduct(defaultLimits, 'room', person, () => undefined));
    return { work, packets, receivers, done: 0, longestWaitMs: 0 };
  });
  for (let ms = 0; ms < seconds * 1_000; ms++) {
    nowMs = Math.max(nowMs, ms);
    for (const one of all) {
      const due = Math.floor(((ms + 1) * one.packets) / 1_000) - Math.floor((ms * one.packets) / 1_000);
      for (let packet = 0; packet < due; packet++) {
        one.longestWaitMs = Math.max(one.longestWaitMs, nowMs - ms);
        nowMs += COST.dropped;
        one.work.run('media', () => {
          one.done++;
          nowMs += COST.received + one.receivers * COST.forwarded;
        });
      }
    }
  }
  return all;
}

const avatar = { owner: 'neighbour', person: 'avatar', packets: 270, receivers: 1 };
const flooders = ['a', 'b', 'c'].map((person) => ({ owner: 'crowd', person, packets: 8_000, receivers: 1 }));

test('three flooding participants of one organization do not delay or drop packets of another', () => {
  const [other] = play([avatar, ...flooders], SECONDS);
  expect(other!.done).toBe(avatar.packets * SECONDS);
  expect(other!.longestWaitMs).toBeLessThan(1_000);
});

test('a participant that floods alone gets nearly all time of the machine, but not all', () => {
  const done = play(flooders, SECONDS).reduce((sum, one) => sum + one.done, 0);
  const shareOfTime = (done * (COST.received + COST.forwarded)) / (SECONDS * 1_000);
  expect(shareOfTime).toBeGreaterThan(0.65);
  expect(shareOfTime).toBeLessThan(0.85);
});

test.each([
  ['a camera of 720p in three sizes, and a microphone, for a room of six', 370, 4.05],
  ['a screen at 30 frames a second and 5 Mbit/s for a room of six', 570, 5],
  ['an avatar', 270, 1],
])('%s stays within its own share, whatever others do', (_, packets, receivers) => {
  const [honest] = play([{ owner: 'us', person: 'ada', packets, receivers }, ...flooders], SECONDS);
  expect(honest!.done).toBe(packets * SECONDS);
});

test('a machine that paused during one packet costs nobody the following seconds', () => {
  const work = new MediaWork(defaultLimits).of(
    'us',
    new Conduct(defaultLimits, 'room', 'ada', () => undefined),
  );
  work.run('data', () => {
    nowMs += 60_000;
  });
  const next = vi.fn();
  work.run('media', next);
  expect(next).toHaveBeenCalledOnce();
});
