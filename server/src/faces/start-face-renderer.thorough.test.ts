import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { FakeClock } from '../lib/testing/fake-clock.ts';
import { startFaceRenderer } from './start-face-renderer.ts';
import { makePng } from './testing/make-png.ts';
import { slowJpeg } from './testing/slow-jpeg.ts';

const MAYA = { identity: 'maya' } as const;
const OPTIONS = { width: 64, height: 64, fps: 25, seed: 1 };
const request = (index: number) =>
  ({ index, ptsMs: index * 40, state: 'idle', visemes: null, energy: 0 }) as const;

describe('startFaceRenderer', () => {
  it('rejects pending requests when its thread dies, and opens the next face in a new thread', async () => {
    const failures: Error[] = [];
    const renderer = startFaceRenderer({
      threadModule: spoiltThread(13, 'process.exit(3)'),
      onThreadFailure: (error) => failures.push(error),
    });
    const [face, other] = await Promise.all([renderer.open(MAYA, OPTIONS), renderer.open(MAYA, OPTIONS)]);
    await face.requestFrame(request(12));
    const pending = await Promise.allSettled([
      face.requestFrame(request(13)),
      face.requestFrame(request(14)),
      other.requestFrame(request(1)),
      renderer.open(MAYA, { ...OPTIONS, width: 512, height: 512 }),
    ]);
    for (const outcome of pending) {
      if (outcome.status === 'fulfilled') throw new Error('a request outlived its thread');
      expect(String(outcome.reason)).toMatch(/face renderer failed/);
    }
    expect(failures).toHaveLength(1);
    await expect(other.requestFrame(request(2))).rejects.toThrow(/renderer failed/);

    const fresh = await renderer.open(MAYA, OPTIONS);
    expect((await fresh.requestFrame(request(0))).index).toBe(0);
    await face.close();
    expect((await fresh.requestFrame(request(1))).index).toBe(1);
    await renderer.close();
    await expect(renderer.open(MAYA, OPTIONS)).rejects.toThrow(/closed/);
  });

  it('ends a face that blocks its thread, and draws the others in another thread', async () => {
    const clock = new FakeClock();
    const channel = new BroadcastChannel('standing');
    const standing = once(channel, 'message');
    const failures: string[] = [];
    const renderer = startFaceRenderer({
      clock,
      threadModule: spoiltThread(13, STAND_STILL),
      onThreadFailure: ({ message }) => failures.push(message),
    });
    const [face, other] = await Promise.all([renderer.open(MAYA, OPTIONS), renderer.open(MAYA, OPTIONS)]);
    await face.requestFrame(request(0));
    await other.requestFrame(request(0));
    const ended = expect(face.requestFrame(request(13))).rejects.toThrow(/too long/);
    const waiting = [1, 2].map((index) => other.requestFrame(request(index)));
    const opening = renderer.open(MAYA, OPTIONS);
    await standing;
    channel.close();
    await clock.advance(45_000);
    await ended;
    const held = other.requestFrame(request(3));
    expect((await Promise.all([...waiting, held])).map(({ index }) => index)).toEqual([1, 2, 3]);
    expect((await (await opening).requestFrame(request(0))).index).toBe(0);
    await expect(face.requestFrame(request(14))).rejects.toThrow(/too long/);
    expect(failures).toEqual(['The face took too long to draw.']);
    await renderer.close();
  });

  it('cancels faces that are being opened when it closes', async () => {
    const renderer = startFaceRenderer();
    const opening = expect(renderer.open(MAYA, OPTIONS)).rejects.toThrow(/closed/);
    await renderer.close();
    await opening;
  });

  it('shows a photo unchanged until its face is found, once for each photo', async () => {
    const renderer = startFaceRenderer();
    const image = await readFile(new URL('../../src/faces/landmarks/testing/astronaut.jpg', import.meta.url));
    const happened: string[] = [];
    const stills: Uint8Array[] = [];
    const open = async () => {
      const face = await renderer.open({ image }, OPTIONS, (i420) => {
        happened.push('still');
        stills.push(i420);
      });
      happened.push('open');
      return face;
    };
    const face = await open();
    const [still] = stills;
    expect(still).toHaveLength(64 * 64 * 1.5);
    // A real picture, not a plain colour; and drawing the face does not change it.
    expect(new Set(still!.subarray(0, 64 * 64)).size).toBeGreaterThan(20);
    const before = Uint8Array.from(still!);
    for (let index = 0; index < 5; index++) await face.requestFrame(request(index));
    expect(still).toEqual(before);
    await open();
    expect(happened).toEqual(['still', 'open', 'open']);
    await renderer.close();
  });

  it('cancels openings that are no longer wanted, whether they are decoding or waiting', async () => {
    const renderer = startFaceRenderer();
    const slow = { image: slowJpeg(7000, 100), owner: 'a' };
    const gone = new AbortController();
    const openings = Array.from({ length: 4 }, () =>
      renderer.open(slow, OPTIONS, undefined, gone.signal).catch(String),
    );
    const other = await renderer.open({ image: makePng(80, 64), owner: 'b' }, OPTIONS);
    gone.abort(new Error('given up'));
    expect(await Promise.all(openings)).toEqual(Array(4).fill('Error: given up'));
    const next = await renderer.open({ image: makePng(80, 66), owner: 'a' }, OPTIONS);
    expect((await next.requestFrame(request(0))).index).toBe(0);
    expect((await other.requestFrame(request(0))).index).toBe(0);
    await renderer.close();
  });
});

/** Returns the real thread, modified to run this code when it draws the frame with this index. */
function spoiltThread(index: number, what: string): URL {
  const [thread, director] = ['./face-thread.js', './director/director.js'].map(
    (module) => new URL(module, import.meta.url).href,
  );
  const code = `
    import { Director } from '${director}';
    const pose = Director.prototype.pose;
    Director.prototype.pose = function (request) {
      if (request.index === ${index}) { ${what} }
      return pose.call(this, request);
    };
    await import('${thread}');`;
  return new URL(`data:text/javascript,${encodeURIComponent(code)}`);
}

const STAND_STILL = `
  new BroadcastChannel('standing').postMessage('');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);`;
