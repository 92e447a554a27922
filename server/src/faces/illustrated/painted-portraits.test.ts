import { rm } from 'node:fs/promises';
import { afterEach, expect, it } from 'vitest';
import { REST_POSE } from '../director/face-pose.ts';
import { openIllustrated } from './open-illustrated.ts';
import { isPainted } from './painted-files.ts';
import { keepPortrait, loadPortrait } from './painted-portraits.ts';

const SIDE = 82;
const kept: string[] = [];
afterEach(async () => {
  for (const file of kept.splice(0)) await rm(file);
});

it('reads the same portrait from a file as it paints', async () => {
  const fresh = await loadPortrait('ada', SIDE, SIDE);
  expect(await isPainted('ada', SIDE, SIDE)).toBe(false);
  kept.push(await keepPortrait('ada', SIDE, SIDE));
  expect(await isPainted('ada', SIDE, SIDE)).toBe(true);
  const loaded = await loadPortrait('ada', SIDE, SIDE);
  expect(Buffer.compare(loaded.backdrop, fresh.backdrop)).toBe(0);
  for (const [name, { pixels, ...place }] of Object.entries(fresh.pictures)) {
    const { pixels: again, ...there } = loaded.pictures[name as keyof typeof loaded.pictures];
    expect(there, name).toEqual(place);
    expect(Buffer.compare(again, pixels), name).toBe(0);
  }
  const drawer = await openIllustrated('ada', SIDE, SIDE);
  drawer.draw(REST_POSE);
  expect(new Set(drawer.copyPixels()).size).toBeGreaterThan(50);
});
