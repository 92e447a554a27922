import { expect, test } from 'vitest';
import { FramePace } from '../showing/frame-pace.ts';
import { TestStage } from '../testing/stage.ts';
import { TestPatternFace } from '../testing/test-pattern-face.ts';

const SECOND = 1000;

test('under load pictures are sent less often and smaller, sound does not change, and the timeline says so once', async () => {
  const pace = new FramePace();
  const opened: number[] = [];
  const stage = new TestStage({
    present: ['user'],
    deps: {
      framePace: pace,
      openFace: async ({ video }, scale) => {
        opened.push(scale);
        return new TestPatternFace({ ...video, width: 64 * scale, height: 64 * scale, seed: 1 });
      },
    },
  });
  await stage.clock.advance(1 * SECOND);
  const sounds = stage.tracks.played.length;
  pace.set({ maxFps: 15, scale: 1, savesInSilence: true });
  pace.set({ maxFps: 12, scale: 0.75, savesInSilence: true });
  await stage.clock.advance(200);
  const before = stage.tracks.pictures.length;
  await stage.clock.advance(2 * SECOND);
  const slow = stage.tracks.pictures.slice(before);
  expect(Math.abs(slow.length - 24)).toBeLessThanOrEqual(1);
  expect(
    slow.every(({ width, height, i420 }) => width === 48 && height === 48 && i420.length === 48 * 72),
  ).toBe(true);
  expect(stage.tracks.played.length - sounds).toBeGreaterThanOrEqual(219);
  pace.set({ maxFps: 25, scale: 1, savesInSilence: true });
  await stage.clock.advance(1 * SECOND);
  expect(stage.tracks.pictures.at(-1)).toMatchObject({ width: 64, height: 64 });
  expect(opened).toEqual([1, 0.75, 1]);
  expect(stage.timeline('warning')).toEqual([
    'This machine is overloaded: the video temporarily has 15 frames per second.',
  ]);
});
