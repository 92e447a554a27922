import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { messageOf } from '../../lib/message-of.ts';
import type { ThreadReply, ThreadRequest } from './job-messages.ts';
import { RuntimeMissing } from './onnx-runtime.ts';

/** Too many jobs are waiting: another one would be answered too late to be useful. */
export class ThreadBusy extends Error {
  override readonly name = 'ThreadBusy';
}

/** The thread died during the job; the next job may succeed. */
export class ThreadLost extends Error {
  override readonly name = 'ThreadLost';
}

export interface JobOptions {
  /** Jobs with a higher priority run first. Default 0. */
  priority?: number;
  /** Drops a waiting job. A running one is ended at its next step, and its result is ignored. */
  signal?: AbortSignal;
  /** Buffers that are transferred instead of copied. */
  transfer?: readonly ArrayBuffer[];
}

export interface ModelThread<Job, Result> {
  /**
   * Rejects with {@link ThreadBusy} if too many jobs are waiting, with {@link RuntimeMissing} if models cannot run
   * here, with an `AbortError` if the signal fires, with {@link ThreadLost} if the thread dies during the job, and with
   * an `Error` if the job fails or threads have died too often.
   */
  run(job: Job, options?: JobOptions): Promise<Result>;
  /** The number of jobs that are waiting or running. */
  readonly load: number;
  close(): Promise<void>;
}

export interface ModelThreadOptions {
  /** A module that calls `serveJobs`. */
  entry: URL;
  /** The `workerData` of the module. */
  data?: unknown;
  /** The name in messages, such as "the voice" or "speech recognition". */
  name: string;
  /** Jobs are rejected if more than this are waiting. Default 8. */
  maxWaiting?: number;
  /** A thread that takes longer for a job is considered lost, and is replaced. Default 60 s. */
  jobTimeoutMs?: number;
}

const START_TIMEOUT_MS = 60_000;
/** How long a thread may take to end itself; longer than any step of a model. */
const STOP_TIMEOUT_MS = 15_000;
/** After this many deaths in a row without a completed job, waiting jobs are rejected. */
const MAX_DEATHS = 3;

interface QueuedJob<Result> {
  request: Extract<ThreadRequest, { id: number }>;
  options: JobOptions;
  settle: (outcome: { result: Result } | Error) => void;
}

/** Starts a thread, either in this process (`startModelThread`) or in the model host. */
export type StartThread = <Job, Result>(options: ModelThreadOptions) => ModelThread<Job, Result>;

/**
 * Starts a low-priority thread for native code that blocks. It starts with the first job, and if it has died, again
 * with the next one.
 */
export function startModelThread<Job, Result>(options: ModelThreadOptions): ModelThread<Job, Result> {
  return new JobThread<Job, Result>(options);
}

class JobThread<Job, Result> implements ModelThread<Job, Result> {
  readonly #options: ModelThreadOptions;
  readonly #queue: QueuedJob<Result>[] = [];
  #current: QueuedJob<Result> | undefined;
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
    return this.#queue.length + (this.#current ? 1 : 0);
  }

  run(job: Job, options: JobOptions = {}): Promise<Result> {
    const { name, maxWaiting = 8 } = this.#options;
    const { signal, priority = 0 } = options;
    if (this.#closed) return Promise.reject(new Error(`${name} is closed`));
    if (this.#deaths >= MAX_DEATHS) return Promise.reject(new Error(`${name} crashed too often`));
    if (signal?.aborted) return Promise.reject(aborted(name));
    if (this.#queue.length >= maxWaiting)
      return Promise.reject(new ThreadBusy(`${name} is overloaded: ${this.#queue.length} jobs are waiting`));
    return new Promise((resolve, reject) => {
      const queued: QueuedJob<Result> = {
        request: { id: this.#nextId++, job },
        options,
        settle: (outcome) => {
          signal?.removeEventListener('abort', abort);
          if (outcome instanceof Error) reject(outcome);
          else resolve(outcome.result);
        },
      };
      const abort = () => {
        const at = this.#queue.indexOf(queued);
        if (at >= 0) this.#queue.splice(at, 1);
        else if (this.#current === queued)
          this.#worker?.postMessage({ id: 'drop', job: queued.request.id } satisfies ThreadRequest);
        queued.settle(aborted(name));
      };
      if (signal) {
        // The jobs of an answer share one signal, so many listeners on it are not a leak.
        setMaxListeners(0, signal);
        signal.addEventListener('abort', abort, { once: true });
      }
      const before = this.#queue.findIndex((other) => (other.options.priority ?? 0) < priority);
      this.#queue.splice(before < 0 ? this.#queue.length : before, 0, queued);
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
    for (const waiting of this.#queue.splice(0)) waiting.settle(error);
    if (!this.#worker) return;
    // Without `ref`, a process that waits for nothing else would exit before the thread has ended.
    this.#worker.ref();
    await stopThread(this.#worker);
  }

  #next(): void {
    if (this.#closed || this.#current) return;
    // A thread that waits for jobs must not keep the process alive.
    if (this.#queue.length === 0) {
      this.#worker?.unref();
      return;
    }
    this.#worker?.ref();
    if (!this.#worker) this.#start();
    if (!this.#ready) return;
    this.#current = this.#queue.shift()!;
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
      if (worker === this.#worker) this.#onReply(reply);
    });
    // `exit` follows `error`, so it covers both kinds of death.
    worker.on('error', (error) => {
      fault = messageOf(error);
    });
    worker.on('exit', () => this.#onLost(worker, fault));
  }

  #onReply(reply: ThreadReply): void {
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
      void stopThread(lost);
      this.#onLost(lost, '');
    }, timeoutMs);
    this.#timer.unref();
  }

  #onLost(worker: Worker, fault: string): void {
    if (this.#closed || worker !== this.#worker) return;
    clearTimeout(this.#timer);
    this.#worker = undefined;
    this.#deaths++;
    const { name } = this.#options;
    const lost = new ThreadLost(`${name} was lost${fault && `: ${fault}`}`);
    this.#current?.settle(lost);
    this.#current = undefined;
    if (this.#deaths >= MAX_DEATHS) for (const waiting of this.#queue.splice(0)) waiting.settle(lost);
    this.#next();
  }
}

/**
 * Asks a thread to end itself, which it does once its native code returns. Terminating it during native code would kill
 * the whole process, because ONNX Runtime then throws an exception that nothing catches. Meanwhile the thread does not
 * keep the process alive.
 */
async function stopThread(worker: Worker): Promise<void> {
  const exited = new Promise<void>((resolve) => {
    worker.once('exit', () => resolve());
  });
  worker.postMessage({ id: 'stop' } satisfies ThreadRequest);
  await Promise.race([exited, sleep(STOP_TIMEOUT_MS, undefined, { ref: false })]);
}

/** Returns the error that a thread, or the model host, has reported. */
export function failureOf({ message, errorName }: Extract<ThreadReply, { kind: 'failed' }>): Error {
  if (errorName === 'RuntimeMissing') return new RuntimeMissing(message);
  if (errorName === 'ThreadBusy') return new ThreadBusy(message);
  if (errorName === 'ThreadLost') return new ThreadLost(message);
  return errorName === 'AbortError' ? new DOMException(message, 'AbortError') : new Error(message);
}

const aborted = (name: string) => new DOMException(`a job of ${name} was aborted`, 'AbortError');
