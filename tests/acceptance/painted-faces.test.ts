import { expect, test } from 'vitest';
import { isPainted, PEOPLE, pictureSteps, readSettings } from '../support/inside.ts';

test('the build has painted the built-in people in every size that their pictures take', async () => {
  const { video, videoMinFps } = readSettings({ VISAVIS_VIDEO_MIN_FPS: '12' }).config;
  const sizes = new Set(pictureSteps(video.fps, videoMinFps).map(({ scale }) => video.width * scale));
  expect([...sizes]).toEqual([512, 384]);
  for (const size of sizes)
    for (const { id } of PEOPLE) expect(await isPainted(id, size, size), `${id} ${size}`).toBe(true);
});
