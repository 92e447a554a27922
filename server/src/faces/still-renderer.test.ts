import { once } from 'node:events';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { afterEach, expect, test } from 'vitest';
import { FakeClock } from '../lib/testing/fake-clock.ts';
import { StillRenderer } from './still-renderer.ts';

let stills: StillRenderer;
afterEach(() => stills.close());

test('a still that cannot be drawn rejects with the message of the drawer, and the next one is drawn', async () => {
  stills = new StillRenderer();
  const size = { width: 96, height: 96 };
  const image = Buffer.from('this is no picture');
  await expect(stills.render({ image }, size)).rejects.toThrow(/picture/);
  const { png: drawn } = await stills.render({ identity: 'ines' }, size);
  expect((await loadImage(Buffer.from(drawn))).width).toBe(96);
});

test('an order at which the thread stands still is rejected, and others are drawn', async () => {
  const clock = new FakeClock();
  const failures: string[] = [];
  const onFailure = ({ message }: Error) => failures.push(message);
  stills = new StillRenderer({ clock, onFailure, threadModule: standingThread(98) });
  const image = await createCanvas(64, 64).encode('png');
  const draw = (side: number) => stills.render({ image }, { width: side, height: side });
  const channel = new BroadcastChannel('standing');
  let standing = once(channel, 'message');
  const before = draw(96);
  const rejected = expect(draw(98)).rejects.toMatchObject({ name: 'StillError' });
  const after = draw(102);
  // Whichever is at fault: each is drawn alone in another thread.
  await standing;
  standing = once(channel, 'message');
  await clock.advance(45_000);
  expect((await before).png.length).toBeGreaterThan(100);
  await standing;
  channel.close();
  await clock.advance(45_000);
  await rejected;
  expect((await after).png.length).toBeGreaterThan(100);
  expect(failures).toEqual(Array(2).fill('A picture took too long to draw.'));
});

test('closing rejects requests that still wait, and all later ones', async () => {
  stills = new StillRenderer();
  const identity = { identity: 'ines' } as const;
  const waiting = expect(stills.render(identity, { width: 96, height: 96 })).rejects.toThrow(/closed/);
  await stills.close();
  await waiting;
  await expect(stills.render(identity, { width: 96, height: 96 })).rejects.toThrow(/closed/);
});

/** The real thread, which stands still at an order of this size. */
function standingThread(side: number): URL {
  const real = new URL('./still-thread.js', import.meta.url).href;
  const code = `
    import { parentPort } from 'node:worker_threads';
    const listen = parentPort.on.bind(parentPort);
    parentPort.on = (event, handle) => listen(event, (order) => {
      if (order.size.width === ${side}) {
        new BroadcastChannel('standing').postMessage('');
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
      }
      handle(order);
    });
    await import('${real}');`;
  return new URL(`data:text/javascript,${encodeURIComponent(code)}`);
}
