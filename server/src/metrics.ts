import { REMOTE_ENGINE } from '@visavis/contracts';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { ErasedKind, Measures } from './domain/conversations/measures.ts';
import { PROVIDER_ERROR_KINDS } from './engines/provider-error.ts';
import { PROVIDERS } from './engines/providers.ts';

const WAITING = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1, 1.5, 2, 3, 5, 10];
const ENGINES: readonly string[] = ['builtin', 'pipeline', REMOTE_ENGINE, ...PROVIDERS.map(({ id }) => id)];

/** What can fail: vendors, and the parts of a pipeline. */
const FAULTY: readonly string[] = [
  ...PROVIDERS.map(({ id }) => id as string),
  'llm',
  'stt',
  'tts',
  'embeddings',
  'search',
];
const FAULT_KINDS: readonly string[] = PROVIDER_ERROR_KINDS;

export interface Metrics extends Measures {
  /** A request was answered. `route`: its pattern, never its address; absent where no route matched. */
  request(method: string, route: string | undefined, status: number): void;
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
  /** Those that wait for a conversation now, and those that were there for one. */
  waitingAvatars: () => { count: number; taken: number };
  roomServerCrashes: () => number;
  /** The process that holds the speech models of this machine. */
  modelHost: () => { residentBytes: number; restarts: number };
  /** Of the embedded room server; undefined where a LiveKit server has the rooms. */
  rooms: () => Promise<RoomStats | undefined>;
  /** Work that waits or was given up, of all processes that share the store. */
  jobs: () => Promise<{ kind: string; state: string; count: number }[]>;
}

export interface RoomStats {
  rooms: number;
  participants: number;
  /** 0 to 1. */
  busy: number;
  /** Since the room server started: from publishers, and to subscribers. */
  media: Record<'in' | 'out', { packets: number; lost: number; nacked: number; keyframesAsked: number }>;
}

const ERASED_KINDS: Record<ErasedKind, string> = {
  conversations: 'conversation',
  transcriptEntries: 'transcript_entry',
  timelineEntries: 'timeline_entry',
  webhookDeliveries: 'webhook_delivery',
  memories: 'memory',
};

/** Labels come from a closed list: unbounded label values would fill the memory of the scraper. */
const known = (engine: string) => (ENGINES.includes(engine) ? engine : 'other');

/** What this process measures of itself and of the conversations that its workers report. */
type RequestLabels = Record<'method' | 'route' | 'status', string>;

export function createMetrics(sources: MetricSources): Metrics {
  const { countRunning, workers, roomServerCrashes } = sources;
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
  new Gauge({
    name: 'visavis_waiting_avatars',
    help: 'Avatars of this process that wait in an empty room for the next conversation; they take no place.',
    registers: [registry],
    collect() {
      this.set(sources.waitingAvatars().count);
    },
  });
  new Counter({
    name: 'visavis_waiting_avatars_taken_total',
    help: 'Conversations whose avatar was waiting in its room.',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(sources.waitingAvatars().taken);
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
  new Gauge({
    name: 'visavis_models_resident_memory_bytes',
    help: 'Resident memory of the process that runs the speech models of this machine; 0 where there are none.',
    registers: [registry],
    collect() {
      this.set(sources.modelHost().residentBytes);
    },
  });
  new Counter({
    name: 'visavis_models_restarts_total',
    help: 'How often that process has ended unexpectedly and was started again.',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(sources.modelHost().restarts);
    },
  });
  measureRooms(registry, sources.rooms);
  new Gauge({
    name: 'visavis_jobs',
    help: 'Work in the queue: documents to index, webhooks to deliver. A dead one was given up.',
    labelNames: ['kind', 'state'],
    registers: [registry],
    async collect() {
      this.reset();
      for (const { kind, state, count } of await sources.jobs()) this.set({ kind, state }, count);
    },
  });
  // Counted here and added up when somebody asks: finding a counter by its labels costs much of a short request.
  const requests = new Map<string, { labels: RequestLabels; count: number }>();
  new Counter({
    name: 'visavis_http_requests_total',
    help: 'Requests of the API that were answered, by the pattern of their route.',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { labels, count } of requests.values()) this.inc(labels, count);
    },
  });
  const joined = new Counter({
    name: 'visavis_conversations_joined_total',
    help: 'Conversations that somebody joined, as told to this process.',
    registers: [registry],
  });
  const ended = new Counter({
    name: 'visavis_conversations_ended_total',
    help: 'Conversations that ended, as told to this process, by the reason. provider_error: its engine failed.',
    labelNames: ['engine', 'reason'],
    registers: [registry],
  });
  const faults = new Counter({
    name: 'visavis_provider_errors_total',
    help: 'Failures of providers in conversations, as told to this process, whether the conversation went on or not.',
    labelNames: ['provider', 'kind'],
    registers: [registry],
  });
  const erased = new Counter({
    name: 'visavis_erased_total',
    help: 'What was erased for good, because it was kept long enough (retention), with all of a user or with one conversation, by this process.',
    labelNames: ['cause', 'kind'],
    registers: [registry],
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
    request(method, route = 'none', status) {
      const key = `${method} ${route} ${status}`;
      const known = requests.get(key);
      if (known) known.count++;
      else requests.set(key, { labels: { method, route, status: String(status) }, count: 1 });
    },
    joined: () => joined.inc(),
    providerFailed: (provider, kind) =>
      faults.inc({
        provider: FAULTY.includes(provider) ? provider : 'other',
        kind: FAULT_KINDS.includes(kind) ? kind : 'other',
      }),
    ended: (engine, reason) => ended.inc({ engine: known(engine), reason }),
    erased(cause, counts) {
      for (const [kind, count] of Object.entries(counts))
        erased.inc({ cause, kind: ERASED_KINDS[kind as ErasedKind] }, count);
    },
    turn({ engine: name, latencyMs, engineMs, playoutMs }) {
      const engine = known(name);
      latency.observe({ engine }, latencyMs / 1000);
      engines.observe({ engine }, engineMs / 1000);
      playout.observe({ engine }, playoutMs / 1000);
    },
    render: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  };
}

function measureRooms(registry: Registry, read: MetricSources['rooms']): void {
  // One question for all of them: the busy share is that of the time since it was asked last.
  let asked: ReturnType<MetricSources['rooms']> | undefined;
  const latest = () => {
    asked ??= read().finally(() => {
      asked = undefined;
    });
    return asked.catch(() => undefined);
  };
  const gauge = (name: string, help: string, of: 'rooms' | 'participants' | 'busy') =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const stats = await latest();
        if (stats) this.set(stats[of]);
      },
    });
  gauge('visavis_rooms', 'Rooms of the embedded room server.', 'rooms');
  gauge('visavis_room_participants', 'Participants in them.', 'participants');
  gauge(
    'visavis_room_server_busy_ratio',
    'Share of the time that its thread is busy; 1 is all of it.',
    'busy',
  );
  const counter = (name: string, help: string, of: keyof RoomStats['media']['in']) =>
    new Counter({
      name,
      help: `${help} in: from publishers to the embedded room server; out: from it to subscribers.`,
      labelNames: ['direction'],
      registers: [registry],
      async collect() {
        const stats = await latest();
        this.reset();
        for (const direction of ['in', 'out'] as const)
          if (stats) this.inc({ direction }, stats.media[direction][of]);
      },
    });
  counter('visavis_media_packets_total', 'RTP packets, repeated ones once.', 'packets');
  counter('visavis_media_packets_lost_total', 'Of them, lost on the way at first.', 'lost');
  counter('visavis_media_packets_nacked_total', 'Packets that the receiver asked for again.', 'nacked');
  counter(
    'visavis_media_keyframes_asked_total',
    'Key frames that the receiver asked for, because its picture could not go on or had to begin.',
    'keyframesAsked',
  );
}
