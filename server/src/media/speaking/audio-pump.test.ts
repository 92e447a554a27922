import { expect, it } from 'vitest';
import { FakeClock } from '../../lib/testing/fake-clock.ts';
import { AudioPump } from './audio-pump.ts';

it('tells that it has failed where there is no sound to take', async () => {
  const failed = new Promise<Error>((resolve) => {
    const pump = new AudioPump({
      clock: new FakeClock(),
      sink: { capture: () => Promise.resolve(), clear: () => undefined },
      isDue: () => false,
      take: () => {
        throw new RangeError('not a sample rate: 0');
      },
      onFailed: resolve,
    });
    pump.start();
  });
  expect((await failed).message).toBe('not a sample rate: 0');
});
