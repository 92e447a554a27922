import {
  type ConversationEvent,
  type ConversationPlan,
  TOOL_TIMEOUT_MS,
  type WorkerCommand,
  type WorkerReport,
} from '@visavis/contracts';
import type { Logger } from '../lib/logger.ts';
import type { WorkerPool, WorkerPoolOptions } from './pool-contract.ts';
import type { ServiceChannel } from './service-channel.ts';
import { ServiceRequests } from './service-requests.ts';
import { HEARTBEAT_MS, isCommand } from './worker-link.ts';

export type HostedPoolOptions = Pick<
  WorkerPoolOptions,
  'onEvent' | 'onWaiting' | 'searchKnowledge' | 'callTool'
>;

/**
 * Provides the workers of this machine to a service elsewhere, which sees them as one worker: the pool here manages the
 * processes, the service the conversations.
 */
export class WorkerHost {
  readonly #pool: Promise<WorkerPool>;
  readonly #log: Logger;
  #channel: ServiceChannel | undefined;
  #requests: ServiceRequests;
  #leaving = false;
  #onIdle: () => void = () => undefined;

  /** @param startPool starts this machine's pool with the given callbacks */
  constructor(startPool: (options: HostedPoolOptions) => Promise<WorkerPool>, log: Logger) {
    this.#log = log;
    this.#requests = new ServiceRequests((report) => this.#send(report));
    this.#pool = startPool({
      onEvent: (conversationId, event) => this.#sendEvent(conversationId, event),
      onWaiting: (conversationId, present) => this.#sendWaiting(conversationId, present),
      searchKnowledge: (conversationId, query, take) => this.#requests.search(conversationId, query, take),
      // The worker that asks enforces the tool's timeout, and reports when it gives up.
      callTool: (conversationId, request, signal) =>
        this.#requests.callTool(conversationId, request, TOOL_TIMEOUT_MS.max, signal),
    });
    // Prevents an unhandled rejection before a service is connected and awaits the pool.
    this.#pool.catch(() => undefined);
  }

  /**
   * Serves a connection; resolves when it is closed and every conversation has ended. Rejects if no worker can be
   * started; `onReady` is called once one is.
   */
  async serve(channel: ServiceChannel, onReady: () => void): Promise<void> {
    const pool = await this.#pool;
    const closed = new Promise<void>((resolve) => channel.onClosed(resolve));
    this.#channel = channel;
    channel.onMessage((message) => {
      if (isCommand(message, this.#log)) this.#handleCommand(message, pool);
    });
    channel.send({ type: 'ready', pid: process.pid });
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
    // They wait for conversations of that service process.
    pool.discard();
    await this.#endAll(pool);
  }

  /** Takes no more conversations; the connection closes after the last. Resolves with their number. */
  async leave(): Promise<number> {
    this.#leaving = true;
    this.#channel?.send({ type: 'leaving' });
    return this.#channel ? (await this.#pool).active().length : 0;
  }

  async close(): Promise<void> {
    await (await this.#pool.catch(() => undefined))?.close();
    this.#channel?.close();
  }

  #handleCommand(message: WorkerCommand, pool: WorkerPool): void {
    switch (message.type) {
      case 'start':
        void this.#start(message.plan, pool);
        break;
      case 'prepare':
        if (!pool.prepare(message.conversationId, message)) this.#sendWaiting(message.conversationId, false);
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
        pool.announceShutdown(message.secondsLeft, message.conversationId);
        break;
      case 'answer':
        this.#requests.receive(message);
        break;
      case 'pictures':
        // This machine measures its own capacity.
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
      this.#sendEvent(plan.conversationId, { kind: 'ended', at: Date.now(), reason: 'crashed', detail });
    }
  }

  /** Stops all conversations. Resolves when none is left; the pool guarantees that. */
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

  #sendWaiting(conversationId: string, present: boolean): void {
    this.#send({ type: 'waiting', conversationId, present });
  }

  #sendEvent(conversationId: string, event: ConversationEvent): void {
    this.#send({ type: 'event', conversationId, event });
    if (event.kind === 'ended') this.#onIdle();
  }

  #send(report: WorkerReport): void {
    this.#channel?.send(report);
  }
}
