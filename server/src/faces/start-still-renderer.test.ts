import { rm } from 'node:fs/promises';
import { loadImage } from '@napi-rs/canvas';
import { afterEach, expect, test } from 'vitest';
import { keepStill } from './illustrated/painted-files.ts';
import { type StillRenderer, startStillRenderer } from './start-still-renderer.ts';

let stills: StillRenderer;
afterEach(() => stills.close());

test('a still that the build has painted is read instead of drawn', async () => {
  stills = startStillRenderer();
  const painted = Buffer.from('what the build has painted');
  const file = await keepStill('ines', 94, 94, painted);
  try {
    const read = await stills.render({ identity: 'ines' }, { width: 94, height: 94 });
    expect(Buffer.from(read)).toEqual(painted);
  } finally {
    await rm(file);
  }
});

test('a still that cannot be drawn rejects with the message of the drawer, and the next one is drawn', async () => {
  stills = startStillRenderer();
  const size = { width: 96, height: 96 };
  const image = Buffer.from('this is no picture');
  await expect(stills.render({ image }, size)).rejects.toThrow(/picture/);
  const drawn = await stills.render({ identity: 'ines' }, size);
  expect((await loadImage(Buffer.from(drawn))).width).toBe(96);
});

test('closing rejects requests that still wait, and all later ones', async () => {
  stills = startStillRenderer();
  const identity = { identity: 'ines' } as const;
  const waiting = expect(stills.render(identity, { width: 96, height: 96 })).rejects.toThrow(/closed/);
  await stills.close();
  await waiting;
  await expect(stills.render(identity, { width: 96, height: 96 })).rejects.toThrow(/closed/);
});
