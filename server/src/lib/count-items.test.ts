import { SignalRequest } from '@livekit/protocol';
import { expect, test } from 'vitest';
import { countItems } from './count-items.ts';

test.each([
  ['messages', { participantTracks: Array.from({ length: 9_000 }, () => ({})) }],
  ['texts', { trackSids: Array.from({ length: 9_000 }, () => '') }],
])('empty %s count', (_, subscription) => {
  const bytes = SignalRequest.fromJson({ subscription }).toBinary();
  expect(countItems(SignalRequest, bytes, 5_000)).toBeGreaterThan(5_000);
  expect(countItems(SignalRequest, bytes, 10_000)).toBe(9_001);
});
