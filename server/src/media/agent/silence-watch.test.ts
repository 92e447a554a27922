import { beforeEach, expect, test } from 'vitest';
import { FakeClock } from '../../lib/testing/fake-clock.ts';
import { SilenceWatch } from './silence-watch.ts';

let clock: FakeClock;
let given: number[];
let watch: SilenceWatch;
beforeEach(() => {
  clock = new FakeClock();
  given = [];
  watch = new SilenceWatch(clock, {
    wait: undefined,
    giveUp: { afterMs: 10_000, say: (quietMs) => void given.push(quietMs) },
  });
});

test('a remark of the engine long after its answer gets a timeout of its own', async () => {
  watch.stateShown('thinking');
  watch.userEnded(clock.now());
  watch.engineEmitted({ type: 'audio' } as never);
  watch.stateShown('speaking');
  watch.stateShown('listening');
  await clock.advance(45_000);
  watch.stateShown('thinking');
  await clock.advance(9_999);
  expect(given).toEqual([]);
  await clock.advance(1);
  expect(given).toEqual([10_000]);
});
