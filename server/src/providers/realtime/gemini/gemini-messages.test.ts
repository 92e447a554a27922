import { expect, it } from 'vitest';
import { readGeminiMessage } from './gemini-messages.ts';

it('reads no more calls than one answer may make, and says that there were more', () => {
  const functionCalls = Array.from({ length: 100_000 }, (_, n) => ({ id: `${n}`, name: 'express' }));
  const events = readGeminiMessage({ toolCall: { functionCalls } });
  expect(events.filter((event) => typeof event === 'object')).toHaveLength(32);
  expect(events.filter((event) => typeof event === 'string')).toEqual(['too many tool calls in one answer']);
});

it.each(['0', '1', '999', '1000000000', '9'.repeat(400)])('refuses sound of %s Hz', (rate) => {
  const inlineData = { mimeType: `audio/pcm;rate=${rate}`, data: 'AAAA' };
  expect(readGeminiMessage({ serverContent: { modelTurn: { parts: [{ inlineData }] } } })).toEqual([
    `audio with the unsupported sample rate ${Number(rate)} Hz`,
  ]);
});

it('reads no more parts than a message has', () => {
  const parts = Array.from({ length: 100_000 }, () => ({ inlineData: { data: 'AAAA' } }));
  expect(readGeminiMessage({ serverContent: { modelTurn: { parts } } })).toHaveLength(256);
});
