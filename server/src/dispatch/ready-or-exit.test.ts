import { expect, test } from 'vitest';
import { startFaceRenderer } from '../faces/start-face-renderer.ts';
import { silentLogger } from '../lib/logger.ts';
import { FakeClock } from '../lib/testing/fake-clock.ts';
import { readyOrExit } from './ready-or-exit.ts';
import { timeFrames } from './warm-media.ts';

class Exit extends Error {}

test('a worker whose thread hangs during the first face reports it and exits, without an uncaught error', async () => {
  const clock = new FakeClock();
  const told: object[] = [];
  const exits: number[] = [];
  const renderer = startFaceRenderer({
    clock,
    threadModule: new URL('data:text/javascript,for (;;);'),
  });
  const ready = readyOrExit(
    timeFrames(renderer, { width: 64, height: 64, fps: 25 }),
    { ...silentLogger, error: (fields: object) => void told.push(fields) },
    (code) => {
      exits.push(code);
      throw new Exit();
    },
  );
  const ended = expect(ready).rejects.toThrow(Exit);
  await clock.advance(45_000);
  await ended;
  expect(exits).toEqual([1]);
  expect(told).toEqual([
    {
      event: 'worker.not_ready',
      err: expect.objectContaining({ message: 'The face took too long to draw.' }),
    },
  ]);
  await renderer.close();
});

test('a result that is ready is passed on', async () => {
  expect(await readyOrExit(Promise.resolve('media'), silentLogger)).toBe('media');
});
