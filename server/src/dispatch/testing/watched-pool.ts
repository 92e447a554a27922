import type { ConversationEvent, ConversationPlan } from '@visavis/contracts';
import { expect } from 'vitest';
import { silentLogger } from '../../lib/logger.ts';
import { testPlan } from '../../media/testing/stage.ts';
import type { WorkerPool, WorkerPoolOptions } from '../pool-contract.ts';
import { startWorkerPool } from '../worker-pool.ts';

/** Reached only if something hangs. */
const DEADLINE_MS = 180_000;

/** A pool of scripted workers that records all reported events. */
export class WatchedPool {
  readonly events = new Map<string, ConversationEvent[]>();
  readonly alive: string[] = [];
  pool!: WorkerPool;

  /** Starts a pool of workers in separate processes, unless `over` specifies otherwise. */
  async open(over: Partial<WorkerPoolOptions> = {}): Promise<this> {
    this.pool = await startWorkerPool({
      workers: 2,
      conversationsPerWorker: 2,
      log: silentLogger,
      entry: new URL('./scripted-worker.js', import.meta.url),
      onEvent: (id, event) => {
        this.events.set(id, [...(this.events.get(id) ?? []), event]);
      },
      onAlive: (ids) => {
        this.alive.push(...ids);
      },
      searchKnowledge: async () => [],
      ...over,
    });
    return this;
  }

  start(conversationId: string, over: Partial<ConversationPlan> = {}): Promise<void> {
    return this.pool.start(testPlan({ conversationId, ...over }));
  }

  async homeOf(id: string): Promise<string> {
    await this.until(() => this.contents(id).length > 0);
    return this.contents(id)[0]!;
  }

  contents(id: string): string[] {
    return (this.events.get(id) ?? []).flatMap((event) => (event.kind === 'timeline' ? [event.content] : []));
  }

  endings(id: string) {
    return (this.events.get(id) ?? []).filter((event) => event.kind === 'ended');
  }

  async until(condition: () => boolean): Promise<void> {
    await expect.poll(condition, { timeout: DEADLINE_MS, interval: 10 }).toBe(true);
  }
}
