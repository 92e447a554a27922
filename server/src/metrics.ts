import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Measures } from './domain/conversations/measures.ts';

export interface Metrics extends Measures {
  /** In Prometheus' text format. */
  render(): Promise<{ contentType: string; text: string }>;
}

/** What this process measures of itself and of the conversations that its workers report. */
export function createMetrics(countRunning: () => Promise<number>): Metrics {
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
