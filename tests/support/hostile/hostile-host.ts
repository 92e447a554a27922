import type { AddressInfo } from 'node:net';
import { SignalResponse } from '@livekit/protocol';
import WebSocket, { WebSocketServer } from 'ws';

export interface HostileHost {
  /** `ws://…`, to be used as the server of a caller's room. */
  readonly url: string;
  /** Sends this to everybody connected. */
  say(message: SignalResponse['message']): void;
  close(): void;
}

/**
 * Starts a server of a caller's room that forwards the messages of a real one at `targetUrl`, and sends arbitrary
 * others. `first` is sent before everything else.
 */
export async function startHostileHost(
  targetUrl: string,
  first: SignalResponse['message'][] = [],
): Promise<HostileHost> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await new Promise((resolve) => server.once('listening', resolve));
  server.on('connection', (client, { url = '', headers }) => {
    for (const message of first) client.send(new SignalResponse({ message }).toBinary());
    const { authorization } = headers;
    const real = new WebSocket(`${targetUrl}${url}`, { headers: authorization ? { authorization } : {} });
    const waiting: Buffer[] = [];
    client.on('message', (data) => {
      if (real.readyState === WebSocket.OPEN) real.send(data);
      else waiting.push(data as Buffer);
    });
    real.on('open', () => {
      for (const data of waiting) real.send(data);
    });
    real.on('message', (data) => client.send(data));
    for (const [end, other] of [
      [client, real],
      [real, client],
    ] as const)
      end.on('close', () => other.close()).on('error', () => other.terminate());
  });
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    say: (message) => {
      for (const client of server.clients) client.send(new SignalResponse({ message }).toBinary());
    },
    close: () => {
      for (const client of server.clients) client.terminate();
      server.close();
    },
  };
}
