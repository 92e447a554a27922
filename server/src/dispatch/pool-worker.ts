import {
  type ConversationPlan,
  type WaitingRoom,
  type WorkerCommand,
  WorkerReport,
} from '@visavis/contracts';
import { Compile } from 'typebox/schema';
import { afterSilence } from '../lib/after-silence.ts';
import { Deferred } from '../lib/deferred.ts';
import type { Logger } from '../lib/logger.ts';
import type { Tenant } from './placement.ts';
import { HEARTBEAT_MS, type WorkerLink } from './worker-link.ts';

/** A worker silent for this long hangs and is killed; a remote worker gives up a silent service equally. */
export const SILENCE_TIMEOUT_MS = 5 * HEARTBEAT_MS;
/** Long, because a worker that starts slowly on an overloaded machine would have to start over if it were killed. */
const START_TIMEOUT_MS = 180_000;
/** Conversations that do not end in time end with their worker. */
const SHUTDOWN_TIMEOUT_MS = 10_000;

export interface PoolWorkerOptions {
  link: WorkerLink;
  capacity: number;
  /** The base address if a plan's room address has no host; absent if the worker knows it itself. */
  roomsUrl?: () => string | undefined;
  log: Logger;
  onReady: () => void;
  onReport: (report: WorkerReport) => void;
  /** Called when it has ended for any reason; `expected` if it was asked to end. */
  onGone: (why: string, expected: boolean) => void;
}

const reports = Compile(WorkerReport);

/** `leaving`: ends after its last conversation, at its own or this process's request. `retired`: was told to end. */
type WorkerState = 'starting' | 'ready' | 'leaving' | 'retired' | 'gone';

/** One worker as the pool sees it, wherever it runs. Validates its messages and detects its silence. */
export class PoolWorker {
  /** Maximum concurrent conversations, as last reported. */
  capacity: number;
  /** The conversations that it was given and that have not ended. */
  readonly conversations = new Map<string, Tenant>();
  served = 0;
  /** It is to be replaced: chosen only if no other is ready, and retired after its last conversation. */
  worn = false;
  /** Memory use, as last reported with a heartbeat. */
  residentBytes = 0;
  readonly #options: PoolWorkerOptions;
  readonly #link: WorkerLink;
  readonly #startedAt = performance.now();
  #cancelWatch: () => void;
  #state: WorkerState = 'starting';
  #killedBecause: string | undefined;
  readonly #started = new Deferred();
  readonly #gone = new Deferred();
  /** Resolves when it is ready, or has ended before. */
  readonly started = this.#started.promise;
  readonly gone = this.#gone.promise;

  constructor(options: PoolWorkerOptions) {
    this.#options = options;
    this.capacity = options.capacity;
    this.#link = options.link;
    this.#cancelWatch = afterSilence(START_TIMEOUT_MS, () => this.kill('it did not start in time'));
    this.#link.onMessage((message) => this.#onMessage(message));
    this.#link.onGone((why) => this.#end(why));
  }

  /** Name of the worker in the log. */
  get name(): string {
    return this.#link.name;
  }

  get pid(): number | undefined {
    return this.#link.pid;
  }

  get ready(): boolean {
    return !['starting', 'retired', 'gone'].includes(this.#state);
  }

  get retired(): boolean {
    return this.#state !== 'starting' && this.#state !== 'ready';
  }

  /** Ends after its last conversation. */
  get leaving(): boolean {
    return this.#state === 'leaving';
  }

  /** The conversations that share its process; none for a remote worker, which assigns its own processes. */
  get tenants(): Tenant[] {
    if (this.pid === undefined) return [];
    return [...this.conversations.values()];
  }

  get ageMs(): number {
    return performance.now() - this.#startedAt;
  }

  send(command: WorkerCommand): void {
    this.#link.send(command);
  }

  start(plan: ConversationPlan): void {
    this.send({ type: 'start', plan: { ...plan, room: this.#withReachableUrl(plan.room) } });
  }

  /** Sends an avatar ahead into the room of a conversation that may be started later. */
  prepare(conversationId: string, { room, video }: WaitingRoom): void {
    this.served++;
    this.send({ type: 'prepare', conversationId, room: this.#withReachableUrl(room), video });
  }

  /** Returns the room with an address that this worker can reach. */
  #withReachableUrl<Room extends { url: string }>(room: Room): Room {
    const base = this.#options.roomsUrl?.();
    const isAbsolute = base === undefined || URL.canParse(room.url);
    return isAbsolute ? room : { ...room, url: new URL(room.url, base).href };
  }

  /** Ends its conversations and then the worker. */
  retire(): void {
    if (this.#hasRetired) return;
    const { ready } = this;
    this.#state = 'retired';
    if (ready) this.send({ type: 'shutdown' });
    else this.kill('it is no longer needed');
    this.#restartWatch(SHUTDOWN_TIMEOUT_MS, 'it did not shut down in time');
  }

  /** Gives it no more conversations. */
  leave(): void {
    if (!this.#hasRetired) this.#state = 'leaving';
  }

  kill(why: string): void {
    this.#killedBecause ??= why;
    this.#link.kill();
  }

  get #hasRetired(): boolean {
    return this.#state === 'retired' || this.#state === 'gone';
  }

  #onMessage(message: unknown): void {
    if (!reports.Check(message)) {
      // A remote worker may be anybody who knows the token, and could fill the log.
      if (this.pid === undefined) {
        this.kill('it sent a report in an unknown format');
        return;
      }
      const [, errors] = reports.Errors(message);
      this.#options.log.error(
        { event: 'worker.report_unknown', errors: errors.slice(0, 3), worker: this.name },
        'a worker sent a report in an unknown format; check that both run the same version',
      );
      return;
    }
    if (!this.#hasRetired) this.#restartWatch(SILENCE_TIMEOUT_MS, 'it stopped responding');
    if (message.type === 'ready') {
      if (this.#state === 'starting') this.#state = 'ready';
      this.#options.onReady();
      this.#started.resolve();
    }
    if (message.type === 'leaving') this.leave();
    if (message.type === 'heartbeat') {
      this.residentBytes = message.residentBytes;
      this.capacity = Math.min(this.#options.capacity, message.capacity ?? this.#options.capacity);
    }
    this.#options.onReport(message);
  }

  #end(why: string): void {
    this.#cancelWatch();
    const expected = this.#hasRetired;
    this.#state = 'gone';
    this.#options.onGone(this.#killedBecause ?? why, expected);
    this.#started.resolve();
    this.#gone.resolve();
  }

  #restartWatch(timeoutMs: number, why: string): void {
    this.#cancelWatch();
    this.#cancelWatch = afterSilence(timeoutMs, () => this.kill(why));
  }
}
