import { connect, type Socket } from 'node:net';

/** The address of a service, as scenarios have it. */
interface Address {
  host: string;
  port: number;
}

/** A connection that keeps what it received, however it ends; its errors never reach the caller. */
export class RawConnection {
  readonly socket: Socket;
  received = '';
  readonly reads: boolean;
  /** Resolves when the other side has closed it; a connection that does not read never notices. */
  readonly closed: Promise<void>;
  #connected: Promise<boolean>;

  constructor({ host, port }: Address, { read = true }: { read?: boolean } = {}) {
    this.reads = read;
    this.socket = connect({ host, port, allowHalfOpen: true });
    this.socket.on('error', () => this.socket.destroy());
    this.closed = new Promise((resolve) => this.socket.once('end', resolve).once('close', resolve));
    this.#connected = new Promise((resolve) => {
      this.socket.once('connect', () => resolve(true));
      this.socket.once('close', () => resolve(false));
    });
    if (read) this.socket.setEncoding('latin1').on('data', (text: string) => (this.received += text));
  }

  /** Whether it was accepted. */
  connected(): Promise<boolean> {
    return this.#connected;
  }

  /** Resolves once the operating system has taken all bytes, or the connection is over. */
  write(text: string | Buffer): Promise<void> {
    return Promise.race([this.closed, new Promise<void>((done) => this.socket.write(text, () => done()))]);
  }

  /** Returns the status of the first response; 0 if the connection ends before one. */
  async status(): Promise<number> {
    const readable = () => /^HTTP\/1\.1 (\d{3})/.exec(this.received);
    while (!readable() && !this.socket.destroyed && !this.socket.readableEnded) {
      await Promise.race([this.closed, new Promise((resolve) => this.socket.once('data', resolve))]);
    }
    return Number(readable()?.[1] ?? 0);
  }

  /** Resets the connection, as when its program is killed (but not as when its machine is switched off). */
  reset(): void {
    this.socket.resetAndDestroy();
  }
}

/** Returns the head of a request, with the empty line at its end. */
export function head(method: string, path: string, headers: Record<string, string | number> = {}): string {
  const lines = Object.entries({ host: 'visavis.test', ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return `${[`${method} ${path} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`;
}

export const WEBSOCKET = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': 13,
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
};

export const passed = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
