import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';
import { isSound, type Json, type RecordedFrame, withoutSecrets } from './recording.ts';

/** Stands between an engine and its vendor, hands everything on, and keeps the frames. */
export class Relay {
  readonly frames: RecordedFrame[] = [];
  readonly #http = createServer();
  readonly #sockets = new WebSocketServer({ noServer: true });
  readonly #secrets: readonly string[];

  /** `vendorUrl`: `https://…`, with the path that the engine's base URL has. */
  constructor(vendorUrl: string, secrets: readonly string[]) {
    this.#secrets = secrets;
    const vendor = new URL(vendorUrl);
    this.#http.on('request', (request, response) => {
      const headers = { 'xi-api-key': String(request.headers['xi-api-key'] ?? '') };
      fetch(new URL(request.url!, vendor), { headers }).then(
        async (answer) => {
          // The engine has to come back here with it.
          const body = (await answer.text()).replaceAll(/wss?:\/\/[^/"]+/g, this.url.replace('http', 'ws'));
          response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(body);
        },
        () => response.writeHead(502).end(),
      );
    });
    this.#http.on('upgrade', (request, socket, head) => {
      const target = new URL(request.url!, vendor);
      target.protocol = target.protocol.replace('http', 'ws');
      const { authorization } = request.headers;
      const upstream = new WebSocket(target, { headers: authorization ? { authorization } : {} });
      upstream.on('error', () => socket.destroy());
      this.#sockets.handleUpgrade(request, socket, head, (client) => this.#join(client, upstream));
    });
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}`;
  }

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => {
      this.#http.listen(0, '127.0.0.1', resolve);
    });
    return this;
  }

  async close(): Promise<void> {
    for (const client of this.#sockets.clients) client.terminate();
    this.#http.closeAllConnections();
    await new Promise((resolve) => {
      this.#http.close(resolve);
    });
  }

  #join(client: WebSocket, upstream: WebSocket): void {
    const waiting: string[] = [];
    client.on('message', (data) => {
      const text = Buffer.from(data as Buffer).toString('utf8');
      this.#keep('engine', text);
      if (upstream.readyState === WebSocket.OPEN) upstream.send(text);
      else waiting.push(text);
    });
    upstream.on('open', () => {
      for (const text of waiting.splice(0)) upstream.send(text);
    });
    upstream.on('message', (data) => {
      const text = Buffer.from(data as Buffer).toString('utf8');
      this.#keep('vendor', text);
      client.send(text);
    });
    client.on('close', () => upstream.terminate());
    upstream.on('close', (code, reason) => client.close(code >= 1005 && code <= 1006 ? 1011 : code, reason));
  }

  /** The microphone's silence and sound tell nothing: of the engine's frames only the others are kept. */
  #keep(from: RecordedFrame['from'], text: string): void {
    const message = withoutSecrets(JSON.parse(text) as Json, this.#secrets);
    if (from === 'vendor' || !isSound(message)) this.frames.push({ from, message });
  }
}
