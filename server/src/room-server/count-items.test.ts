import { SignalRequest } from '@livekit/protocol';
import { expect, test } from 'vitest';
import { countItems } from '../lib/count-items.ts';
import { jsonHoldsMore } from './signal/signal-socket.ts';

test.each<[name: string, json: string]>([
  ['empty messages', `{"subscription":{"participantTracks":[${Array(9_000).fill('{}').join()}]}}`],
  ['empty texts', `{"subscription":{"trackSids":[${Array(9_000).fill('""').join()}]}}`],
])('what holds much holds much in JSON as well: %s', (_, json) => {
  expect(jsonHoldsMore(json, 8_999)).toBe(true);
  expect(countItems(SignalRequest, SignalRequest.fromJsonString(json).toBinary(), 5_000)).toBeGreaterThan(
    5_000,
  );
});

test('what stands in a text counts for nothing', () => {
  const metadata = JSON.stringify({ list: Array(9_000).fill({}), quoted: '"' });
  const text = JSON.stringify({ updateMetadata: { metadata } });
  expect([jsonHoldsMore(text, 1), jsonHoldsMore(text, 2)]).toEqual([true, false]);
});
