import type { ConversationPlan, EndReason, WorkerReport } from '@visavis/contracts';
import type { Logger } from '../../lib/logger.ts';
import { type EventSink, OrderedEvents } from './ordered-events.ts';
import { choosePlace, isWarm, isWorn, spares, type WearLimits } from './placement.ts';
import { WorkerAnswers, type WorkerServices } from './worker-answers.ts';
import { WorkerProcess } from './worker-process.ts';

const SHUTDOWN_MS = 10_000;
/** A conversation that has not ended this long after it was told to is given up. */
const STOP_MS = 15_000;
/** Of a conversation whose worker dies before it is ready. */
const START_ATTEMPTS = 3;
const FIRST_RESTART_MS = 200;
const LAST_RESTART_MS = 30_000;
/** A worker that lived this long died of something new. */
const STABLE_MS = 60_000;
/** By then a conversation has its first picture. */
const SPARE_DELAY_MS = 4000;
/** A second idle worker is kept this long: starts come in bursts. */
const IDLE_MS = 60_000;

export interface WorkerPoolOptions extends WorkerServices {
  /** At most so many processes beside worn ones; one starts warm, one is kept in reserve while there is room. */
  workers: number;
  conversationsPerWorker: number;
  /** A worker that has reached one of these is replaced, without any conversation noticing. Never by default. */
  wear?: WearLimits;
  log: Logger;
  /** Every event of every conversation, in order within a conversation. `ended` comes exactly once. */
  onEvent: EventSink;
  /** Every few seconds for each worker: these conversations of it are alive. */
  onAlive?: (conversationIds: string[]) => void | Promise<void>;
  /** The worker program; the product's own by default. */
  entry?: URL;
  /** Its environment; this process's by default. */
  env?: NodeJS.ProcessEnv;
  /** Gives up a start that is under way: the service that the pool is for will not be. */
  signal?: AbortSignal;
}

export interface WorkerPoolStats {
  active: number;
  capacity: number;
  workers: {
    pid: number | undefined;
    ready: boolean;
    worn: boolean;
    conversations: number;
    residentBytes: number;
  }[];
  /** Worn workers that have gone. */
  replaced: number;
}

export interface WorkerPool {
  /**
   * Resolves when a worker has the plan; what becomes of it is told by events.
   * @throws CapacityError when every worker is full.
   */
  start(plan: ConversationPlan): Promise<void>;
  /** Asks for the end; `ended` follows. Nothing happens for a conversation that is not here. */
  stop(conversationId: string, reason: EndReason): void;
  /** What it was told of its consumer is erased, or only what has this content. */
  forget(conversationId: string, content?: string): void;
  /** The conversations that are here, for whoever reconciles a store with reality. */
  active(): string[];
  stats(): WorkerPoolStats;
  /** Ends every conversation with `shutdown` and every process. Resolves when all events have been taken. */
  close(): Promise<void>;
}

export class CapacityError extends Error {
  override name = 'CapacityError';
}

/** Resolves when the first worker is warm. Rejects when it cannot be started. */
export async function startWorkerPool(options: WorkerPoolOptions): Promise<WorkerPool> {
  const { signal } = options;
  signal?.throwIfAborted();
  const pool = new ForkedPool(options);
  const giveUp = () => void pool.close();
  signal?.addEventListener('abort', giveUp, { once: true });
  await pool.open().finally(() => signal?.removeEventListener('abort', giveUp));
  return pool;
}

class ForkedPool implements WorkerPool {
  readonly #options: WorkerPoolOptions;
  readonly #events: OrderedEvents;
  readonly #workers = new Set<WorkerProcess>();
  readonly #answers = new Map<WorkerProcess, WorkerAnswers>();
  readonly #homes = new Map<string, WorkerProcess>();
  /** Conversations that wait for their worker to be ready; their plan is still here. */
  readonly #unsent = new Set<string>();
  readonly #waiting = new Map<WorkerProcess, (() => void)[]>();
  readonly #timers = new Set<NodeJS.Timeout>();
  #restartMs = FIRST_RESTART_MS;
  #replaced = 0;
  #closing = false;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
    this.#events = new OrderedEvents(options.onEvent, options.log);
  }

  async open(): Promise<void> {
    const first = this.#fork();
    await this.#untilReady(first);
    if (first.ready) return;
    await this.close();
    throw new Error('the conversation worker does not start; its messages say why');
  }

  async start(plan: ConversationPlan): Promise<void> {
    const { conversationId } = plan;
    this.#unsent.add(conversationId);
    try {
      for (let attempt = 1; attempt <= START_ATTEMPTS; attempt++) {
        const home = this.#place(conversationId);
        await this.#untilReady(home);
        if (this.#homes.get(conversationId) === home) {
          home.send({ type: 'start', plan });
          return;
        }
        // Ended while it waited, as has been reported; else its worker died before it was ready: take another.
        if (!this.#unsent.has(conversationId)) return;
      }
      throw new CapacityError('No conversation worker could be started.');
    } finally {
      this.#unsent.delete(conversationId);
    }
  }

  #place(conversationId: string): WorkerProcess {
    const { workers, conversationsPerWorker } = this.#options;
    if (this.#closing) throw new CapacityError('The service is shutting down.');
    let home = choosePlace(this.#workers, conversationsPerWorker);
    if (!home && this.#inService() < workers) home = this.#fork();
    // A worn worker that is still there beside its replacement does not add to what this machine takes on.
    if (!home || this.#homes.size >= workers * conversationsPerWorker)
      throw new CapacityError('Every conversation worker is full.');
    home.conversations.add(conversationId);
    home.served++;
    this.#homes.set(conversationId, home);
    // A process takes seconds of a core to start: not while this conversation does, unless the next would wait for it.
    if (this.#warmPlaces() > 0) this.#later(SPARE_DELAY_MS, () => this.#keepSpare());
    else this.#keepSpare();
    return home;
  }

  stop(conversationId: string, reason: EndReason): void {
    const home = this.#homes.get(conversationId);
    if (!home) return;
    home.send({ type: 'stop', conversationId, reason });
    this.#later(STOP_MS, () => {
      if (this.#homes.get(conversationId) !== home) return;
      this.#options.log.error({ conversationId }, 'a conversation would not end');
      this.#end(conversationId, reason, 'The conversation did not end by itself.');
    });
  }

  forget(conversationId: string, content?: string): void {
    this.#homes
      .get(conversationId)
      ?.send({ type: 'forget', conversationId, ...(content !== undefined && { content }) });
  }

  active(): string[] {
    return [...this.#homes.keys()];
  }

  stats(): WorkerPoolStats {
    const { workers, conversationsPerWorker } = this.#options;
    return {
      active: this.#homes.size,
      capacity: workers * conversationsPerWorker,
      workers: [...this.#workers].map(({ pid, ready, worn, conversations, residentBytes }) => ({
        pid,
        ready,
        worn,
        conversations: conversations.size,
        residentBytes,
      })),
      replaced: this.#replaced,
    };
  }

  async close(): Promise<void> {
    this.#closing = true;
    for (const timer of this.#timers) clearTimeout(timer);
    const gone = [...this.#workers].map((worker) => {
      const exited = new Promise<void>((resolve) => this.#whenReadyOrGone(worker, resolve, true));
      worker.retire(SHUTDOWN_MS);
      return exited;
    });
    await Promise.all(gone);
    await this.#events.drained();
  }

  #fork(): WorkerProcess {
    const { entry, env, log } = this.#options;
    const bornAt = Date.now();
    const worker: WorkerProcess = new WorkerProcess({
      entry: entry ?? new URL('../../worker.js', import.meta.url),
      ...(env && { env }),
      log,
      onReady: () => {
        this.#release(worker);
        this.#dismissWorn();
      },
      onReport: (report) => this.#onReport(worker, report),
      onGone: (why) => this.#onGone(worker, why, Date.now() - bornAt),
    });
    this.#workers.add(worker);
    this.#answers.set(worker, new WorkerAnswers(this.#options, (answer) => worker.send(answer), log));
    return worker;
  }

  #onReport(worker: WorkerProcess, report: WorkerReport): void {
    if (report.type === 'event') {
      const { conversationId, event } = report;
      if (this.#homes.get(conversationId) !== worker) return;
      if (event.kind === 'ended') this.#forget(conversationId, worker);
      this.#events.push(conversationId, event);
    } else if (report.type === 'search_knowledge') {
      void this.#answers.get(worker)?.search(report);
    } else if (report.type === 'call_tool') {
      void this.#answers.get(worker)?.call(report);
    } else if (report.type === 'cancel') {
      this.#answers.get(worker)?.cancel(report.requestId);
    } else if (report.type === 'heartbeat') {
      this.#checkWear(worker);
      if (report.conversationIds.length > 0) void this.#tellAlive(report.conversationIds);
    }
  }

  async #tellAlive(conversationIds: string[]): Promise<void> {
    try {
      await this.#options.onAlive?.(conversationIds);
    } catch (error) {
      this.#options.log.warn({ err: error }, 'a heartbeat could not be kept');
    }
  }

  #onGone(worker: WorkerProcess, why: string, livedMs: number): void {
    this.#workers.delete(worker);
    this.#answers.get(worker)?.cancelAll();
    this.#answers.delete(worker);
    for (const conversationId of worker.conversations) {
      if (this.#closing) this.#end(conversationId, 'shutdown', why);
      else if (this.#unsent.has(conversationId)) this.#homes.delete(conversationId);
      else this.#end(conversationId, 'crashed', `The conversation worker is gone: ${why}.`);
    }
    this.#release(worker);
    if (this.#closing) return;
    if (worker.conversations.size > 0 || !worker.retired) {
      this.#options.log.error({ pid: worker.pid, why }, 'a conversation worker is gone');
    }
    this.#restartMs = livedMs > STABLE_MS ? FIRST_RESTART_MS : Math.min(LAST_RESTART_MS, this.#restartMs * 2);
    this.#later(this.#restartMs, () => this.#keepSpare());
  }

  #end(conversationId: string, reason: EndReason, detail: string): void {
    const home = this.#homes.get(conversationId);
    if (!home) return;
    this.#forget(conversationId, home);
    this.#events.push(conversationId, { kind: 'ended', at: Date.now(), reason, detail });
  }

  #forget(conversationId: string, worker: WorkerProcess): void {
    this.#homes.delete(conversationId);
    this.#unsent.delete(conversationId);
    worker.conversations.delete(conversationId);
    this.#checkWear(worker);
    this.#dismissWorn();
    if (worker.conversations.size === 0 && !this.#closing) this.#later(IDLE_MS, () => this.#thinOut(worker));
  }

  /** One idle worker is a reserve; more are memory. */
  #thinOut(worker: WorkerProcess): void {
    const idle = spares(this.#workers);
    if (idle.length > 1 && idle.includes(worker)) worker.retire(SHUTDOWN_MS);
  }

  #checkWear(worker: WorkerProcess): void {
    const { wear, log } = this.#options;
    if (!wear || worker.worn || worker.retired || !isWorn(worker, wear)) return;
    worker.worn = true;
    const { pid, served, residentBytes } = worker;
    log.info({ pid, served, residentMb: Math.round(residentBytes / 2 ** 20) }, 'a worker is being replaced');
    this.#keepSpare();
  }

  /** A worn worker goes when its last conversation has ended and another is ready for the next. */
  #dismissWorn(): void {
    const workers = [...this.#workers];
    if (this.#closing || !workers.some(isWarm)) return;
    for (const worker of workers) {
      if (!worker.worn || worker.retired || worker.conversations.size > 0) continue;
      this.#replaced++;
      worker.retire(SHUTDOWN_MS);
    }
  }

  #inService(): number {
    return [...this.#workers].filter(({ worn }) => !worn).length;
  }

  #warmPlaces(): number {
    const warm = [...this.#workers].filter(isWarm);
    const taken = warm.reduce((sum, { conversations }) => sum + conversations.size, 0);
    return warm.length * this.#options.conversationsPerWorker - taken;
  }

  #keepSpare(): void {
    if (this.#closing || this.#inService() >= this.#options.workers) return;
    if (spares(this.#workers).length === 0) this.#fork();
  }

  #untilReady(worker: WorkerProcess): Promise<void> {
    if (worker.ready || worker.retired) return Promise.resolve();
    return new Promise((resolve) => this.#whenReadyOrGone(worker, resolve));
  }

  #whenReadyOrGone(worker: WorkerProcess, callback: () => void, onlyGone = false): void {
    const once = () => {
      if (onlyGone && this.#workers.has(worker)) this.#whenReadyOrGone(worker, callback, true);
      else callback();
    };
    this.#waiting.set(worker, [...(this.#waiting.get(worker) ?? []), once]);
  }

  #release(worker: WorkerProcess): void {
    const callbacks = this.#waiting.get(worker) ?? [];
    this.#waiting.delete(worker);
    for (const callback of callbacks) callback();
  }

  #later(delayMs: number, callback: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      callback();
    }, delayMs);
    timer.unref();
    this.#timers.add(timer);
  }
}
