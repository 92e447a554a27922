import { ReadableStream } from 'node:stream/web';
import { boundedFetch, RefusedAnswerError } from '../lib/bounded-fetch.ts';
import { type Clock, systemClock } from '../lib/clock.ts';
import { type JsonShape, parseWithin } from '../lib/json-shape.ts';
import { readRetryAfter } from '../lib/read-retry-after.ts';
import { readUpTo } from '../lib/read-up-to.ts';
import type { Patience } from './patience.ts';
import {
  errorOfStatus,
  LONGEST_PAUSE_MS,
  ProviderError,
  type ProviderName,
  toProviderError,
} from './provider-error.ts';

export interface ProviderRequest extends RequestInit {
  patience?: Partial<Patience>;
  /** Whether a piece counts as progress rather than only as a sign of life. By default each does. */
  isProgress?: (bytes: Uint8Array) => boolean;
  clock?: Clock;
  /** Removed from error messages. */
  secret?: string | undefined;
  /** The organization that configured the address, which may then only be reached over the public internet. */
  publicFor?: string | undefined;
}

/** Limits of requests for which no listener waits: lists and checks. */
const ORDINARY: Patience = { firstMs: 10_000, nextMs: 10_000, wholeMs: 30_000 };

/**
 * Returns a successful response with its body unread. Reading it also rejects if the provider stalls: one that hangs
 * within an answer keeps its connection open. Rejects with a `ProviderError`, or with the caller's own abort.
 */
export async function providerFetch(
  provider: ProviderName,
  url: string,
  request: ProviderRequest = {},
): Promise<Response> {
  const { patience, isProgress, clock = systemClock, secret, publicFor, signal, ...init } = request;
  const wait = new Wait(provider, clock, { ...ORDINARY, ...patience }, secret);
  const late = new AbortController();
  let response: Response;
  try {
    const signals = signal ? [signal, late.signal] : [late.signal];
    const asked = { ...init, signal: AbortSignal.any(signals) };
    const begun = await wait.for(boundedFetch(url, asked, publicFor));
    response = begun.body
      ? new Response(ReadableStream.from(readBody(begun.body, wait, { isProgress, signal })), begun)
      : begun;
  } catch (error) {
    late.abort();
    signal?.throwIfAborted();
    throw wait.failure(error);
  }
  if (response.ok) return response;
  const { bytes } = await readUpTo(response.body ?? [], MAX_REASON_BYTES).catch(() => ({ bytes: '' }));
  const error = errorOfStatus(provider, response.status, bytes.toString(), secret);
  const seconds = readRetryAfter(response.headers.get('retry-after'));
  if (error.kind === 'unavailable' && seconds !== undefined)
    error.retryAfterMs ??= Math.min(seconds * 1000, LONGEST_PAUSE_MS);
  throw wait.failure(error);
}

/** The time that one call may still take, according to its `Patience`. */
class Wait {
  readonly #provider: ProviderName;
  readonly #clock: Clock;
  readonly #patience: Patience;
  readonly #secret: string | undefined;
  readonly #startedMs: number;
  /** When the last piece arrived, and when the next one is too late. */
  #cameMs: number;
  #latestMs: number;
  #hasCome = false;

  constructor(provider: ProviderName, clock: Clock, patience: Patience, secret: string | undefined) {
    this.#provider = provider;
    this.#clock = clock;
    this.#patience = patience;
    this.#secret = secret;
    this.#startedMs = clock.now();
    this.#cameMs = this.#startedMs;
    this.#latestMs = this.#startedMs + patience.firstMs;
  }

  /** Resolves like `promise`, unless it takes too long. */
  async for<T>(promise: Promise<T>): Promise<T> {
    const { wholeMs } = this.#patience;
    const endMs = this.#startedMs + wholeMs;
    let cancel: () => void = () => undefined;
    const late = new Promise<never>((_, reject) => {
      cancel = this.#clock.after(Math.min(this.#latestMs, endMs) - this.#clock.now(), () => {
        const seconds = (this.#clock.now() - this.#startedMs) / 1000;
        const what =
          endMs <= this.#latestMs
            ? `the answer was still incomplete after ${seconds.toFixed(1)} s`
            : this.#hasCome
              ? 'the answer stopped before its end'
              : `no answer within ${seconds.toFixed(1)} s`;
        reject(new ProviderError(this.#provider, 'timeout', what));
      });
    });
    // If the timeout wins, nobody handles this promise any more.
    promise.catch(() => undefined);
    try {
      return await Promise.race([promise, late]);
    } finally {
      cancel();
    }
  }

  came(): void {
    this.#hasCome = true;
    this.#cameMs = this.#clock.now();
    this.#latestMs = this.#cameMs + this.#patience.nextMs;
  }

  failure(error: unknown): ProviderError {
    const failure =
      error instanceof RefusedAnswerError
        ? new ProviderError(this.#provider, 'rejected', error.message, this.#secret)
        : toProviderError(this.#provider, error, this.#secret);
    failure.waitedMs ??= Math.round(this.#clock.now() - this.#cameMs);
    return failure;
  }
}

/** Maximum bytes of the reason for a refusal; the rest is not read. */
const MAX_REASON_BYTES = 4_096;
/** Maximum bytes of an answer: no list of models, agents or voices is longer, and no transcript. */
const MAX_BYTES = 4 * 2 ** 20;
/** More than any list of models has, and any transcript with the times of its words. */
export const SHAPE_OF_ANSWER: JsonShape = { depth: 64, values: 100_000 };

/** Returns the text of an answer; `undefined` if it is too long. Rejects like reading the body. */
export async function readText(
  response: Response,
  maxBytes: number = MAX_BYTES,
): Promise<string | undefined> {
  const { bytes, isWhole } = await readUpTo(response.body ?? [], maxBytes);
  return isWhole ? bytes.toString() : undefined;
}

/**
 * Returns the JSON of an answer; `undefined` if it is invalid or too long, or has more values or levels than `shape`.
 * Rejects like reading the body.
 */
export async function readJson(
  response: Response,
  maxBytes?: number,
  shape: JsonShape = SHAPE_OF_ANSWER,
): Promise<unknown> {
  const text = await readText(response, maxBytes);
  try {
    return text === undefined ? undefined : parseWithin(text, shape);
  } catch {
    return undefined;
  }
}

async function* readBody(
  body: NonNullable<Response['body']>,
  wait: Wait,
  { isProgress = () => true, signal }: { [K in 'isProgress' | 'signal']: ProviderRequest[K] | undefined },
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await wait.for(reader.read());
      if (done) return;
      yield value;
      if (isProgress(value)) wait.came();
    }
  } catch (error) {
    signal?.throwIfAborted();
    throw wait.failure(error);
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}
