import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { systemClock } from '../../../lib/clock.ts';
import type { Transcription } from '../../../speech-recognition/recognizer.ts';
import { createDeepgramRecognizer } from './deepgram-recognizer.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

const results = (
  transcript: string,
  flags: { is_final?: boolean; from_finalize?: boolean } = {},
  language = 'en',
) => ({
  type: 'Results',
  channel_index: [0, 1],
  duration: 1,
  start: 0,
  is_final: false,
  ...flags,
  channel: { alternatives: [{ transcript, confidence: 0.9, languages: [language], words: [] }] },
});

/** Starts a server with Deepgram's protocol that answers each `Finalize` with the test's words. */
async function serve(options: { refuses?: number; answers?: string[] } = {}) {
  const server = new WebSocketServer({
    port: 0,
    host: '127.0.0.1',
    verifyClient: (_info, done) => (options.refuses ? done(false, options.refuses, 'no') : done(true)),
  });
  closers.push(() => server.close());
  await once(server, 'listening');
  const heard = { url: '', authorization: '', bytes: 0, messages: [] as string[] };
  const answers = options.answers ?? [];
  const connections: WebSocket[] = [];
  server.on('connection', (socket, request) => {
    connections.push(socket);
    closers.push(() => socket.terminate());
    heard.url = request.url ?? '';
    heard.authorization = request.headers.authorization ?? '';
    socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) {
        heard.bytes += data.length;
        return;
      }
      const { type } = JSON.parse(data.toString()) as { type: string };
      heard.messages.push(type);
      if (type === 'Finalize')
        socket.send(JSON.stringify(results(answers.shift() ?? '', { is_final: true, from_finalize: true })));
    });
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const recognizer = createDeepgramRecognizer({
    apiKey: 'secret-key',
    baseUrl,
    model: 'nova-3',
    clock: systemClock,
  });
  return { recognizer, heard, connections, server };
}

const SECOND = new Float32Array(16_000).fill(0.25);
const never = new AbortController().signal;

it('sends sound as it arrives, even before the connection is open, and asks for its words', async () => {
  const { recognizer, heard } = await serve({ answers: ['When do you open?'] });
  const words = recognizer.listen!({ language: 'en', onWords: () => undefined });
  words.push(SECOND);
  expect(await words.complete(never)).toEqual({ text: 'When do you open?', language: 'en' });
  expect(heard.bytes).toBe(32_000);
  expect(heard.authorization).toBe('Token secret-key');
  const asked = new URL(heard.url, 'ws://host');
  expect(asked.pathname).toBe('/v1/listen');
  expect(Object.fromEntries(asked.searchParams)).toMatchObject({
    model: 'nova-3',
    encoding: 'linear16',
    sample_rate: '16000',
    interim_results: 'true',
    language: 'en',
  });
  words.close();
  await expect.poll(() => heard.messages).toEqual(['Finalize', 'CloseStream']);
});

it('reports all words so far each time, and continues after a pause', async () => {
  const { recognizer, connections } = await serve({ answers: ['I would like to book', 'a table for two.'] });
  const told: Transcription[] = [];
  const words = recognizer.listen!({ onWords: (heard) => told.push(heard) });
  words.push(SECOND);
  await expect.poll(() => connections.length).toBe(1);
  connections[0]!.send(JSON.stringify(results('I would')));
  await expect.poll(() => told.at(-1)?.text).toBe('I would');
  expect((await words.complete(never)).text).toBe('I would like to book');
  words.push(SECOND);
  expect((await words.complete(never)).text).toBe('I would like to book a table for two.');
  words.close();
});

it('says why it fails: a key that is refused, a connection that ends', async () => {
  const refused = await serve({ refuses: 401 });
  const first = refused.recognizer.listen!({ onWords: () => undefined });
  await expect(first.complete(never)).rejects.toMatchObject({ kind: 'auth' });
  const cut = await serve();
  const second = cut.recognizer.listen!({ onWords: () => undefined });
  second.push(SECOND);
  await expect.poll(() => cut.connections.length).toBe(1);
  cut.connections[0]!.close(1011, 'NET-0001');
  await once(cut.connections[0]!, 'close');
  await expect(second.complete(never)).rejects.toThrow('Deepgram');
});

it.each([
  ['pt-BR', 'pt'],
  ['multi', undefined],
  ['<p', undefined],
  ['', undefined],
])('takes the language %j as %s', async (reported, language) => {
  const { recognizer, connections } = await serve();
  const told: Transcription[] = [];
  const words = recognizer.listen!({ onWords: (heard) => told.push(heard) });
  await expect.poll(() => connections.length).toBe(1);
  connections[0]!.send(JSON.stringify(results('Olá', {}, reported)));
  await expect.poll(() => told).toEqual([{ text: 'Olá', ...(language && { language }) }]);
  words.close();
});

it('does not repeat the key if an error contains it', async () => {
  const { recognizer, connections } = await serve();
  const words = recognizer.listen!({ onWords: () => undefined });
  await expect.poll(() => connections.length).toBe(1);
  connections[0]!.send(JSON.stringify({ type: 'Error', description: 'no project of secret-key' }));
  await expect(words.complete(never)).rejects.toThrow(/: no project of \[secret\]$/);
});

it('stops waiting when nobody wants the words any more', async () => {
  const { recognizer } = await serve();
  const words = recognizer.listen!({ onWords: () => undefined });
  const stop = new AbortController();
  const asked = words.complete(stop.signal);
  stop.abort(new Error('spoke on'));
  await expect(asked).rejects.toThrow('spoke on');
  words.close();
});
