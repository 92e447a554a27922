import https from 'node:https';
import net from 'node:net';
import { Duplex } from 'node:stream';
import tls from 'node:tls';
import { systemClock } from './clock.ts';
import { RateGate } from './rate-gate.ts';
import { RecentMap } from './recent-map.ts';
import { sleepUnlessAborted } from './sleep-unless-aborted.ts';

/** Most bytes of a handshake: chains of certificates have 3 to 10 KiB. */
const HANDSHAKE_BYTES = 24 * 1024;
/** Bytes after it that need bring nothing: a record of 16 KiB is read when all of it has come. */
const SILENT_BYTES = 32 * 1024;
/** Bytes that each byte of what is said allows besides: a record of a single byte has fewer. */
const BYTES_PER_BYTE = 64;
/** So much is looked at before anything else of it is. */
const PIECE_BYTES = 16 * 1024;
/** Milliseconds of work that an owner's handshakes may take in each second, and at once. */
const WORK = { msPerSecond: 200, msAtOnce: 500 };
const MAX_OWNERS = 10_000;

const work = new RecentMap<string | object, RateGate>(
  MAX_OWNERS,
  () => new RateGate(WORK.msPerSecond, WORK.msAtOnce),
);

/** Resolves when the owner's handshakes have taken no more than their share lately, or when the signal fires. */
export async function handshakeTurn(owner: string | object, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const { waitMs } = work.get(owner);
    if (waitMs === 0) return;
    await sleepUnlessAborted(systemClock, waitMs, signal);
  }
}

export interface BoundedTlsOptions extends https.RequestOptions {
  /** Whose share the handshake takes. */
  owner: string | object;
}

/**
 * Connects to servers that may be hostile. Without it, one handshake may take a second of the thread: a chain of certificates may have
 * 100 KiB, of keys that are made to be slow, and OpenSSL verifies each although nobody knows its authority; so do the numbers of
 * Diffie-Hellman without curves. Records that bring nothing (KeyUpdate) are read 2 MiB at once, and nothing else has a turn meanwhile.
 */
export class BoundedTlsAgent extends https.Agent {
  override createConnection(
    options: BoundedTlsOptions,
    callback?: (error: Error | null, stream: Duplex) => void,
  ): Duplex | null | undefined {
    const wire = new Wire(net.connect(options as net.TcpNetConnectOpts), work.get(options.owner));
    const ciphers = `${tls.DEFAULT_CIPHERS}:!kDHE`;
    const secured = { ciphers, ...options, socket: wire } as https.RequestOptions;
    const socket = super.createConnection(secured, callback) as tls.TLSSocket;
    wire.socket = socket;
    socket.once('secureConnect', () => {
      wire.isSecured = true;
    });
    return socket;
  }
}

/** The bytes of a connection before they are decrypted: no more of them than what they say is worth. */
class Wire extends Duplex {
  socket: tls.TLSSocket | undefined;
  isSecured = false;
  readonly #source: net.Socket;
  readonly #work: RateGate;
  #cameBytes = 0;

  constructor(source: net.Socket, work: RateGate) {
    super();
    this.#source = source;
    this.#work = work;
    source.on('data', (bytes: Buffer) => {
      // Or the system's buffer would be emptied before others of the process have a turn.
      source.pause();
      for (let at = 0; at < bytes.length; at += PIECE_BYTES)
        if (!this.#take(bytes.subarray(at, at + PIECE_BYTES))) return;
    });
    source.on('end', () => this.push(null));
    source.on('error', (error) => this.destroy(error));
    source.on('close', () => this.destroy());
  }

  #take(piece: Buffer): boolean {
    const said = this.socket?.bytesRead ?? 0;
    this.#cameBytes += piece.length;
    const most = HANDSHAKE_BYTES + (this.isSecured ? SILENT_BYTES + BYTES_PER_BYTE * said : 0);
    if (this.#cameBytes > most) {
      this.socket?.destroy(new Error('the server sends too much that says nothing'));
      return false;
    }
    // It is decrypted, and its certificates verified, before `push` returns.
    const from = performance.now();
    this.push(piece);
    if (this.socket?.bytesRead === said) this.#work.charge(performance.now() - from);
    return !this.destroyed;
  }

  override _read(): void {
    this.#source.resume();
  }

  override _write(bytes: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#source.write(bytes, done);
  }

  override _final(done: () => void): void {
    this.#source.end(done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#source.destroy();
    done(error);
  }
}
