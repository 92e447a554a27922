import https from 'node:https';
import net from 'node:net';
import { Duplex } from 'node:stream';
import tls from 'node:tls';
import { callbackify } from 'node:util';
import { systemClock } from './clock.ts';
import { RateGate } from './rate-gate.ts';
import { RecentMap } from './recent-map.ts';
import { sleepUnlessAborted } from './sleep-unless-aborted.ts';

/** Maximum size of a handshake. Real certificate chains have 2 to 8 KiB. */
const HANDSHAKE_BYTES = 16 * 1024;
/** Bytes allowed after the handshake without any data: a record of 16 KiB can be read only once all of it has arrived. */
const SILENT_BYTES = 32 * 1024;
/** Further bytes allowed per byte of data: a record that carries a single byte needs fewer. */
const BYTES_PER_BYTE = 64;
/** Bytes are passed to OpenSSL in pieces of this size, and counted before each. */
const PIECE_BYTES = 16 * 1024;
/** Milliseconds of CPU per second, and in one burst, for the handshakes of one owner, and of all owners whose handshakes are costly. */
const OF_ONE = { perSecond: 200, atOnce: 200 };
const OF_COSTLY = { perSecond: 300, atOnce: 300 };
/** A usual handshake takes 2 to 5 ms. */
const COSTLY_MS = 20;
const MAX_OWNERS = 10_000;

const costly = new RateGate(OF_COSTLY.perSecond, OF_COSTLY.atOnce);

/** Paces the handshakes of one owner by what they cost. */
class Share {
  readonly #gate = new RateGate(OF_ONE.perSecond, OF_ONE.atOnce);
  #expectedMs = 0;

  /** Waits until a handshake may start or the signal fires. @returns the milliseconds already charged for it */
  async turn(signal: AbortSignal): Promise<number> {
    while (!signal.aborted && this.#waitMs > 0) await sleepUnlessAborted(systemClock, this.#waitMs, signal);
    // Charges the expected cost now: otherwise all waiting handshakes would start at once.
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

  /** Records what a finished handshake cost, to estimate the next one. */
  settle(workMs: number): void {
    this.#expectedMs = Math.max(workMs, 0.9 * this.#expectedMs);
  }
}

const shares = new RecentMap<string | object, Share>(MAX_OWNERS, () => new Share());

export interface BoundedTlsOptions extends https.RequestOptions {
  /** Whom the handshake is charged to. */
  owner: string | object;
  /** Fires when nobody waits for the connection any more. Node does not pass `signal` on to agents. */
  until: AbortSignal;
}

/**
 * Connects to servers that may be hostile. Otherwise one handshake can block the thread for a second: a certificate chain
 * can have 100 KiB and keys that are made to be slow, and OpenSSL verifies all of it even if it does not know the
 * authority; Diffie-Hellman without curves can have numbers as slow. Node also reads up to 2 MiB of records without data
 * (KeyUpdate) in one go, while nothing else gets a turn.
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

/** The encrypted bytes of a connection. Closes it if they are too many for the data that they carry. */
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
      // Otherwise Node empties the system's buffer before anything else in the process gets a turn.
      source.pause();
      for (let at = 0; at < bytes.length; at += PIECE_BYTES)
        if (!this.#take(bytes.subarray(at, at + PIECE_BYTES))) return;
    });
    source.on('end', () => this.push(null));
    source.on('error', (error) => this.destroy(error));
    source.on('close', () => this.destroy());
  }

  /** @param socket the TLS socket that reads and writes these bytes */
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
      this.#socket?.destroy(new Error('the server sends too many bytes without data'));
      return false;
    }
    // OpenSSL decrypts the piece and verifies certificates before `push` returns.
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
