/**
 * A process with an OpenAI-compatible server that thinks, speaks and transcribes as fast as a good vendor, or not at
 * all. It reports its port, and replies to every order.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { speechSound } from '@visavis/tests/dist/support/providers/speech-sound.js';
import { pause } from '../support/scope.ts';

const TOKEN = { firstMs: 150, everyMs: 15 };
const TRANSCRIBED_MS = 120;
const SOUND_MS = 100;
const SOUND_RATE = 24_000;
const WORD_MS = 250;
/** Milliseconds of audio per chunk, and between chunks. */
const SPEEDS = {
  fast: { pieceMs: 100, everyMs: 20 },
  real: { pieceMs: 100, everyMs: 100 },
  bursts: { pieceMs: 1000, everyMs: 500 },
} as const;
export type Speed = keyof typeof SPEEDS;

export interface Behaviour {
  /** The transcript returned for the user's speech. */
  words: string;
  answer: string;
  speed: Speed;
  /** `llm`: no request is answered. `tts`: nothing comes after the headers. */
  silent: 'llm' | 'tts' | 'none';
}

let behaviour: Behaviour = { words: '', answer: '', speed: 'fast', silent: 'none' };

/** Calls `send` for each item on time, as long as the client is connected. */
async function sendOnTime<T>(
  items: readonly T[],
  { firstMs, everyMs }: { firstMs: number; everyMs: number },
  response: ServerResponse,
  send: (item: T) => void,
): Promise<void> {
  const start = performance.now() + firstMs;
  for (const [n, item] of items.entries()) {
    await pause(Math.max(0, start + n * everyMs - performance.now()));
    if (response.destroyed) return;
    send(item);
  }
}

async function think(response: ServerResponse): Promise<void> {
  if (behaviour.silent === 'llm') return;
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  const send = (delta: object, finish: string | null = null) =>
    response.write(
      `data: ${JSON.stringify({
        id: 'chatcmpl-1',
        object: 'chat.completion.chunk',
        created: 0,
        model: 'local',
        choices: [{ index: 0, delta, finish_reason: finish }],
      })}\n\n`,
    );
  await sendOnTime(behaviour.answer.match(/\S+\s*/g) ?? [], TOKEN, response, (content) =>
    send({ role: 'assistant', content }),
  );
  send({}, 'stop');
  response.end('data: [DONE]\n\n');
}

async function speak(text: string, response: ServerResponse): Promise<void> {
  const { speed, silent } = behaviour;
  response.writeHead(200, { 'Content-Type': 'audio/pcm' });
  response.flushHeaders();
  if (silent === 'tts') return;
  const { pieceMs, everyMs } = SPEEDS[speed];
  const pcm = speechSound(text.trim().split(/\s+/).length * WORD_MS, SOUND_RATE);
  const samples = (pieceMs * SOUND_RATE) / 1000;
  const pieces = Array.from({ length: Math.ceil(pcm.length / samples) }, (_, n) =>
    pcm.slice(n * samples, (n + 1) * samples),
  );
  await sendOnTime(pieces, { firstMs: SOUND_MS, everyMs }, response, (piece) =>
    response.write(Buffer.from(piece.buffer)),
  );
  response.end();
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await buffer(request);
  const json = (status: number, value: object) =>
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));
  switch (request.url) {
    case '/v1/chat/completions':
      return think(response);
    case '/v1/audio/speech':
      return speak((JSON.parse(body.toString()) as { input: string }).input, response);
    case '/v1/audio/transcriptions': {
      const { words } = behaviour;
      await pause(TRANSCRIBED_MS);
      json(200, { text: words });
      return undefined;
    }
    case '/v1/models':
      json(200, { object: 'list', data: [] });
      return undefined;
    default:
      json(404, { error: { message: 'not here' } });
      return undefined;
  }
}

const server = createServer((request, response) => {
  // The client has disconnected.
  answer(request, response).catch(() => response.destroy());
});
server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit());
process.on('message', (change: Partial<Behaviour>) => {
  behaviour = { ...behaviour, ...change };
  process.send!('done');
});
