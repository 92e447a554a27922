import {
  type ConversationEvent,
  type ConversationPlan,
  TOOL_TIMEOUT_MS,
  type WorkerCommand,
  type WorkerReport,
} from '@visavis/contracts';
import { systemClock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import { sleepUnlessAborted } from '../lib/sleep-unless-aborted.ts';
import { withTimeout } from '../lib/timeout.ts';
import { isCommand } from './is-command.ts';
import type { WorkerPool, WorkerPoolOptions } from './pool-contract.ts';
import { RefusedError, type ServiceChannel } from './service-channel.ts';
import { ServiceQuestions } from './service-questions.ts';
import { HEARTBEAT_MS } from './worker-link.ts';

/** Connects to the service: to whichever of its processes the address leads, or to the one with this id and no other. */
export type Connect = (instance?: string) => Promise<ServiceChannel>;

export type HostedPoolOptions = Pick<
  WorkerPoolOptions,
  'onEvent' | 'onWaiting' | 'searchKnowledge' | 'callTool'
>;

/** A balancer may still lead to the process that is stopping. */
const MOVE_RETRY_MS = 1_000;
/** A process that is to have this worker is one of several behind the address: each attempt may reach any of them. */
const FIND = { attempts: 8, retryMs: 500 };
/** The process that is stopping answers and stores what it has for this long at most, and then a little. */
const CLOSE_MS = 8_000;

/**
 * The workers of this machine at the disposal of a service elsewhere, to which they are one worker: the pool here looks
 * after the processes, the service after the conversations.
 */
export class WorkerHost {
  readonly #pool: Promise<WorkerPool>;
  readonly #log: Logger;
  #channel: ServiceChannel | undefined;
  /** While it moves from one process of the service to another: what the next is to be told. */
  #held: WorkerReport[] | undefined;
  #questions: ServiceQuestions;
  #leaving = false;
  #onIdle: () => void = () => undefined;

  /** @param startPool starts the pool of this machine, which reports and asks as it is told to. */
  constructor(startPool: (options: HostedPoolOptions) => Promise<WorkerPool>, log: Logger) {
    this.#log = log;
    this.#questions = new ServiceQuestions((report) => this.#send(report));
    this.#pool = startPool({
      onEvent: (conversationId, event) => this.#tell(conversationId, event),
      onWaiting: (conversationId, present) => this.#tellWaiting(conversationId, present),
      searchKnowledge: (conversationId, query, take) => this.#questions.search(conversationId, query, take),
      // The worker that asks keeps the time of the tool, and says when it gives up.
      callTool: (conversationId, request, signal) =>
        this.#questions.callTool(conversationId, request, TOOL_TIMEOUT_MS.max, signal),
    });
    // Set when a service is connected; until then there is no listener.
    this.#pool.catch(() => undefined);
  }

  /**
   * Serves one connection, and those to which its service hands it over; resolves when the last is closed and every
   * conversation has ended. Rejects when no worker can be started; `onReady` is called when one is, for each connection.
   */
  async serve(channel: ServiceChannel, onReady: () => void, connect: Connect): Promise<void> {
    const pool = await this.#pool;
    let next: ServiceChannel | undefined = channel;
    while (next) {
      next = await this.#serveOne(next, pool, onReady, connect);
    }
    await this.#endAll(pool);
  }

  /** Resolves when it is closed: with the connection that it was given up for, or none. */
  async #serveOne(
    channel: ServiceChannel,
    pool: WorkerPool,
    onReady: () => void,
    connect: Connect,
  ): Promise<ServiceChannel | undefined> {
    let moved = Promise.resolve<ServiceChannel | undefined>(undefined);
    const over = new AbortController();
    const closed = new Promise<void>((resolve) => channel.onClosed(resolve));
    void closed.then(() => over.abort());
    this.#channel = channel;
    channel.onMessage((message) => {
      if (!isCommand(message, this.#log)) return;
      if (message.type === 'hand_over') {
        moved = moved.then((next) => next ?? this.#findAnother(channel, connect, over.signal));
      } else if (message.type === 'move_to') {
        const { instance } = message;
        moved = moved.then((next) => next ?? this.#find(channel, () => connect(instance), over.signal));
      } else this.#obey(message, pool);
    });
    channel.send({ type: 'ready', pid: process.pid });
    this.#bring(pool);
    onReady();
    if (this.#leaving) channel.send({ type: 'leaving' });
    const beat = () => {
      const { workers, capacity } = pool.stats();
      const residentBytes = workers.reduce((sum, worker) => sum + worker.residentBytes, 0);
      this.#send({ type: 'heartbeat', conversationIds: pool.active(), residentBytes, capacity });
    };
    const beats = setInterval(beat, HEARTBEAT_MS);
    await closed;
    clearInterval(beats);
    this.#channel = undefined;
    // They wait for conversations of that process of the service.
    pool.discard();
    return moved;
  }

  /** Finds another process while the one that is stopping still serves; `undefined` where there is none until it is gone. */
  async #findAnother(
    channel: ServiceChannel,
    connect: Connect,
    over: AbortSignal,
  ): Promise<ServiceChannel | undefined> {
    let refusal: string | undefined;
    while (!over.aborted) {
      const next = await connect().catch((error: unknown) => error as Error);
      if (!(next instanceof Error)) return this.#moveTo(next, channel);
      // While the service is upgraded one process after the other, some have another version.
      if (next instanceof RefusedError && next.message !== refusal) {
        refusal = next.message;
        this.#log.warn(
          { event: 'worker.move_refused', why: refusal },
          'another process of the service did not accept this worker',
        );
      }
      await sleepUnlessAborted(systemClock, MOVE_RETRY_MS, over);
    }
    return undefined;
  }

  /** Finds the process that has fewer workers; `undefined`, and stays, where it does not reach it soon. */
  async #find(
    channel: ServiceChannel,
    connect: () => Promise<ServiceChannel>,
    over: AbortSignal,
  ): Promise<ServiceChannel | undefined> {
    for (let attempt = 1; attempt <= FIND.attempts && !over.aborted && !this.#leaving; attempt++) {
      const next = await connect().catch(() => undefined);
      if (next) return this.#moveTo(next, channel);
      await sleepUnlessAborted(systemClock, FIND.retryMs, over);
    }
    channel.send({ type: 'stays' });
    return undefined;
  }

  /** Leaves one process for another, which is told later what happens meanwhile. */
  async #moveTo(next: ServiceChannel, channel: ServiceChannel): Promise<ServiceChannel> {
    channel.send({ type: 'moving' });
    this.#held = [];
    const closed = new Promise<void>((resolve) => channel.onClosed(resolve));
    await withTimeout(closed, CLOSE_MS, 'the old connection').catch(() => channel.close());
    return next;
  }

  /** After a move: the conversations that are here, and what happened in them meanwhile. */
  #bring(pool: WorkerPool): void {
    const held = this.#held;
    this.#held = undefined;
    if (!held) return;
    const told = held.flatMap((report) => ('conversationId' in report ? [report.conversationId] : []));
    this.#send({ type: 'brings', conversationIds: [...new Set([...pool.active(), ...told])] });
    for (const report of held) this.#send(report);
  }

  /** Takes no more conversations; the connection closes with the last. How many there are. */
  async leave(): Promise<number> {
    this.#leaving = true;
    this.#channel?.send({ type: 'leaving' });
    return this.#channel ? (await this.#pool).active().length : 0;
  }

  async close(): Promise<void> {
    await (await this.#pool.catch(() => undefined))?.close();
    this.#channel?.close();
  }

  #obey(message: Exclude<WorkerCommand, { type: 'hand_over' | 'move_to' }>, pool: WorkerPool): void {
    switch (message.type) {
      case 'start':
        void this.#start(message.plan, pool);
        break;
      case 'prepare':
        if (!pool.prepare(message.conversationId, message)) this.#tellWaiting(message.conversationId, false);
        break;
      case 'discard':
        pool.discard(message.conversationId);
        break;
      case 'stop':
        pool.stop(message.conversationId, message.reason);
        break;
      case 'forget':
        pool.forget(message.conversationId, message.content);
        break;
      case 'ending_soon':
        pool.tellEnding(message.secondsLeft, message.conversationId);
        break;
      case 'answer':
        this.#questions.take(message);
        break;
      case 'pictures':
        // This machine measures how many conversations it can run; the service does not.
        break;
      case 'shutdown':
        void this.#endAll(pool).then(() => this.#channel?.close());
        break;
    }
  }

  async #start(plan: ConversationPlan, pool: WorkerPool): Promise<void> {
    try {
      await pool.start(plan);
    } catch (error) {
      const detail = (error as Error).message;
      this.#tell(plan.conversationId, { kind: 'ended', at: Date.now(), reason: 'crashed', detail });
    }
  }

  /** Resolves when no conversation is left, which the pool sees to. */
  async #endAll(pool: WorkerPool): Promise<void> {
    const running = pool.active();
    if (running.length === 0) return;
    const idle = new Promise<void>((resolve) => {
      this.#onIdle = () => {
        if (pool.active().length === 0) resolve();
      };
    });
    for (const conversationId of running) pool.stop(conversationId, 'shutdown');
    await idle;
  }

  /** Not told to the next process after a move: it knows nothing of them. */
  #tellWaiting(conversationId: string, present: boolean): void {
    if (!this.#held) this.#channel?.send({ type: 'waiting', conversationId, present });
  }

  #tell(conversationId: string, event: ConversationEvent): void {
    this.#send({ type: 'event', conversationId, event });
    if (event.kind === 'ended') this.#onIdle();
  }

  #send(report: WorkerReport): void {
    if (this.#held) this.#held.push(report);
    else this.#channel?.send(report);
  }
}
