import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { useService } from '../support/use-service.ts';

const service = useService();

/** More header lines than Node exposes by default. */
const MANY = 'a:\r\n'.repeat(2_005);

/** Sends a request whose last headers follow thousands of others. Returns the whole response. */
async function ask(start: string, last: string, body = ''): Promise<string> {
  const { port } = new URL(service.url);
  const socket = connect(Number(port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(`${start} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${MANY}${last}\r\n\r\n${body}`);
  return text(socket);
}

test('a proxy header is noticed behind thousands of other headers', async () => {
  expect(await ask('GET /metrics', 'b: c')).toContain('HTTP/1.1 200');
  expect(await ask('GET /metrics', 'Via: 1.1 proxy')).toContain('HTTP/1.1 401');
});

test('a key and a body are read behind thousands of headers', async () => {
  const answer = await ask(
    'POST /v3/knowledge-bases',
    'x-api-key: wrong\r\ncontent-type: application/json\r\ncontent-length: 2',
    '{}',
  );
  expect(answer).toContain('HTTP/1.1 401');
});

test('a wrong token behind thousands of headers counts against its address', async () => {
  const upgrade =
    'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==';
  const ask20 = () =>
    Promise.all(Array.from({ length: 20 }, () => ask('GET /rtc?access_token=wrong', upgrade)));
  // The limit refills by ten per second, so the number of attempts depends on the machine.
  let answers = await ask20();
  while (answers.every((answer) => answer.includes(' 401 '))) answers = await ask20();
  expect(answers.find((answer) => !answer.includes(' 401 '))).toContain('HTTP/1.1 429');
});
