import { setMaxListeners } from 'node:events';
import { Worker } from 'node:worker_threads';
import { tailOf } from '../finish-clause.ts';
import { toSpeakable } from '../speakable.ts';
import { spellOut } from '../spoken-text/spell-out.ts';
import type { SpokenClause, Voice, VoiceStyle } from '../voice.ts';
import type { FliteReply, FliteRequest } from './flite-messages.ts';
import { SAMPLE_RATE } from './synthesise.ts';

/** More than any clause of `splitClauses` comes to when its symbols are written out. */
const MAX_SPEAKABLE_CHARS = 4000;
/** A clause takes 15 to 100 ms, seconds where the machine is starved; a thread that needs this long is lost. */
const CLAUSE_TIMEOUT_MS = 60_000;
const START_TIMEOUT_MS = 30_000;
/** After so many threads in a row have died without speaking, no more are started. */
const MAX_FAILED_STARTS = 3;

interface Job {
  request: FliteRequest;
  clause: string;
  urgent: boolean;
  retried: boolean;
  settle: (outcome: SpokenClause | Error) => void;
}

/**
 * Starts the offline voice: flite in a thread of its own, warmed up. One thread serves any number of conversations;
 * urgent clauses are spoken first, else in the order of the calls. `speak` rejects with an `AbortError` as soon as its signal fires
 * (a queued clause is never made), with a `RangeError` when the text is far longer than a clause, and with an
 * `Error` when the voice is closed or fails. A text with nothing to pronounce is an empty sound. A thread that dies
 * or hangs is replaced, and its clause tried once more.
 */
export async function startFliteVoice(): Promise<Voice> {
  const voice = new FliteVoice();
  await voice.start();
  return voice;
}

class FliteVoice implements Voice {
  readonly #queue: Job[] = [];
  #current: Job | undefined;
  #worker: Worker | undefined;
  #ready = false;
  #failedStarts = 0;
  #nextId = 1;
  #closed = false;
  #timer: NodeJS.Timeout | undefined;
  #started: { resolve: () => void; reject: (error: Error) => void } | undefined;

  start(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#started = { resolve, reject };
      this.#startThread();
    });
  }

  speak(clause: string, style: VoiceStyle, signal?: AbortSignal): Promise<SpokenClause> {
    if (this.#closed) return Promise.reject(new Error('the voice is closed'));
    if (signal?.aborted) return Promise.reject(abortError());
    const text = toSpeakable(spellOut(clause, style.language));
    if (text.length > MAX_SPEAKABLE_CHARS) {
      return Promise.reject(
        new RangeError(`a clause of ${text.length} characters: cut it with splitClauses`),
      );
    }
    if (text === '') {
      return Promise.resolve({ text: clause, pcm: new Int16Array(0), sampleRate: SAMPLE_RATE, phones: [] });
    }
    return new Promise((resolve, reject) => {
      const job: Job = {
        request: { id: this.#nextId++, text, voice: style.voice, tailMs: tailOf(clause) },
        clause,
        urgent: style.urgent ?? false,
        retried: false,
        settle: (outcome) => {
          signal?.removeEventListener('abort', abort);
          if (outcome instanceof Error) reject(outcome);
          else resolve(outcome);
        },
      };
      const abort = () => {
        const queued = this.#queue.indexOf(job);
        if (queued >= 0) this.#queue.splice(queued, 1);
        // A clause in the making is finished by the thread and dropped: stopping it would cost a new thread.
        job.settle(abortError());
      };
      if (signal) {
        // All clauses of a reply share one signal, so many listeners on it are no leak.
        setMaxListeners(0, signal);
        signal.addEventListener('abort', abort, { once: true });
      }
      this.#enqueue(job);
      this.#next();
    });
  }

  /** Answers that wait for their first sound come before the rest of others, which have speech ahead. */
  #enqueue(job: Job): void {
    const later = job.urgent ? this.#queue.findIndex(({ urgent }) => !urgent) : -1;
    this.#queue.splice(later < 0 ? this.#queue.length : later, 0, job);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#failAll(new Error('the voice is closed'));
    await this.#worker?.terminate();
  }

  #startThread(): void {
    this.#ready = false;
    const worker = new Worker(new URL('./flite-thread.js', import.meta.url));
    this.#worker = worker;
    this.#watch(START_TIMEOUT_MS);
    worker.on('message', (reply: FliteReply) => {
      if (worker === this.#worker) this.#handleReply(reply);
    });
    // `exit` follows `error`, so it reports both kinds of death.
    worker.on('error', () => undefined);
    worker.on('exit', () => {
      if (worker === this.#worker) this.#replaceThread();
    });
  }

  #handleReply(reply: FliteReply): void {
    clearTimeout(this.#timer);
    if (reply.kind === 'ready') {
      this.#ready = true;
      this.#started?.resolve();
      this.#started = undefined;
    } else if (this.#current?.request.id === reply.id) {
      const job = this.#current;
      this.#current = undefined;
      this.#failedStarts = 0;
      if (reply.kind === 'failed') job.settle(new Error(`the voice failed: ${reply.message}`));
      else job.settle({ text: job.clause, pcm: reply.pcm, sampleRate: SAMPLE_RATE, phones: reply.phones });
    }
    this.#next();
  }

  #next(): void {
    if (!this.#ready || this.#current || this.#closed) return;
    this.#current = this.#queue.shift();
    if (!this.#current) return;
    this.#watch(CLAUSE_TIMEOUT_MS);
    this.#worker?.postMessage(this.#current.request);
  }

  #watch(timeoutMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      // The `exit` event starts the replacement.
      void this.#worker?.terminate();
    }, timeoutMs);
    this.#timer.unref();
  }

  #replaceThread(): void {
    if (this.#closed) return;
    clearTimeout(this.#timer);
    const job = this.#current;
    this.#current = undefined;
    this.#ready = false;
    if (job && !job.retried) {
      job.retried = true;
      this.#queue.unshift(job);
    } else {
      job?.settle(new Error('the voice thread died while it spoke this clause'));
    }
    this.#failedStarts++;
    if (this.#failedStarts > MAX_FAILED_STARTS) {
      const error = new Error('the voice thread does not start');
      this.#closed = true;
      this.#started?.reject(error);
      this.#failAll(error);
      return;
    }
    this.#startThread();
  }

  #failAll(error: Error): void {
    this.#current?.settle(error);
    this.#current = undefined;
    for (const job of this.#queue.splice(0)) job.settle(error);
  }
}

function abortError(): DOMException {
  return new DOMException('the clause was aborted', 'AbortError');
}
