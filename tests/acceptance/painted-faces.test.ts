import { expect, test } from 'vitest';
import { FACE_KINDS, pictureSteps, readSettings } from '../support/inside.ts';

test('the build has painted the built-in people in every size that their pictures take', async () => {
  const { video, videoMinFps } = readSettings({ VISAVIS_VIDEO_MIN_FPS: '12' }).config;
  const sizes = new Set(pictureSteps(video.fps, videoMinFps).map(({ scale }) => video.width * scale));
  expect([...sizes]).toEqual([512, 384]);
  for (const { people } of FACE_KINDS)
    for (const { identity } of people?.list ?? [])
      for (const size of sizes)
        expect(await people?.opensAtOnce?.(identity, size, size), `${identity} ${size}`).toBe(true);
});
