import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { messageOf } from '../../lib/message-of.ts';
import type { ThreadReply, ThreadRequest } from './job-messages.ts';
import { RuntimeMissing } from './onnx-runtime.ts';

/** Too many jobs wait: a further one would be answered too late to be of use. */
export class ThreadBusy extends Error {
  override readonly name = 'ThreadBusy';
}

/** The thread died during the job; the next job may succeed. */
export class ThreadLost extends Error {
  override readonly name = 'ThreadLost';
}

export interface JobOptions {
  /** Higher priorities go first; 0 where absent. */
  priority?: number;
  /** Drops a waiting job; the thread ends a running one at its next step, and its result is ignored. */
  signal?: AbortSignal;
  /** Buffers that are transferred instead of copied. */
  transfer?: readonly ArrayBuffer[];
}

export interface ModelThread<Job, Result> {
  /**
   * Rejects with {@link ThreadBusy} where too much waits already, with {@link RuntimeMissing} where models cannot run
   * here, with an `AbortError` when the signal fires, with {@link ThreadLost} when the thread dies in the middle of it, and with
   * an `Error` when the job fails or threads have died too often.
   */
  run(job: Job, options?: JobOptions): Promise<Result>;
  /** Jobs that wait or are being done. */
  readonly load: number;
  close(): Promise<void>;
}

export interface ModelThreadOptions {
  /** A module that calls `serveJobs`. */
  entry: URL;
  /** The `workerData` of the module. */
  data?: unknown;
  /** Name for messages: "the voice", "speech recognition". */
  name: string;
  /** Jobs are refused when more than this wait; default 8. */
  maxWaiting?: number;
  /** A thread that needs longer for a job is lost, and is replaced; default 60 s. */
  jobTimeoutMs?: number;
}

const START_TIMEOUT_MS = 60_000;
/** How long a thread may take to end itself: longer than any step of a model. */
const LEAVE_MS = 15_000;
/** After so many deaths in a row, with no job done in between, waiting jobs are rejected. */
const MAX_DEATHS = 3;

interface Waiting<Result> {
  request: Extract<ThreadRequest, { id: number }>;
  options: JobOptions;
  settle: (outcome: { result: Result } | Error) => void;
}

/** Starts a thread in this process (`startModelThread`) or in the model host. */
export type StartThread = <Job, Result>(options: ModelThreadOptions) => ModelThread<Job, Result>;

/**
 * A thread of low priority for native code that blocks. It starts with the first job, and is started again with the
 * next job after it has died.
 */
export function startModelThread<Job, Result>(options: ModelThreadOptions): ModelThread<Job, Result> {
  return new JobThread<Job, Result>(options);
}

class JobThread<Job, Result> implements ModelThread<Job, Result> {
  readonly #options: ModelThreadOptions;
  readonly #waiting: Waiting<Result>[] = [];
  #current: Waiting<Result> | undefined;
  #worker: Worker | undefined;
  #ready = false;
  #deaths = 0;
  #nextId = 1;
  #closed = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: ModelThreadOptions) {
    this.#options = options;
  }

  get load(): number {
    return this.#waiting.length + (this.#current ? 1 : 0);
  }

  run(job: Job, options: JobOptions = {}): Promise<Result> {
    const { name, maxWaiting = 8 } = this.#options;
    const { signal, priority = 0 } = options;
    if (this.#closed) return Promise.reject(new Error(`${name} is closed`));
    if (this.#deaths >= MAX_DEATHS) return Promise.reject(new Error(`${name} crashed too often`));
    if (signal?.aborted) return Promise.reject(aborted(name));
    if (this.#waiting.length >= maxWaiting)
      return Promise.reject(
        new ThreadBusy(`${name} is overloaded: ${this.#waiting.length} jobs are waiting`),
      );
    return new Promise((resolve, reject) => {
      const waiting: Waiting<Result> = {
        request: { id: this.#nextId++, job },
        options,
        settle: (outcome) => {
          signal?.removeEventListener('abort', abort);
          if (outcome instanceof Error) reject(outcome);
          else resolve(outcome.result);
        },
      };
      const abort = () => {
        const at = this.#waiting.indexOf(waiting);
        if (at >= 0) this.#waiting.splice(at, 1);
        else if (this.#current === waiting)
          this.#worker?.postMessage({ id: 'drop', job: waiting.request.id } satisfies ThreadRequest);
        waiting.settle(aborted(name));
      };
      if (signal) {
        // The jobs of an answer share one signal, so many listeners on it are no leak.
        setMaxListeners(0, signal);
        signal.addEventListener('abort', abort, { once: true });
      }
      const before = this.#waiting.findIndex((other) => (other.options.priority ?? 0) < priority);
      this.#waiting.splice(before < 0 ? this.#waiting.length : before, 0, waiting);
      this.#next();
    });
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    clearTimeout(this.#timer);
    const error = new Error(`${this.#options.name} is closed`);
    this.#current?.settle(error);
    this.#current = undefined;
    for (const waiting of this.#waiting.splice(0)) waiting.settle(error);
    if (!this.#worker) return;
    // Without `ref`, a process that waits for nothing else would exit before the thread has ended.
    this.#worker.ref();
    await leave(this.#worker);
  }

  #next(): void {
    if (this.#closed || this.#current) return;
    // A thread that waits for jobs keeps no process alive.
    if (this.#waiting.length === 0) {
      this.#worker?.unref();
      return;
    }
    this.#worker?.ref();
    if (!this.#worker) this.#start();
    if (!this.#ready) return;
    this.#current = this.#waiting.shift()!;
    const { request, options } = this.#current;
    this.#watch(this.#options.jobTimeoutMs ?? 60_000);
    this.#worker?.postMessage(request, [...(options.transfer ?? [])]);
  }

  #start(): void {
    const { entry, data } = this.#options;
    const worker = new Worker(entry, { workerData: data });
    this.#worker = worker;
    this.#ready = false;
    this.#watch(START_TIMEOUT_MS);
    let fault = '';
    worker.on('message', (reply: ThreadReply) => {
      if (worker === this.#worker) this.#take(reply);
    });
    // `exit` follows `error`, so it reports both kinds of death.
    worker.on('error', (error) => {
      fault = messageOf(error);
    });
    worker.on('exit', () => this.#lose(worker, fault));
  }

  #take(reply: ThreadReply): void {
    clearTimeout(this.#timer);
    if (reply.kind === 'ready') this.#ready = true;
    else if (this.#current?.request.id === reply.id) {
      const { settle } = this.#current;
      this.#current = undefined;
      this.#deaths = 0;
      settle(reply.kind === 'done' ? { result: reply.result as Result } : failureOf(reply));
    }
    this.#next();
  }

  #watch(timeoutMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const lost = this.#worker;
      if (!lost) return;
      lost.unref();
      void leave(lost);
      this.#lose(lost, '');
    }, timeoutMs);
    this.#timer.unref();
  }

  #lose(worker: Worker, fault: string): void {
    if (this.#closed || worker !== this.#worker) return;
    clearTimeout(this.#timer);
    this.#worker = undefined;
    this.#deaths++;
    const { name } = this.#options;
    const lost = new ThreadLost(`${name} was lost${fault && `: ${fault}`}`);
    this.#current?.settle(lost);
    this.#current = undefined;
    if (this.#deaths >= MAX_DEATHS) for (const waiting of this.#waiting.splice(0)) waiting.settle(lost);
    this.#next();
  }
}

/**
 * Terminating a thread while native code computes kills the whole process, because ONNX Runtime then throws an
 * exception that nothing catches. So the thread is asked to end itself, which it does once that code returns. Meanwhile
 * it keeps no process alive.
 */
async function leave(worker: Worker): Promise<void> {
  const exited = new Promise<void>((resolve) => {
    worker.once('exit', () => resolve());
  });
  worker.postMessage({ id: 'stop' } satisfies ThreadRequest);
  await Promise.race([exited, sleep(LEAVE_MS, undefined, { ref: false })]);
}

/** Returns the error that a thread, or the model host, has told of. */
export function failureOf({ message, errorName }: Extract<ThreadReply, { kind: 'failed' }>): Error {
  if (errorName === 'RuntimeMissing') return new RuntimeMissing(message);
  if (errorName === 'ThreadBusy') return new ThreadBusy(message);
  if (errorName === 'ThreadLost') return new ThreadLost(message);
  return errorName === 'AbortError' ? new DOMException(message, 'AbortError') : new Error(message);
}

const aborted = (name: string) => new DOMException(`a job of ${name} was aborted`, 'AbortError');
