import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { createDeepgramRecognizer, createTranscriber, systemClock } from '../support/inside/engines.ts';
import { LocalProviders } from '../support/providers/local-providers.ts';
import type { Json } from '../support/providers/protocol-server.ts';
import { VendorSchemas } from './vendor-schemas.ts';

const schemas = new VendorSchemas();
const SECOND = new Float32Array(16_000).map((_, n) => Math.sin(n / 10) / 4);
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

test("requests to a transcription server conform to the vendor's schema", async () => {
  const providers = await LocalProviders.start();
  closers.push(() => providers.stop());
  const { baseUrl, apiKey } = providers.pipeline;
  const faults: string[] = [];
  providers.pipeline.onTaken = (message, kind) =>
    faults.push(...(kind === 'transcription' ? schemas.faults('TranscriptionRequest', message) : [kind]));
  const recognizer = createTranscriber({ baseUrl, apiKey, model: 'stt' });
  for (const language of [undefined, 'de'])
    expect((await recognizer.transcribe(SECOND, { language })).text).not.toBe('');
  expect(faults).toEqual([]);
});

/** The example in https://developers.deepgram.com/docs/live-streaming-audio. */
const RESULTS = {
  type: 'Results',
  channel_index: [0, 1],
  duration: 1.98,
  start: 0,
  is_final: true,
  speech_final: false,
  from_finalize: true,
  channel: {
    alternatives: [
      {
        transcript: 'When do you open?',
        confidence: 0.99,
        languages: ['en'],
        words: [{ word: 'when', start: 0.1, end: 0.3, confidence: 0.99, punctuated_word: 'When' }],
      },
    ],
  },
  metadata: {
    request_id: '52cc0efe-fa77-4aa7-b79c-0dda09de2f14',
    model_info: { name: 'general-nova-3', version: '2025-04-17', arch: 'nova-3' },
    model_uuid: '1abfe86b-e047-4eed-858a-35e5625b41ee',
  },
};

test('Deepgram gets what its types require, its results are read, and broken messages are survived', async () => {
  expect(schemas.faults('DeepgramResults', RESULTS)).toEqual([]);
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  closers.push(() => server.close());
  await once(server, 'listening');
  const faults: string[] = [];
  const mutations = mutate(RESULTS);
  server.on('connection', (socket) => {
    closers.push(() => socket.terminate());
    socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) return;
      const message = JSON.parse(data.toString()) as Json;
      faults.push(...schemas.faults('DeepgramClientMessage', message));
      if (message.type !== 'Finalize') return;
      for (const broken of mutations) socket.send(JSON.stringify({ ...broken, from_finalize: false }));
      socket.send(JSON.stringify(RESULTS));
    });
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const recognizer = createDeepgramRecognizer({ apiKey: 'k', baseUrl, model: 'nova-3', clock: systemClock });
  const words = recognizer.listen!({ onWords: () => undefined });
  words.push(SECOND);
  expect((await words.complete(new AbortController().signal)).text).toContain('When do you open?');
  words.close();
  expect(faults).toEqual([]);
  expect(mutations.length).toBeGreaterThan(20);
});

/** Returns variants of the message in which each value is missing or has another type. */
function mutate(message: unknown): object[] {
  if (typeof message !== 'object' || message === null) return [];
  return Object.entries(message).flatMap(([name, value]) => {
    const others = [undefined, null, 7, 'text', [], {}].map((other) => ({ ...message, [name]: other }));
    const inner = Array.isArray(value)
      ? value.flatMap((item) => mutate(item).map((broken) => ({ ...message, [name]: [broken] })))
      : mutate(value).map((broken) => ({ ...message, [name]: broken }));
    return [...others, ...inner];
  });
}
