import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { encodeWav } from '../audio/wav.ts';
import { systemClock } from '../lib/clock.ts';
import { useServers } from '../lib/testing/use-servers.ts';
import { ChatClient } from './llm/chat-client.ts';
import { embedTexts } from './llm/embedding-client.ts';
import { PATIENCE } from './patience.ts';
import { providerFetch } from './provider-http.ts';
import { createTranscriber } from './stt/openai/transcriber.ts';
import { createSpeechServer } from './tts/openai/speech-server.ts';
import { SpeechService } from './tts/speech-service.ts';

const start = useServers();

async function serve(answer: (response: ServerResponse) => void) {
  const baseUrl = await start((request, response) => {
    request.resume();
    answer(response);
  });
  return { baseUrl, model: 'm' };
}

/** Sends a body that continues for as long as it is read. */
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

test('of an endless refusal only the beginning is used as the reason', async () => {
  const { baseUrl } = await serve(endless('{"error":{"message":"No.","x":"', 400));
  await expect(providerFetch({ name: 'It', keySetting: 'KEY' }, baseUrl)).rejects.toMatchObject(REJECTED);
});

test('endless vectors and words are refused', async () => {
  const endpoint = await serve(endless('{"data":['));
  await expect(embedTexts(endpoint, ['one'])).rejects.toMatchObject(REJECTED);
  await expect(createTranscriber(endpoint).transcribe(new Float32Array(160))).rejects.toMatchObject(REJECTED);
});

test('a vector with more numbers than any model gives is refused', async () => {
  const endpoint = await serve((response) =>
    response.end(
      JSON.stringify({ data: [{ index: 0, embedding: Array.from({ length: 10_000 }, () => 0) }] }),
    ),
  );
  await expect(embedTexts(endpoint, ['one'])).rejects.toMatchObject(REJECTED);
});

test('a vector with a number beyond single precision is refused', async () => {
  const endpoint = await serve((response) => response.end('{"data":[{"index":0,"embedding":[0.5,1e308]}]}'));
  await expect(embedTexts(endpoint, ['one'])).rejects.toMatchObject(REJECTED);
});

/** Fields that nothing reads, but which are expensive to parse. */
const WASTE = {
  'levels without end': `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
  'values without end': `[${'{},'.repeat(150_000)}1]`,
};
test.each(Object.entries(WASTE))('answers with %s are refused before they are parsed', async (_, waste) => {
  const vectors = `{"data":[{"index":0,"embedding":[0.5]}],"x":${waste}}`;
  const embedding = embedTexts(await serve((response) => response.end(vectors)), ['one']);
  await expect(embedding).rejects.toMatchObject(REJECTED);
  const words = await serve((response) => response.end(`{"text":"Hello.","x":${waste}}`));
  await expect(createTranscriber(words).transcribe(new Float32Array(160))).rejects.toMatchObject(REJECTED);
  const chunk = `data: {"choices":[{"delta":{"content":"Hello."}}],"x":${waste}}\n\n`;
  const model = await serve((response) => response.end(chunk));
  const chat = new ChatClient(model, PATIENCE.llm, systemClock, () => undefined);
  const events = chat.stream([], [], new AbortController().signal);
  await expect(events.next()).rejects.toMatchObject(REJECTED);
});

test('a body in chunks of a single byte is read in few pieces', async () => {
  const { baseUrl } = await serve((response) => {
    response.socket!.end(
      `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(5_000)}0\r\n\r\n`,
    );
  });
  const { body } = await providerFetch({ name: 'It', keySetting: 'KEY' }, baseUrl);
  const pieces: Uint8Array[] = [];
  for await (const piece of body!) pieces.push(piece);
  expect(Buffer.concat(pieces).toString()).toBe('x'.repeat(5_000));
  expect(pieces.length).toBeLessThan(500);
});

test('an invalid status is reported as a failure', async () => {
  const { baseUrl } = await serve((response) => response.writeHead(999).end('{}'));
  const asked = providerFetch({ name: 'It', keySetting: 'KEY' }, baseUrl);
  await expect(asked).rejects.toMatchObject({ kind: 'unreachable' });
});

const callOf = (args: string) =>
  `data: {"choices":[{"delta":{"tool_calls":[{"function":{"name":"x","arguments":${args}}}]}}]}\n\n`;
const DEEP = 100_000;
test.each<[string, (response: ServerResponse) => unknown, object]>([
  ['without a body', (response) => response.writeHead(204).end(), { kind: 'unavailable' }],
  ['that do not end', endless('data: {}\n\n'), REJECTED],
  [
    'with a call that is nested without end',
    (response) => response.end(callOf('['.repeat(DEEP) + ']'.repeat(DEEP))),
    REJECTED,
  ],
])('answers of a language model %s count as its failure', async (_, answer, failure) => {
  const chat = new ChatClient(await serve(answer), PATIENCE.llm, systemClock, () => undefined);
  const events = chat.stream([], [], new AbortController().signal);
  await expect(events.next()).rejects.toMatchObject(failure);
});

test('only the beginning of the name of the answering model is kept', async () => {
  const chunk = { model: 'm'.repeat(100_000), choices: [{ delta: { content: 'Hello.' } }] };
  const endpoint = await serve((response) => response.end(`data: ${JSON.stringify(chunk)}\n\n`));
  const chat = new ChatClient(endpoint, PATIENCE.llm, systemClock, () => undefined);
  await chat.stream([], [], new AbortController().signal).next();
  expect(chat.model).toBe('m'.repeat(200));
});

test.each(['abc', '-48000', '0', '999999999999', 'Infinity', '24000.5', '383993'])(
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

test.each([
  ['an encoding that nobody knows', (wav: Uint8Array) => (wav[20] = 7)],
  ['a rate that is not used for sound', (wav: Uint8Array) => (wav[24] = 1)],
])('a WAVE file of %s is a failure of the server', async (_, change) => {
  const wav = encodeWav(new Int16Array(24_000), 24_000);
  change(wav);
  const endpoint = await serve((response) => response.end(wav));
  const style = { voice: 'a', language: 'en' };
  const speech = createSpeechServer(endpoint, systemClock).speak(
    'Hello.',
    style,
    new AbortController().signal,
  );
  await expect(speech[Symbol.asyncIterator]().next()).rejects.toMatchObject(REJECTED);
});

test('speech that comes a sample at a time is passed on in few pieces, and whole', async () => {
  const pcm = Int16Array.from({ length: 4_801 }, (_, at) => at);
  const wav = encodeWav(pcm, 24_000);
  const endpoint = await serve((response) => {
    for (let at = 0; at < wav.length; at += 2) response.write(wav.subarray(at, at + 2));
    response.end();
  });
  const style = { voice: 'a', language: 'en' };
  const pieces: Int16Array[] = [];
  const { signal } = new AbortController();
  for await (const piece of createSpeechServer(endpoint, systemClock).speak('Hello.', style, signal))
    pieces.push(piece.pcm);
  expect(pieces.length).toBeLessThan(25);
  expect(pieces.flatMap((piece) => [...piece])).toEqual([...pcm]);
});

async function speechOf(answer: (response: ServerResponse) => void, text = 'Hello.') {
  const synthesizer = createSpeechServer({ ...(await serve(answer)), name: 'Our voice' }, systemClock);
  const voices = { ...synthesizer.voices, list: async () => undefined };
  const service = new SpeechService({ ...synthesizer, voices }, systemClock);
  const request = { text, voice: 'Puck', instructions: undefined, language: 'en' };
  return service.speak({ ...request, onNotice: () => undefined }, new AbortController().signal);
}

test("a server's name is no reason to request another voice", async () => {
  let asked = 0;
  const speech = await speechOf((response) => {
    asked++;
    response.writeHead(400).end('No.');
  });
  await expect(speech.next()).rejects.toMatchObject(REJECTED);
  expect(asked).toBe(1);
});

test('speech without sound is a failure if the text has words', async () => {
  const silent = (response: ServerResponse) => response.end();
  await expect((await speechOf(silent)).next()).rejects.toMatchObject({
    ...REJECTED,
    detail: 'its answer contains no audio',
  });
  expect(await (await speechOf(silent, '…')).next()).toEqual({ done: true, value: undefined });
});
