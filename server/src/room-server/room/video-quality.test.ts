import { UpdateTrackSettings, VideoLayer, VideoQuality } from '@livekit/protocol';
import { expect, test } from 'vitest';
import { spatialFor, spatialWithin } from './video-quality.ts';

const { LOW, MEDIUM, HIGH } = VideoQuality;
const layer = (quality: VideoQuality, width: number) =>
  new VideoLayer({ quality, width, height: (width * 9) / 16 });
const three = [layer(LOW, 320), layer(MEDIUM, 640), layer(HIGH, 1280)];
const wish = (quality: VideoQuality) => new UpdateTrackSettings({ quality });

test('the smallest layer that fills an element is chosen, and the largest for an element that none fills', () => {
  const spatials = [160, 320, 321, 640, 4000].map((width) =>
    spatialFor(new UpdateTrackSettings({ width, height: (width * 9) / 16 }), three),
  );
  expect(spatials).toEqual([0, 0, 1, 1, 2]);
});

test('layers inside a stream count from 0, whatever qualities they are called', () => {
  const within = (layers: VideoLayer[]) =>
    [LOW, MEDIUM, HIGH].map((quality) => spatialWithin(wish(quality), layers));
  expect(within(three)).toEqual([0, 1, 2]);
  expect(within([layer(MEDIUM, 640), layer(HIGH, 1280)])).toEqual([0, 0, 2]);
  expect(within([layer(LOW, 320), layer(MEDIUM, 640)])).toEqual([0, 2, 2]);
  expect(within([layer(HIGH, 1280)])).toEqual([0, 0, 2]);
  expect(within([])).toEqual([2, 2, 2]);
});
