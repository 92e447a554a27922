import {
  type ConversationEvent,
  type ConversationPlan,
  TOOL_TIMEOUT_MS,
  WorkerCommand,
  type WorkerReport,
} from '@visavis/contracts';
import { Compile } from 'typebox/compile';
import type { Logger } from '../../lib/logger.ts';
import { HEARTBEAT_MS } from './run-worker.ts';
import type { ServiceChannel } from './service-channel.ts';
import { ServiceQuestions } from './service-questions.ts';
import type { WorkerPool, WorkerPoolOptions } from './worker-pool.ts';

export type HostedPoolOptions = Pick<WorkerPoolOptions, 'onEvent' | 'searchKnowledge' | 'callTool'>;

const commands = Compile(WorkerCommand);

/**
 * The workers of this machine at the disposal of a service elsewhere, to which they are one worker: the pool here looks
 * after the processes, the service after the conversations.
 */
export class WorkerHost {
  readonly #pool: Promise<WorkerPool>;
  readonly #log: Logger;
  #channel: ServiceChannel | undefined;
  #questions: ServiceQuestions;
  #leaving = false;
  #onIdle: () => void = () => undefined;

  /** @param startPool starts the pool of this machine, which reports and asks as it is told to. */
  constructor(startPool: (options: HostedPoolOptions) => Promise<WorkerPool>, log: Logger) {
    this.#log = log;
    this.#questions = new ServiceQuestions((report) => this.#send(report));
    this.#pool = startPool({
      onEvent: (conversationId, event) => this.#tell(conversationId, event),
      searchKnowledge: (conversationId, query, take) => this.#questions.search(conversationId, query, take),
      // The worker that asks keeps the time of the tool, and says when it gives up.
      callTool: (conversationId, id, args, signal) =>
        this.#questions.callTool(conversationId, { id, timeoutMs: TOOL_TIMEOUT_MS.max }, args, signal),
    });
    // Told to whoever serves a service; until then nobody listens.
    this.#pool.catch(() => undefined);
  }

  /**
   * Serves one connection; resolves when it is closed and every conversation that came by it has ended.
   * Rejects when no worker can be started; `onReady` is called when one is.
   */
  async serve(channel: ServiceChannel, onReady: () => void): Promise<void> {
    const closed = new Promise<void>((resolve) => channel.onClosed(resolve));
    const pool = await this.#pool;
    this.#channel = channel;
    channel.onMessage((message) => this.#obey(message, pool));
    channel.send({ type: 'ready', pid: process.pid });
    onReady();
    if (this.#leaving) channel.send({ type: 'leaving' });
    const beat = setInterval(() => {
      const { workers, capacity } = pool.stats();
      const residentBytes = workers.reduce((sum, worker) => sum + worker.residentBytes, 0);
      channel.send({ type: 'heartbeat', conversationIds: pool.active(), residentBytes, capacity });
    }, HEARTBEAT_MS);
    await closed;
    clearInterval(beat);
    this.#channel = undefined;
    await this.#endAll(pool);
  }

  /** Takes no more conversations; the connection closes with the last. How many there are. */
  async leave(): Promise<number> {
    this.#leaving = true;
    this.#channel?.send({ type: 'leaving' });
    return this.#channel ? (await this.#pool).active().length : 0;
  }

  /** Ends every conversation and process. */
  async close(): Promise<void> {
    await (await this.#pool.catch(() => undefined))?.close();
    this.#channel?.close();
  }

  #obey(message: unknown, pool: WorkerPool): void {
    if (!commands.Check(message)) {
      this.#log.error({ errors: commands.Errors(message).slice(0, 3) }, 'a command in an unknown format');
      return;
    }
    switch (message.type) {
      case 'start':
        void this.#start(message.plan, pool);
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
        // This machine knows best what it bears.
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

  #tell(conversationId: string, event: ConversationEvent): void {
    this.#send({ type: 'event', conversationId, event });
    if (event.kind === 'ended') this.#onIdle();
  }

  #send(report: WorkerReport): void {
    this.#channel?.send(report);
  }
}
