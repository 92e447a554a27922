import { readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { afterEach, expect, test } from 'vitest';
import { FakeClock } from '../lib/testing/fake-clock.ts';
import { useFolder } from '../lib/testing/use-folder.ts';
import { StillRenderer } from './still-renderer.ts';

const REAL = new URL('./still-child.js', import.meta.url).href;
const folder = useFolder('of each');
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

test('a request that blocks the process is rejected, and others are drawn', async () => {
  const clock = new FakeClock();
  const failures: string[] = [];
  const onFailure = ({ message }: Error) => failures.push(message);
  stills = new StillRenderer({ clock, onFailure, module: await standingProcess(98) });
  const image = await createCanvas(64, 64).encode('png');
  const draw = (side: number) => stills.render({ image }, { width: side, height: side });
  const foundStanding = async (times: number) => {
    await expect.poll(() => readdirSync(folder).length).toBe(1 + times);
    // A heartbeat that was sent earlier may still arrive.
    const failuresLater = async () => {
      await clock.advance(45_000);
      return failures.length;
    };
    await expect.poll(failuresLater).toBe(times);
  };
  const before = draw(96);
  const rejected = expect(draw(98)).rejects.toMatchObject({ name: 'StillError' });
  const after = draw(102);
  // Each order is drawn alone in another process, to find out which one hangs.
  await foundStanding(1);
  expect((await before).png.length).toBeGreaterThan(100);
  await foundStanding(2);
  await rejected;
  expect((await after).png.length).toBeGreaterThan(100);
  expect(failures).toEqual(Array(2).fill('A picture took too long to draw.'));
});

test('a process that dies rejects only its own request, and the next one is drawn', async () => {
  const module = join(folder, 'dying.mjs');
  await writeFile(module, "process.once('message', () => process.kill(process.pid, 'SIGKILL'));");
  const failures: string[] = [];
  const onFailure = ({ message }: Error) => failures.push(message);
  stills = new StillRenderer({ module: pathToFileURL(module), onFailure });
  const draw = () => stills.render({ identity: 'ines' }, { width: 96, height: 96 });
  await expect(draw()).rejects.toMatchObject({ name: 'StillError' });
  expect(failures).toEqual([expect.stringMatching(/^The renderer of stills ended with /)]);
  await writeFile(module, `await import('${REAL}');`);
  expect((await draw()).png.length).toBeGreaterThan(100);
});

test('closing rejects requests that still wait, and all later ones', async () => {
  stills = new StillRenderer();
  const identity = { identity: 'ines' } as const;
  const waiting = expect(stills.render(identity, { width: 96, height: 96 })).rejects.toThrow(/closed/);
  await stills.close();
  await waiting;
  await expect(stills.render(identity, { width: 96, height: 96 })).rejects.toThrow(/closed/);
});

/** Returns the real process, modified to hang at an order of this size after creating a file. */
async function standingProcess(side: number): Promise<URL> {
  const module = join(folder, 'standing.mjs');
  const code = `
    import { writeFileSync } from 'node:fs';
    const listen = process.on.bind(process);
    process.on = (event, handle) => listen(event, (order) => {
      if (event === 'message' && order.size.width === ${side}) {
        writeFileSync(new URL(String(process.pid), import.meta.url), '');
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
      }
      handle(order);
    });
    await import('${REAL}');`;
  await writeFile(module, code);
  return pathToFileURL(module);
}
