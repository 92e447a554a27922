import { REMOTE_ENGINE } from '@visavis/contracts';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Measures } from './domain/conversations/measures.ts';
import { PROVIDERS } from './engines/providers.ts';

const WAITING = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1, 1.5, 2, 3, 5, 10];
const ENGINES: readonly string[] = ['builtin', 'pipeline', REMOTE_ENGINE, ...PROVIDERS.map(({ id }) => id)];

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
    active: number;
    capacity: number;
    refused: number;
    picturesPerSecond: number;
  };
  roomServerCrashes: () => number;
}

/** What this process measures of itself and of the conversations that its workers report. */
export function createMetrics({ countRunning, workers, roomServerCrashes }: MetricSources): Metrics {
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
    help: 'Conversation workers of this process, a machine that lends it workers as one; a worn one is being replaced.',
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
  new Gauge({
    name: 'visavis_worker_places',
    help: 'Conversations that the workers of this process take at once, on other machines too.',
    registers: [registry],
    collect() {
      this.set(workers().capacity);
    },
  });
  new Gauge({
    name: 'visavis_pictures_per_second',
    help: 'Pictures a second of each conversation on this machine: fewer under pressure.',
    registers: [registry],
    collect() {
      this.set(workers().picturesPerSecond);
    },
  });
  new Counter({
    name: 'visavis_conversations_refused_total',
    help: 'Conversations that were refused because every place was taken.',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(workers().refused);
    },
  });
  new Gauge({
    name: 'visavis_worker_places_taken',
    help: 'Of these places, those with a conversation.',
    registers: [registry],
    collect() {
      this.set(workers().active);
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
  new Counter({
    name: 'visavis_room_server_crashes_total',
    help: 'How often the embedded room server has ended unexpectedly and was started again.',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(roomServerCrashes());
    },
  });
  const histogram = (name: string, help: string, buckets: number[]) =>
    new Histogram({ name, help, buckets, labelNames: ['engine'], registers: [registry] });
  const latency = histogram(
    'visavis_turn_latency_seconds',
    'From the end of what the user says to the first audible sample of the answer.',
    WAITING,
  );
  const engines = histogram(
    'visavis_turn_engine_seconds',
    'Of the latency of a turn: to the first audio of the engine.',
    WAITING,
  );
  const playout = histogram(
    'visavis_turn_playout_seconds',
    'Of the latency of a turn: from the first audio of the engine to the first audible sample that leaves.',
    [0.01, 0.02, 0.03, 0.04, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.5, 1],
  );
  return {
    turn({ engine: name, latencyMs, engineMs, playoutMs }) {
      // What workers report is a closed list; a label that is not would fill the memory of whoever scrapes it.
      const engine = ENGINES.includes(name) ? name : 'other';
      latency.observe({ engine }, latencyMs / 1000);
      engines.observe({ engine }, engineMs / 1000);
      playout.observe({ engine }, playoutMs / 1000);
    },
    render: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  };
}
