import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as Kinds from './face-kinds.ts';
import { BUILT_IN_PEOPLE } from './face-kinds.ts';
import type * as Renderer from './start-face-renderer.ts';
import type * as Stills from './start-still-renderer.ts';

const DIST = fileURLToPath(new URL('../', import.meta.url));
const TOY = `
class Toy {
  constructor(width, height) { this.width = width; this.height = height; this.light = 0; }
  draw(pose) { this.light = Math.round(100 + 100 * pose.open); }
  convert(i420) { i420.fill(this.light); }
  copyPixels() { return new Uint8ClampedArray(this.width * this.height * 4).fill(255); }
}
export const toyKind = {
  name: 'toy',
  people: {
    list: [{ identity: 'robot', name: 'Robot', description: 'A grey robot' }],
    load: async () => async (identity, width, height) => new Toy(width, height),
  },
};
`;

describe('a new renderer', () => {
  let copy: string;
  beforeAll(async () => {
    const home = await mkdtemp(join(tmpdir(), 'visavis-toy-renderer-'));
    copy = join(home, 'dist');
    await cp(join(DIST, '../package.json'), join(home, 'package.json'));
    await symlink(
      fileURLToPath(new URL('../../../node_modules', import.meta.url)),
      join(home, 'node_modules'),
    );
    const isCode = (path: string) => !/\.(?:test\.js|d\.ts|tsbuildinfo)$|portraits$/.test(path);
    for (const folder of ['faces', 'lib'])
      await cp(join(DIST, folder), join(copy, folder), { recursive: true, filter: isCode });
    // The folder …
    await mkdir(join(copy, 'faces/toy'));
    await writeFile(join(copy, 'faces/toy/toy-kind.js'), TOY);
    // … and the line.
    const registry = join(copy, 'faces/face-kinds.js');
    const text = await readFile(registry, 'utf8');
    const withToy = text.replace('[illustratedKind, photoKind]', '[illustratedKind, photoKind, toyKind]');
    expect(withToy).not.toBe(text);
    await writeFile(registry, `import { toyKind } from './toy/toy-kind.js';\n${withToy}`);
  });
  afterAll(() => rm(join(copy, '..'), { recursive: true, force: true }));

  it('is one folder and one line: its person is listed, drawn in the threads, and has a still', async () => {
    const load = async <T>(file: string) => (await import(join(copy, 'faces', file))) as T;
    const kinds = await load<typeof Kinds>('face-kinds.js');
    expect(kinds.BUILT_IN_PEOPLE.map(({ identity }) => identity)).toEqual([
      ...BUILT_IN_PEOPLE.map(({ identity }) => identity),
      'robot',
    ]);
    const renderer = (await load<typeof Renderer>('start-face-renderer.js')).startFaceRenderer();
    const face = await renderer.open({ identity: 'robot' }, { width: 64, height: 64, fps: 25, seed: 1 });
    const { i420 } = await face.requestFrame({ index: 0, ptsMs: 0, state: 'idle', visemes: null, energy: 0 });
    expect(i420[0]).toBeGreaterThanOrEqual(100);
    await renderer.close();
    const stills = (await load<typeof Stills>('start-still-renderer.js')).startStillRenderer();
    const png = await stills.render({ identity: 'robot' }, { width: 32, height: 32 });
    expect(Buffer.from(png).toString('latin1', 1, 4)).toBe('PNG');
    await stills.close();
  });
});
