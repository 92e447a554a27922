import { expect, test } from 'vitest';
import { endpointIn } from './endpoint-in-address.ts';

test.each([
  ['https://a.example/v1/chat/completions', '/chat/completions'],
  ['https://a.example/openai/v1/audio/speech/', '/audio/speech/'],
  ['https://a.example/v1/audio/transcriptions', '/audio/transcriptions'],
  ['https://a.example/v1/embeddings', '/embeddings'],
  ['https://a.example/v1', undefined],
  ['https://a.example/embeddings', undefined],
  ['https://a.example/chat/completions/v1', undefined],
])('%s ends with the endpoint %s', (address, endpoint) => {
  expect(endpointIn(address)).toBe(endpoint);
});
