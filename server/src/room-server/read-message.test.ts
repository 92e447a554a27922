import { AddTrackRequest, SignalRequest, TrackSource, VideoQuality } from '@livekit/protocol';
import { expect, test } from 'vitest';
import { readJson, readMessage } from './read-message.ts';

test('a JSON number that the wire format cannot carry makes a message unreadable', () => {
  const text = JSON.stringify({ updateAudioTrack: { trackSid: 'TR_1', features: [99_999_999_999] } });
  expect(() => readJson(SignalRequest, text)).toThrow();
});

test('values unknown to an enumeration are left out', () => {
  const request = SignalRequest.fromJson({
    addTrack: { cid: 'a', type: 1, source: 99, audioFeatures: [1, -5, 99], layers: [{ quality: 77 }] },
  });
  const { message } = readMessage(SignalRequest, request.toBinary());
  expect(message.value).toEqual(
    new AddTrackRequest({
      cid: 'a',
      type: 1,
      source: TrackSource.UNKNOWN,
      audioFeatures: [1],
      layers: [{ quality: VideoQuality.LOW }],
    }),
  );
});
