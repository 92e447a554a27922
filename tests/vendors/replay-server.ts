import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { isSound, type Json, type Recording, withoutSecrets, withSilence } from './recording.ts';

const PATIENCE_MS = 10_000;

/** Says what the vendor said in a recording, each time after the engine has sent as much as it had by then. */
export class ReplayServer {
  readonly #recording: Recording;
  readonly #http = createServer();
  readonly #sockets = new WebSocketServer({ noServer: true });
  /** Frames of the engine that have come, sound not counted. */
  #heard = 0;
  #wake: () => void = () => undefined;

  constructor(recording: Recording) {
    this.#recording = recording;
    this.#http.on('request', (_request, response) => {
      const signed = {
        signed_url: `${this.url.replace('http', 'ws')}/v1/convai/conversation?agent_id=replayed`,
      };
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(signed));
    });
    this.#http.on('upgrade', (request, socket, head) => {
      this.#sockets.handleUpgrade(request, socket, head, (client) => {
        client.on('message', (data) => {
          const message = JSON.parse(Buffer.from(data as Buffer).toString('utf8')) as Json;
          if (isSound(withoutSecrets(message, []))) return;
          this.#heard++;
          this.#wake();
        });
        void this.#play(client);
      });
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

  async #play(client: WebSocket): Promise<void> {
    let expected = 0;
    for (const { from, message } of this.#recording.frames) {
      if (from === 'engine') expected++;
      else if (await this.#hasHeard(expected)) client.send(JSON.stringify(withSilence(message)));
      else client.close(1011, `frame ${expected} of the engine did not come`);
    }
  }

  async #hasHeard(count: number): Promise<boolean> {
    const latest = performance.now() + PATIENCE_MS;
    while (this.#heard < count && performance.now() < latest) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, PATIENCE_MS);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    return this.#heard >= count;
  }
}
