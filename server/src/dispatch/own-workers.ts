import { fork } from 'node:child_process';
import type { WorkerCommand } from '@visavis/contracts';
import type { Logger } from '../lib/logger.ts';
import { isReserved, isWarm, isWorn, type RecycleLimits, spares } from './placement.ts';
import type { PoolWorker } from './pool-worker.ts';
import type { Timers } from './timers.ts';
import type { WorkerLink } from './worker-link.ts';

const FIRST_RESTART_MS = 200;
const LAST_RESTART_MS = 30_000;
/** If a worker has run for this long, its death has a new cause, so the restart delay is reset. */
const STABLE_MS = 60_000;
/** By then a conversation shows its first frame. */
const SPARE_DELAY_MS = 4000;
/** How long a second idle worker is kept, because starts come in bursts. */
const IDLE_MS = 60_000;

interface ForkOptions {
  /** The worker program; by default the product's own. */
  entry?: URL;
  /** Its command line arguments; none by default. */
  args?: readonly string[];
  /** Its environment; by default that of this process. */
  env?: NodeJS.ProcessEnv;
}

export interface OwnWorkersOptions extends ForkOptions {
  /**
   * Maximum number of processes, not counting those that are worn or reserved for one organization; one is kept in
   * reserve while the number allows.
   */
  workers: number;
  conversationsPerWorker: number;
  /** Limits the places to the measured capacity of this machine. */
  places?: (running: number) => number | undefined;
  /** A worker that reaches one of these limits is replaced, unnoticed by conversations. Unlimited by default. */
  wear?: RecycleLimits;
  /** Creates a worker; tests replace this by one that is not a process. */
  fork?: () => WorkerLink;
  log: Logger;
}

/** The worker processes of this machine: started as needed, replaced when they are worn or have died. */
export class OwnWorkers {
  /** Number of worn workers that have been replaced. */
  replaced = 0;
  readonly #options: OwnWorkersOptions;
  readonly #addToPool: (link: WorkerLink, capacity: number) => PoolWorker;
  readonly #timers: Timers;
  readonly #workers = new Set<PoolWorker>();
  #restartMs = FIRST_RESTART_MS;

  /** `addToPool` adds a process to the pool as a worker; the caller then reports to this object what happens to it. */
  constructor(
    options: OwnWorkersOptions,
    addToPool: (link: WorkerLink, capacity: number) => PoolWorker,
    timers: Timers,
  ) {
    this.#options = options;
    this.#addToPool = addToPool;
    this.#timers = timers;
  }

  get capacity(): number {
    const { workers, conversationsPerWorker, places } = this.#options;
    const allowed = workers * conversationsPerWorker;
    return Math.min(allowed, places?.(countConversations(this.#workers)) ?? allowed);
  }

  has(worker: PoolWorker): boolean {
    return this.#workers.has(worker);
  }

  sendToAll(command: WorkerCommand): void {
    for (const worker of this.#workers) if (worker.ready) worker.send(command);
  }

  /** Returns the workers that may get a conversation; none if all places are taken. */
  available(): Iterable<PoolWorker> {
    return this.#isFull() ? [] : this.#workers;
  }

  /** Starts another process, if the maximum allows it, or if it will be `reserved` for one organization. */
  startAnother(reserved = false): PoolWorker | undefined {
    const isAtMaximum = !reserved && this.#inService() >= this.#options.workers;
    return this.#isFull() || isAtMaximum ? undefined : this.#fork();
  }

  /** Called after one of them got a conversation. */
  refill(): void {
    // Starting a process takes seconds of CPU time: not while this conversation starts, unless the next would wait.
    if (this.#warmPlaces() > 0) this.#timers.later(SPARE_DELAY_MS, () => this.#keepSpare());
    else this.#keepSpare();
  }

  /** Retires worn workers without conversations, once another worker is ready for the next one. */
  retireWorn(): void {
    const workers = [...this.#workers];
    if (this.#timers.closed || !workers.some(isWarm)) return;
    for (const worker of workers) {
      if (!worker.worn || worker.retired || worker.conversations.size > 0) continue;
      this.replaced++;
      worker.retire();
    }
  }

  checkWear(worker: PoolWorker): void {
    const { wear, log } = this.#options;
    if (!wear || !this.#workers.has(worker) || worker.worn || worker.retired || !isWorn(worker, wear)) return;
    worker.worn = true;
    const { served, residentBytes } = worker;
    log.info(
      {
        event: 'worker.replaced',
        worker: worker.name,
        served,
        residentMb: Math.round(residentBytes / 2 ** 20),
      },
      'the service replaces a worker that reached its limit of conversations or memory',
    );
    this.#keepSpare();
  }

  /** Called when a conversation of the worker has ended. */
  conversationEnded(worker: PoolWorker): void {
    this.checkWear(worker);
    this.retireWorn();
    if (worker.conversations.size === 0) this.#timers.later(IDLE_MS, () => this.#retireExtraIdle(worker));
  }

  /** Replaces a worker that has ended; the delay grows if workers die soon after their start. */
  workerGone(worker: PoolWorker): void {
    if (!this.#workers.delete(worker)) return;
    const young = worker.ageMs <= STABLE_MS;
    this.#restartMs = young ? Math.min(LAST_RESTART_MS, this.#restartMs * 2) : FIRST_RESTART_MS;
    this.#timers.later(this.#restartMs, () => this.#keepSpare());
  }

  #fork(): PoolWorker {
    const { conversationsPerWorker, log, fork = () => forkWorker(this.#options, log) } = this.#options;
    const worker = this.#addToPool(fork(), conversationsPerWorker);
    this.#workers.add(worker);
    return worker;
  }

  /** Keeps one idle worker in reserve; more would only take memory. */
  #retireExtraIdle(worker: PoolWorker): void {
    const idle = spares(this.#workers);
    if (idle.length > 1 && idle.includes(worker)) worker.retire();
  }

  #keepSpare(): void {
    if (this.#timers.closed || this.#inService() >= this.#options.workers) return;
    if (spares(this.#workers).length === 0) this.#fork();
  }

  #inService(): number {
    return [...this.#workers].filter(({ worn, tenants }) => !worn && !isReserved(tenants)).length;
  }

  #isFull(): boolean {
    return countConversations(this.#workers) >= this.capacity;
  }

  #warmPlaces(): number {
    const warm = [...this.#workers].filter((worker) => isWarm(worker) && !isReserved(worker.tenants));
    return warm.length * this.#options.conversationsPerWorker - countConversations(warm);
  }
}

function countConversations(workers: Iterable<PoolWorker>): number {
  return [...workers].reduce((sum, { conversations }) => sum + conversations.size, 0);
}

function forkWorker({ entry, args = [], env }: ForkOptions, log: Logger): WorkerLink {
  const child = fork(entry ?? new URL('../worker.js', import.meta.url), [...args], {
    ...(env && { env }),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  child.on('error', (error) =>
    log.error(
      { event: 'worker.not_reached', err: error, worker: `process ${child.pid}` },
      'the service cannot start, reach or kill a worker',
    ),
  );
  return {
    name: `process ${child.pid}`,
    pid: child.pid,
    send: (command) => {
      if (child.connected) child.send(command);
    },
    kill: () => child.kill('SIGKILL'),
    onMessage: (handler) => child.on('message', handler),
    onGone: (handler) => {
      child.once('exit', (code, signal) =>
        handler(signal ? `it was killed by ${signal}` : `it exited with ${code}`),
      );
      // A process that could not be started never emits `exit`.
      child.once('error', ({ message }) => {
        if (child.pid === undefined) handler(`it could not be started: ${message}`);
      });
    },
  };
}
