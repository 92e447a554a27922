import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { useListening } from '../../lib/testing/use-servers.ts';
import { WebRequest } from '../../lib/web-request.ts';
import { limitBodyTime } from './unfinished-bodies.ts';

const listen = useListening();

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<Socket> {
  const server = createServer({ IncomingMessage: WebRequest }, answer);
  server.prependListener('request', limitBodyTime);
  const client = connect(await listen(server), '127.0.0.1');
  await once(client, 'connect');
  client.on('error', () => undefined);
  client.write('POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n');
  return client;
}

/** Sends chunks as fast as they are accepted, until the connection ends. */
function flood(client: Socket, chunk: string): void {
  const many = chunk.repeat(5_000);
  const more = () => {
    let isTaken = true;
    while (isTaken && !client.destroyed) isTaken = client.write(many);
  };
  client.on('drain', more);
  more();
}

describe('a body of many tiny chunks', () => {
  const refuse = (_: IncomingMessage, response: ServerResponse) => void response.writeHead(401).end();
  const read = (request: IncomingMessage) => void text(request).catch(() => undefined);

  test.each([
    ['one that is read', read],
    ['one that was refused before its end', refuse],
    [
      'one that is read on after its refusal',
      (request: IncomingMessage, response: ServerResponse) => {
        refuse(request, response);
        request.resume();
      },
    ],
  ])('ends the connection: %s', async (_, answer) => {
    let accepted: Socket | undefined;
    const client = await serve((request, response) => {
      accepted = request.socket;
      answer(request, response);
    });
    flood(client, '1\r\nx\r\n');
    await new Promise((resolve) => client.once('close', resolve));
    expect(accepted!.bytesRead).toBeLessThan(512 * 1024);
  });

  test('gets the reason', async () => {
    const client = await serve(read);
    let told = '';
    client.on('data', (data) => {
      told += data;
    });
    client.write('1\r\nx\r\n'.repeat(1_100));
    await new Promise((resolve) => client.once('close', resolve));
    expect(told).toContain('HTTP/1.1 400 Bad Request');
    expect(told).toContain('too many tiny pieces');
  });
});

test('a body of a thousand small chunks, or of many usual ones, is read', async () => {
  const bodies: number[] = [];
  const client = await serve((request, response) => {
    text(request).then(
      (body) => {
        bodies.push(body.length);
        response.end();
      },
      () => undefined,
    );
  });
  client.write('1\r\nx\r\n'.repeat(1_000));
  client.write(`400\r\n${'y'.repeat(1024)}\r\n`.repeat(3_000));
  client.write('0\r\n\r\n');
  await once(client, 'data');
  expect(bodies).toEqual([1_000 + 3_000 * 1024]);
  client.destroy();
});
