import { once } from 'node:events';
import { SignalRequest, SignalResponse } from '@livekit/protocol';
import { WebSocket } from 'ws';

/** A signalling connection without a client SDK, to send what no client would send. */
export class RawSignalClient {
  readonly socket: WebSocket;
  readonly received: SignalResponse['message'][] = [];
  closeCode: number | undefined;

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('message', (data: Buffer) => this.received.push(SignalResponse.fromBinary(data).message));
    socket.on('close', (code) => {
      this.closeCode = code;
    });
    socket.on('error', () => undefined);
  }

  /** @throws Error with the HTTP status if the upgrade is refused */
  static async connect(url: string, token: string, query = ''): Promise<RawSignalClient> {
    const socket = new WebSocket(`${url}/rtc?access_token=${token}&auto_subscribe=1${query}`);
    const client = new RawSignalClient(socket);
    await once(socket, 'open');
    return client;
  }

  send(message: SignalRequest['message']): void {
    this.socket.send(new SignalRequest({ message }).toBinary());
  }

  find<C extends string>(kind: C) {
    return this.received.find((message) => message.case === kind) as
      | Extract<SignalResponse['message'], { case: C }>
      | undefined;
  }

  close(): Promise<void> {
    this.socket.terminate();
    return Promise.resolve();
  }
}
