import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Measures } from './domain/conversations/measures.ts';

export interface Metrics extends Measures {
  /** In Prometheus' text format. */
  render(): Promise<{ contentType: string; text: string }>;
}

/** What this process can be asked when its metrics are. */
export interface MetricSources {
  countRunning: () => Promise<number>;
  workers: () => {
    workers: { ready: boolean; worn: boolean; residentBytes: number }[];
    replaced: number;
  };
}

/** What this process measures of itself and of the conversations that its workers report. */
export function createMetrics({ countRunning, workers }: MetricSources): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'visavis_running_conversations',
    help: 'Conversations that run now, of all processes that share the store.',
    registers: [registry],
    async collect() {
      this.set(await countRunning());
    },
  });
  new Gauge({
    name: 'visavis_workers',
    help: 'Conversation workers of this process; a worn one is being replaced.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const states = workers().workers.map(({ ready, worn }) =>
        worn ? 'worn' : ready ? 'ready' : 'starting',
      );
      for (const state of ['starting', 'ready', 'worn'] as const)
        this.set({ state }, states.filter((each) => each === state).length);
    },
  });
  new Gauge({
    name: 'visavis_workers_resident_memory_bytes',
    help: 'Resident memory of the conversation workers together.',
    registers: [registry],
    collect() {
      this.set(workers().workers.reduce((sum, { residentBytes }) => sum + residentBytes, 0));
    },
  });
  new Counter({
    name: 'visavis_workers_replaced_total',
    help: 'Conversation workers that were worn and have gone.',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(workers().replaced);
    },
  });
  const turns = new Histogram({
    name: 'visavis_turn_latency_seconds',
    help: 'From the end of what the user says to the first audible sample of the answer.',
    buckets: [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1, 1.5, 2, 3, 5, 10],
    registers: [registry],
  });
  return {
    turn: (latencyMs) => turns.observe(latencyMs / 1000),
    render: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  };
}
