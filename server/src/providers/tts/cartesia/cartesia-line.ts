import { randomUUID } from 'node:crypto';
import { pcmFromBytes } from '../../../audio/pcm.ts';
import { AsyncQueue } from '../../../lib/async-queue.ts';
import type { Clock } from '../../../lib/clock.ts';
import { listAt, numberAt, objectAt, textAt } from '../../../lib/json-reader.ts';
import type { Patience } from '../../patience.ts';
import { errorOfStatus, ProviderError, type ProviderName } from '../../provider-error.ts';
import { ProviderSocket, webSocketUrl } from '../../provider-socket.ts';
import type { SpokenPiece, TimedWord } from '../synthesizer.ts';

export const CARTESIA: ProviderName = { name: 'Cartesia', keySetting: 'CARTESIA_API_KEY' };
export const SAMPLE_RATE = 24_000;
/** Limits: no word of a language is longer, and no text has more of them. */
const MAX_WORD_CHARACTERS = 200;
const MAX_WORDS = 1000;

/** The request to speak one text, as `GenerationRequest` of `@cartesia/cartesia-js` defines it. */
export type CartesiaRequest = Record<string, unknown>;

export interface CartesiaLineOptions {
  apiKey?: string | undefined;
  baseUrl: string;
  headers: Record<string, string>;
  /** Limits of the wait for the first audio, including the opening of the connection, and for each further piece. */
  patience: Patience;
  clock: Clock;
}

/** One connection that speaks several texts at once: https://docs.cartesia.ai/api-reference/tts/websocket */
export class CartesiaLine {
  readonly #options: CartesiaLineOptions;
  readonly #opening: Promise<ProviderSocket>;
  readonly #contexts = new Map<string, SpokenContext>();
  #heardAtMs = Number.NEGATIVE_INFINITY;
  #isOver = false;

  constructor(options: CartesiaLineOptions) {
    this.#options = options;
    const { apiKey: secret, baseUrl, headers, clock } = options;
    const url = webSocketUrl(baseUrl, '/tts/websocket');
    this.#opening = ProviderSocket.open(
      { provider: CARTESIA, url, headers, secret, clock },
      {
        onMessage: (message) => this.#take(message),
        onMalformed: (why) => void this.end(new ProviderError(CARTESIA, 'rejected', why)),
        onClose: (error) => void this.end(error),
      },
    );
    this.#opening.catch((error: ProviderError) => this.end(error));
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  async *speak(request: CartesiaRequest, signal: AbortSignal): AsyncGenerator<SpokenPiece> {
    signal.throwIfAborted();
    const id = randomUUID();
    const context = new SpokenContext(this.#options, (error) => this.#onSilence(error));
    const { pieces } = context;
    this.#contexts.set(id, context);
    const stop = () => pieces.end(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    void this.#withSocket((socket) => pieces.isEnded || socket.send({ ...request, context_id: id }));
    try {
      for (let piece = await pieces.next(); piece; piece = await pieces.next()) {
        signal.throwIfAborted();
        yield piece;
      }
    } finally {
      signal.removeEventListener('abort', stop);
      context.close();
      this.#contexts.delete(id);
      if (!context.isDone) void this.#withSocket((socket) => socket.send({ context_id: id, cancel: true }));
    }
  }

  /** Closes the connection; what is being spoken ends with `error`. */
  async end(error: ProviderError): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    for (const { pieces } of this.#contexts.values()) pieces.end(error);
    await this.#withSocket((socket) => socket.close());
  }

  /** Calls `act` once the connection is open; never if it does not open. */
  #withSocket(act: (socket: ProviderSocket) => unknown): Promise<unknown> {
    return this.#opening.then(act, () => undefined);
  }

  /** A text gets no audio. If nothing has arrived for any text, the connection may be dead unnoticed. */
  #onSilence(error: ProviderError): void {
    if (this.#options.clock.now() - this.#heardAtMs >= this.#options.patience.firstMs) void this.end(error);
  }

  #take(message: Record<string, unknown>): void {
    this.#heardAtMs = this.#options.clock.now();
    const id = textAt(message, 'context_id');
    const context = id === undefined ? undefined : this.#contexts.get(id);
    switch (message.type) {
      case 'chunk':
        context?.addSound(textAt(message, 'data') ?? '');
        break;
      case 'timestamps':
        context?.addWords(readWords(objectAt(message, 'word_timestamps')));
        break;
      case 'done':
        context?.finish();
        break;
      case 'error': {
        const error = errorOfMessage(message, this.#options.apiKey);
        // An error without a context is about one of the texts, and it is unknown which.
        const meant = id === undefined ? [...this.#contexts.values()] : context ? [context] : [];
        for (const each of meant) each.finish(error);
      }
    }
  }
}

/** One text while it is spoken. */
class SpokenContext {
  readonly pieces = new AsyncQueue<SpokenPiece>();
  /** Whether the server has nothing more to send for it. */
  isDone = false;
  readonly #options: Pick<CartesiaLineOptions, 'clock' | 'patience'>;
  readonly #startedMs: number;
  readonly #onSilence: (error: ProviderError) => void;
  #cancelDeadline: () => void = () => undefined;
  /** The first byte of a sample whose second byte has not arrived yet. */
  #half = Buffer.alloc(0);
  #hasSound = false;
  /** Words that arrived before the first audio. */
  #words: TimedWord[] = [];
  #wordsLeft = MAX_WORDS;

  constructor(
    options: Pick<CartesiaLineOptions, 'clock' | 'patience'>,
    onSilence: (error: ProviderError) => void,
  ) {
    this.#options = options;
    this.#startedMs = options.clock.now();
    this.#onSilence = onSilence;
    this.#awaitSound();
  }

  addSound(base64: string): void {
    const bytes = Buffer.concat([this.#half, Buffer.from(base64, 'base64')]);
    const whole = bytes.length - (bytes.length % 2);
    this.#half = bytes.subarray(whole);
    if (whole === 0) return;
    this.#hasSound = true;
    this.#push(pcmFromBytes(bytes.subarray(0, whole)));
    this.#awaitSound();
  }

  addWords(words: TimedWord[]): void {
    const taken = words.slice(0, this.#wordsLeft);
    this.#wordsLeft -= taken.length;
    this.#words.push(...taken);
    if (this.#hasSound && taken.length > 0) this.#push(new Int16Array());
  }

  finish(error?: ProviderError): void {
    this.isDone = true;
    this.pieces.end(error);
  }

  close(): void {
    this.#cancelDeadline();
    this.pieces.end();
  }

  #awaitSound(): void {
    this.#cancelDeadline();
    const { clock, patience } = this.#options;
    const { firstMs, nextMs, wholeMs } = patience;
    const leftMs = this.#startedMs + wholeMs - clock.now();
    const waitMs = Math.min(this.#hasSound ? nextMs : firstMs, leftMs);
    this.#cancelDeadline = clock.after(waitMs, () => {
      const error = new ProviderError(CARTESIA, 'timeout', 'no audio');
      error.waitedMs = waitMs;
      this.#onSilence(error);
      this.pieces.end(error);
    });
  }

  #push(pcm: Int16Array): void {
    this.pieces.push({ pcm, sampleRate: SAMPLE_RATE, words: this.#words });
    this.#words = [];
  }
}

/** Reads words with times, which are in seconds there; invalid entries are left out. */
export function readWords(timestamps: Record<string, unknown> | undefined): TimedWord[] {
  const starts = listAt(timestamps, 'start');
  const ends = listAt(timestamps, 'end');
  const words = listAt(timestamps, 'words').slice(0, MAX_WORDS);
  return words.flatMap((word, i) => {
    const [start, end] = [starts[i], ends[i]];
    if (typeof word !== 'string' || !Number.isFinite(start) || !Number.isFinite(end)) return [];
    return {
      word: word.slice(0, MAX_WORD_CHARACTERS),
      startMs: Number(start) * 1000,
      endMs: Number(end) * 1000,
    };
  });
}

function errorOfMessage(message: Record<string, unknown>, secret: string | undefined): ProviderError {
  const { message: words, title, error_code: code } = message;
  const status = numberAt(message, 'status_code') ?? 500;
  return errorOfStatus(
    CARTESIA,
    status,
    JSON.stringify({ error: { message: words ?? title, code } }),
    secret,
  );
}
