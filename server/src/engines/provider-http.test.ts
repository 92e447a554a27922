import { expect, test } from 'vitest';
import { readBody } from './provider-http.ts';

const PROVIDER = { name: 'The service', keySetting: 'KEY' };
const PATIENCE = { firstMs: 5000, idleMs: 20 };

async function read(body: ReadableStream<Uint8Array>): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const bytes of readBody(PROVIDER, new Response(body), PATIENCE)) text += decoder.decode(bytes);
  return text;
}

test('an answer that stops in the middle is a time-out, and the connection is let go', async () => {
  let cancelled = false;
  const stalling = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode('one')),
    cancel: () => {
      cancelled = true;
    },
  });
  await expect(read(stalling)).rejects.toMatchObject({
    kind: 'timeout',
    retryable: true,
    message: expect.stringContaining('The service did not answer in time: the answer stopped'),
  });
  expect(cancelled).toBe(true);
});
