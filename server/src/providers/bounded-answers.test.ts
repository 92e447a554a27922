import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { systemClock } from '../lib/clock.ts';
import { embedTexts } from './llm/embedding-client.ts';
import { providerFetch } from './provider-http.ts';
import { createTranscriber } from './stt/openai/transcriber.ts';
import { createSpeechServer } from './tts/openai/speech-server.ts';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function serve(answer: (response: ServerResponse) => void) {
  const listening = createServer((request, response) => {
    request.resume();
    answer(response);
  });
  server = listening;
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  return { baseUrl: `http://127.0.0.1:${(listening.address() as AddressInfo).port}`, model: 'm' };
}

/** A body that goes on for as long as it is read. */
const endless =
  (start: string, status = 200) =>
  (response: ServerResponse) => {
    response.writeHead(status, { ...(status !== 200 && { 'content-type': 'application/json' }) });
    response.write(start);
    const more = () => {
      while (!response.destroyed && response.write(' '.repeat(65_536)));
    };
    response.on('drain', more);
    more();
  };
const REJECTED = { kind: 'rejected' };

test('the reason of a refusal that does not end is its beginning', async () => {
  const { baseUrl } = await serve(endless('{"error":{"message":"No.","x":"', 400));
  await expect(providerFetch({ name: 'It', keySetting: 'KEY' }, baseUrl)).rejects.toMatchObject(REJECTED);
});

test('vectors and words that do not end are none', async () => {
  const endpoint = await serve(endless('{"data":['));
  await expect(embedTexts(endpoint, ['one'])).rejects.toMatchObject(REJECTED);
  await expect(createTranscriber(endpoint).transcribe(new Float32Array(160))).rejects.toMatchObject(REJECTED);
});

test('a vector of more numbers than any model gives is none', async () => {
  const endpoint = await serve((response) =>
    response.end(
      JSON.stringify({ data: [{ index: 0, embedding: Array.from({ length: 10_000 }, () => 0) }] }),
    ),
  );
  await expect(embedTexts(endpoint, ['one'])).rejects.toMatchObject(REJECTED);
});

test('a vector with a number beyond single precision is none', async () => {
  const endpoint = await serve((response) => response.end('{"data":[{"index":0,"embedding":[0.5,1e308]}]}'));
  await expect(embedTexts(endpoint, ['one'])).rejects.toMatchObject(REJECTED);
});

test.each(['abc', '-48000', '0', '999999999999', 'Infinity', '24000.5'])(
  'speech at a sample rate of %s is refused before it is read',
  async (rate) => {
    const endpoint = await serve((response) => {
      response.setHeader('x-sample-rate', rate);
      endless('sound')(response);
    });
    const speech = createSpeechServer(endpoint, systemClock).speak(
      'Hello.',
      { voice: 'a', language: 'en' },
      new AbortController().signal,
    );
    await expect(speech[Symbol.asyncIterator]().next()).rejects.toMatchObject(REJECTED);
  },
);
