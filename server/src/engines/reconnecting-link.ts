import type { Clock } from '../lib/clock.ts';
import { sleepUnlessAborted } from '../lib/sleep-unless-aborted.ts';
import type { ProviderError } from './provider-error.ts';
import type { ProviderSocket } from './provider-socket.ts';

export interface LinkOptions {
  clock: Clock;
  /**
   * Opens a socket and brings it to where it can converse; rejects with a `ProviderError`. `lost` is to be
   * called when the socket is gone after that.
   */
  connect(lost: (error: ProviderError) => void): Promise<ProviderSocket>;
  /** The line is down; a new one is being tried. */
  onLost(error: ProviderError): void;
  onRestored(socket: ProviderSocket): void;
  /** True where the provider has hung up and is not to be called back; `onLost` is not told then. */
  onHungUp?(error: ProviderError): boolean;
  /** It will not come back. */
  onFailed(error: ProviderError): void;
  /** Pauses before the attempts to restore a lost line. */
  delaysMs?: readonly number[];
}

const DELAYS_MS = [0, 500, 1000, 2000, 4000, 8000];
const START_DELAYS_MS = [0, 400, 1200];
/** No attempt begins later than this after the first: a provider that says nothing at all lets each one take its time. */
const GIVE_UP_MS = 20_000;
/** A line that held this long was sound: the next loss starts with fresh attempts. */
const SOUND_MS = 5000;

/**
 * Keeps one connection to a provider through drops.
 *
 * `idle` → `connecting` → `open` ⇄ `restoring` → `closed`; only `#adopt` sets the socket.
 */
export class ReconnectingLink {
  readonly #options: LinkOptions;
  #socket: ProviderSocket | undefined;
  #state: 'idle' | 'connecting' | 'open' | 'restoring' | 'closed' = 'idle';
  #openedAt = 0;
  #attempts = 0;
  readonly #closing = new AbortController();
  /** Ready to take over; told nothing of the conversation yet. */
  #spare: ProviderSocket | undefined;
  #preparing = false;

  constructor(options: LinkOptions) {
    this.#options = options;
  }

  /** Absent while there is no line. */
  get socket(): ProviderSocket | undefined {
    return this.#state === 'open' ? this.#socket : undefined;
  }

  get restoring(): boolean {
    return this.#state === 'restoring' || this.#state === 'connecting';
  }

  /** Rejects with a `ProviderError`: at once where a repetition cannot help, else after a few attempts. */
  async start(): Promise<ProviderSocket> {
    if (this.#state !== 'idle') throw new Error('started twice, or closed before');
    this.#state = 'connecting';
    let last: ProviderError | undefined;
    const since = this.#options.clock.now();
    for (const delayMs of START_DELAYS_MS) {
      if (last && this.#options.clock.now() - since > GIVE_UP_MS) break;
      if (delayMs > 0) await sleepUnlessAborted(this.#options.clock, delayMs, this.#closing.signal);
      if (this.#isClosed()) break;
      try {
        return this.#adopt(await this.#connect());
      } catch (error) {
        last = error as ProviderError;
        if (!last.retryable) break;
      }
    }
    this.#state = 'closed';
    throw last ?? new Error('closed while connecting');
  }

  /**
   * Opens a second line beside the present one, for `takeSpare`. False when there is none to be had; the present
   * line serves on.
   */
  async prepareSpare(): Promise<boolean> {
    if (this.#spare?.isOpen) return true;
    if (this.#state !== 'open' || this.#preparing) return false;
    this.#preparing = true;
    try {
      this.#spare = await this.#connect();
      return true;
    } catch {
      // The present line is sound; should it end, restoring it will tell what is wrong.
      return false;
    } finally {
      this.#preparing = false;
    }
  }

  /** Changes to the spare line and closes the present one. False when there is no spare. */
  takeSpare(): boolean {
    const spare = this.#spare;
    if (this.#state !== 'open' || !spare?.isOpen) return false;
    const old = this.#socket;
    this.#spare = undefined;
    this.#adopt(spare);
    this.#options.onRestored(spare);
    void old?.close();
    return true;
  }

  /** Closes the present line and then opens another, where a provider allows one at a time. */
  async reopen(): Promise<void> {
    if (this.#state !== 'open') return;
    const old = this.#socket;
    this.#attempts = 0;
    this.#socket = undefined;
    this.#state = 'restoring';
    await old?.close();
    await this.#restore();
  }

  /** Cuts a line that no longer answers; a new one is tried. */
  abandon(): void {
    this.#socket?.abandon();
  }

  async close(): Promise<void> {
    this.#state = 'closed';
    this.#closing.abort();
    const sockets = [this.#socket, this.#spare].filter((socket) => socket !== undefined);
    this.#socket = undefined;
    this.#spare = undefined;
    await Promise.all(sockets.map((socket) => socket.close()));
  }

  async #connect(): Promise<ProviderSocket> {
    let socket: ProviderSocket | undefined;
    let early: ProviderError | undefined;
    socket = await this.#options.connect((error) => {
      if (socket) this.#lost(socket, error);
      else early = error;
    });
    if (early) throw early;
    if (this.#isClosed()) {
      await socket.close();
      throw new Error('closed while connecting');
    }
    return socket;
  }

  #adopt(socket: ProviderSocket): ProviderSocket {
    this.#socket = socket;
    this.#state = 'open';
    this.#openedAt = this.#options.clock.now();
    return socket;
  }

  #lost(socket: ProviderSocket, error: ProviderError): void {
    if (this.#spare === socket) this.#spare = undefined;
    if (this.#socket !== socket || this.#state !== 'open') return;
    this.#socket = undefined;
    if (this.#options.onHungUp?.(error)) {
      this.#state = 'closed';
      return;
    }
    if (error.kind === 'auth' || error.kind === 'quota') {
      this.#state = 'closed';
      this.#options.onFailed(error);
      return;
    }
    if (this.#options.clock.now() - this.#openedAt > SOUND_MS) this.#attempts = 0;
    this.#state = 'restoring';
    this.#options.onLost(error);
    void this.#restore(error);
  }

  async #restore(cause?: ProviderError): Promise<void> {
    const delays = this.#options.delaysMs ?? DELAYS_MS;
    let last = cause;
    const since = this.#options.clock.now();
    while (this.#attempts < delays.length && this.#options.clock.now() - since <= GIVE_UP_MS) {
      const delayMs = delays[this.#attempts++]!;
      if (delayMs > 0) await sleepUnlessAborted(this.#options.clock, delayMs, this.#closing.signal);
      if (this.#isClosed()) return;
      try {
        const spare = this.#spare?.isOpen ? this.#spare : undefined;
        this.#spare = undefined;
        const socket = this.#adopt(spare ?? (await this.#connect()));
        this.#options.onRestored(socket);
        return;
      } catch (error) {
        if (this.#isClosed()) return;
        last = error as ProviderError;
        if (!last.retryable) break;
      }
    }
    this.#state = 'closed';
    if (last) this.#options.onFailed(last);
  }

  #isClosed(): boolean {
    return this.#state === 'closed';
  }
}
