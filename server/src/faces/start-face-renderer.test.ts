import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { startFaceRenderer } from './start-face-renderer.ts';

const MAYA = { identity: 'maya' } as const;
const OPTIONS = { width: 64, height: 64, fps: 25, seed: 1 };
const request = (index: number) =>
  ({ index, ptsMs: index * 40, state: 'idle', visemes: null, energy: 0 }) as const;

describe('startFaceRenderer', () => {
  it('rejects what is pending when its thread dies, and opens the next face in a new one', async () => {
    const failures: Error[] = [];
    const renderer = startFaceRenderer({
      threadModule: dyingThread(13),
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
      expect(String(outcome.reason)).toMatch(/face renderer has failed/);
    }
    expect(failures).toHaveLength(1);
    await expect(other.requestFrame(request(2))).rejects.toThrow(/has failed/);

    const fresh = await renderer.open(MAYA, OPTIONS);
    expect((await fresh.requestFrame(request(0))).index).toBe(0);
    await face.close();
    expect((await fresh.requestFrame(request(1))).index).toBe(1);
    await renderer.close();
    await expect(renderer.open(MAYA, OPTIONS)).rejects.toThrow(/closed/);
  });

  it('ends openings that are under way when it closes', async () => {
    const renderer = startFaceRenderer();
    const opening = expect(renderer.open(MAYA, OPTIONS)).rejects.toThrow(/closed/);
    await renderer.close();
    await opening;
  });

  it('shows a photo as it is until its face is found, once for each photo', async () => {
    const renderer = startFaceRenderer();
    const image = await readFile(new URL('../../src/faces/locator/testing/astronaut.jpg', import.meta.url));
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
    // A picture, not a plain colour; and it stays as it is when the face draws.
    expect(new Set(still!.subarray(0, 64 * 64)).size).toBeGreaterThan(20);
    const before = Uint8Array.from(still!);
    for (let index = 0; index < 5; index++) await face.requestFrame(request(index));
    expect(still).toEqual(before);
    await open();
    expect(happened).toEqual(['still', 'open', 'open']);
    await renderer.close();
  });
});

/** The real thread, which ends when the frame of this index is requested. */
function dyingThread(index: number): URL {
  const real = new URL('./face-thread.js', import.meta.url).href;
  const code = `
    import { parentPort } from 'node:worker_threads';
    const listen = parentPort.on.bind(parentPort);
    parentPort.on = (event, handle) => listen(event, (message) => {
      if (message.type === 'frame' && message.request.index === ${index}) process.exit(3);
      handle(message);
    });
    await import('${real}');`;
  return new URL(`data:text/javascript,${encodeURIComponent(code)}`);
}
