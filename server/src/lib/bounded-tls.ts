import https from 'node:https';
import net from 'node:net';
import { Duplex } from 'node:stream';
import tls from 'node:tls';
import { callbackify } from 'node:util';
import { systemClock } from './clock.ts';
import { RateGate } from './rate-gate.ts';
import { RecentMap } from './recent-map.ts';
import { sleepUnlessAborted } from './sleep-unless-aborted.ts';

/** Most bytes of a handshake: chains of certificates have 2 to 8 KiB. */
const HANDSHAKE_BYTES = 16 * 1024;
/** Bytes after it that need bring nothing: a record of 16 KiB is read when all of it has come. */
const SILENT_BYTES = 32 * 1024;
/** Bytes that each byte of what is said allows besides: a record of a single byte has fewer. */
const BYTES_PER_BYTE = 64;
/** So much is looked at before anything else of it is. */
const PIECE_BYTES = 16 * 1024;
/** Milliseconds of work that handshakes may take in each second, and at once: of one owner, and of all whose handshakes are costly. */
const OF_ONE = { perSecond: 200, atOnce: 200 };
const OF_COSTLY = { perSecond: 300, atOnce: 300 };
/** A usual handshake takes 2 to 5 ms. */
const COSTLY_MS = 20;
const MAX_OWNERS = 10_000;

const costly = new RateGate(OF_COSTLY.perSecond, OF_COSTLY.atOnce);

/** What an owner's handshakes may cost. */
class Share {
  readonly #gate = new RateGate(OF_ONE.perSecond, OF_ONE.atOnce);
  #expectedMs = 0;

  /** Resolves when one may begin, with the milliseconds that are paid for it, or when the signal fires. */
  async turn(signal: AbortSignal): Promise<number> {
    while (!signal.aborted && this.#waitMs > 0) await sleepUnlessAborted(systemClock, this.#waitMs, signal);
    // Or all that wait would begin at once.
    this.charge(this.#expectedMs);
    return this.#expectedMs;
  }

  get #waitMs(): number {
    return Math.max(this.#gate.waitMs, this.#expectedMs > COSTLY_MS ? costly.waitMs : 0);
  }

  charge(workMs: number): void {
    this.#gate.charge(workMs);
    if (workMs > COSTLY_MS) costly.charge(workMs);
  }

  /** A handshake is over, and has taken so much. */
  settle(workMs: number): void {
    this.#expectedMs = Math.max(workMs, 0.9 * this.#expectedMs);
  }
}

const shares = new RecentMap<string | object, Share>(MAX_OWNERS, () => new Share());

export interface BoundedTlsOptions extends https.RequestOptions {
  /** Whose share the handshake takes. */
  owner: string | object;
  /** Fires when nobody waits for the connection any more. Node keeps `signal` to itself. */
  until: AbortSignal;
}

/**
 * Connects to servers that may be hostile. Without it, one handshake may take a second of the thread: a chain of certificates may have
 * 100 KiB, of keys that are made to be slow, and OpenSSL verifies each although nobody knows its authority; so do the numbers of
 * Diffie-Hellman without curves. Records that bring nothing (KeyUpdate) are read 2 MiB at once, and nothing else has a turn meanwhile.
 */
export class BoundedTlsAgent extends https.Agent {
  readonly #open = callbackify(async (options: BoundedTlsOptions): Promise<Duplex> => {
    const share = shares.get(options.owner);
    const paidMs = await share.turn(options.until);
    options.until.throwIfAborted();
    const wire = new Wire(net.connect(options as net.TcpNetConnectOpts), share, paidMs);
    const ciphers = `${tls.DEFAULT_CIPHERS}:!kDHE`;
    const secured = { ciphers, ...options, socket: wire } as https.RequestOptions;
    const socket = super.createConnection(secured) as tls.TLSSocket;
    wire.serve(socket);
    return socket;
  });

  override createConnection(
    options: BoundedTlsOptions,
    callback: (error: Error | null, socket: Duplex) => void,
  ): undefined {
    this.#open(options, callback);
    return undefined;
  }
}

/** The bytes of a connection before they are decrypted: no more of them than what they say is worth. */
class Wire extends Duplex {
  readonly #source: net.Socket;
  readonly #share: Share;
  #socket: tls.TLSSocket | undefined;
  #isSecured = false;
  #cameBytes = 0;
  #workMs = 0;
  #paidMs: number;

  constructor(source: net.Socket, share: Share, paidMs: number) {
    super();
    this.#source = source;
    this.#share = share;
    this.#paidMs = paidMs;
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

  /** @param socket reads and writes these bytes */
  serve(socket: tls.TLSSocket): void {
    this.#socket = socket;
    const settle = () => this.#share.settle(this.#workMs);
    socket.once('close', settle).once('secureConnect', () => {
      this.#isSecured = true;
      settle();
    });
  }

  #take(piece: Buffer): boolean {
    const said = this.#socket?.bytesRead ?? 0;
    this.#cameBytes += piece.length;
    const most = HANDSHAKE_BYTES + (this.#isSecured ? SILENT_BYTES + BYTES_PER_BYTE * said : 0);
    if (this.#cameBytes > most) {
      this.#socket?.destroy(new Error('the server sends too much that says nothing'));
      return false;
    }
    // It is decrypted, and its certificates verified, before `push` returns.
    const from = performance.now();
    this.push(piece);
    if (this.#socket?.bytesRead === said) this.#workMs += performance.now() - from;
    if (this.#workMs > this.#paidMs) {
      this.#share.charge(this.#workMs - this.#paidMs);
      this.#paidMs = this.#workMs;
    }
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
