import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { defineScenario } from '../../support/hostile/scenario.ts';
import { startSession } from '../../support/service-client.ts';

const EACH = 40;
const GARBAGE = 60;
const ATTEMPTS = 30;
const RETRY_MS = 200;

/** How a connection to `/rtc` can be given up: the lines that it sends before. */
const STATES: ((path: string) => string)[] = [
  () => '',
  (path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n`,
  (path) => `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
  (path) =>
    `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
    `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
];

async function giveUp(host: string, port: number, lines: string, how: 'end' | 'reset'): Promise<void> {
  const socket = connect(port, host);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  await new Promise((resolve) => socket.write(lines || '\r\n', resolve));
  if (how === 'reset') socket.resetAndDestroy();
  else socket.end().destroySoon();
}

/** A connection that was let in; the joins before it were many, and those above the bound are refused for a second. */
async function join(url: string): Promise<WebSocket | undefined> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const socket = new WebSocket(url);
    const isIn = await new Promise<boolean>((resolve) => {
      socket.on('error', () => resolve(false));
      socket.once('message', () => resolve(true));
      socket.once('close', () => resolve(false));
    });
    if (isIn) return socket;
    await setTimeout(RETRY_MS);
  }
  return undefined;
}

/** Joins, sends what no client would, and answers whether it was let in. */
async function babble(url: string, messages: (Buffer | string)[]): Promise<boolean> {
  const socket = await join(url);
  for (const message of messages) if (socket?.readyState === WebSocket.OPEN) socket.send(message);
  socket?.close();
  return socket !== undefined;
}

export const scenario = defineScenario<{ token: string }, { joined: boolean[]; after: boolean }>({
  title: 'connections to /rtc that are given up in every state, and garbage after a valid join, harm nobody',
  env: { VISAVIS_VIDEO_FPS: '10' },
  memoryMiB: 300,
  async prepare(service) {
    return { token: (await startSession(service)).consumerAccessToken };
  },
  async attack({ url, host, port, given }) {
    const path = `/rtc?access_token=${given.token}&auto_subscribe=1`;
    const address = `${url.replace('http', 'ws')}${path}`;
    for (const lines of STATES)
      for (const how of ['end', 'reset'] as const)
        await Promise.all(Array.from({ length: EACH }, () => giveUp(host, port, lines(path), how)));
    const bytes = Array.from({ length: GARBAGE }, (_, round) => randomBytes(1 + round * 16));
    const texts = ['not json', '{"offer":{"sdp":17}}', '[]', '{"trickle":{"candidateInit":"{"}}'];
    const joined = [await babble(address, bytes), await babble(address, texts)];
    joined.push(await babble(address, [Buffer.alloc(2 * 2 ** 20)]));
    return { joined, after: await babble(address, []) };
  },
  check({ joined, after }) {
    assert.deepEqual(joined, [true, true, true], 'the garbage never came to the room server');
    assert.ok(after, 'nobody can join any more');
  },
});
