import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SignalResponse } from '@livekit/protocol';
import { WebSocket, WebSocketServer } from 'ws';
import type { RoomTarget } from './room-target.ts';

/** Starts a proxy in front of a room server that passes everything except responses to requests. */
export async function hideAnswers(
  behind: RoomTarget,
): Promise<{ target: RoomTarget; close(): Promise<void> }> {
  const front = createServer((_, response) => {
    response.writeHead(404).end();
  });
  const sockets = new WebSocketServer({ server: front });
  sockets.on('connection', (client, { url, headers }) => {
    const { authorization } = headers;
    const server = new WebSocket(`${behind.url}${url}`, {
      headers: { ...(authorization && { authorization }) },
    });
    const waiting: Buffer[] = [];
    client.on('message', (data: Buffer) => {
      if (server.readyState === WebSocket.OPEN) server.send(data);
      else waiting.push(data);
    });
    server.on('open', () => {
      for (const data of waiting) server.send(data);
    });
    server.on('message', (data: Buffer) => {
      if (SignalResponse.fromBinary(data).message.case !== 'requestResponse') client.send(data);
    });
    server.on('close', () => client.terminate());
    server.on('error', () => client.terminate());
    client.on('close', () => server.terminate());
    client.on('error', () => server.terminate());
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  return {
    target: { ...behind, url: `ws://127.0.0.1:${(front.address() as AddressInfo).port}` },
    close: async () => {
      for (const client of sockets.clients) client.terminate();
      await new Promise<void>((resolve) => front.close(() => resolve()));
    },
  };
}
