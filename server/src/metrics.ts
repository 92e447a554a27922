import { REMOTE_ENGINE } from '@visavis/contracts';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { ConversationMetrics, ErasedKind } from './domain/conversations/conversation-metrics.ts';
import { PROVIDER_ERROR_KINDS } from './providers/provider-error.ts';
import { PROVIDERS } from './providers/realtime/providers.ts';
import { RECOGNITION_VENDORS } from './providers/stt/recognition-vendors.ts';
import { SYNTHESIS_VENDORS } from './providers/tts/synthesis-vendors.ts';
import type { RoomServerStats } from './room-server/thread-messages.ts';

/** Resolution of the event loop delay. The library's 10 ms wake an idle process a hundred times a second. */
const LAG_PRECISION_MS = 50;
const WAITING = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1, 1.5, 2, 3, 5, 10];
const ENGINES: readonly string[] = ['builtin', 'pipeline', REMOTE_ENGINE, ...PROVIDERS.map(({ id }) => id)];

/** Label values for what has failed: vendors, and the parts of a pipeline. */
const FAULTY: readonly string[] = [
  ...[...PROVIDERS, ...RECOGNITION_VENDORS, ...SYNTHESIS_VENDORS].map(({ id }) => id as string),
  'llm',
  'stt',
  'tts',
  'embeddings',
  'search',
];
const FAULT_KINDS: readonly string[] = PROVIDER_ERROR_KINDS;

export interface Metrics extends ConversationMetrics {
  /** Counts a request that was answered. `route`: its pattern, never its address; absent if no route matched. */
  request(method: string, route: string | undefined, status: number): void;
  /** Returns all metrics in Prometheus' text format. */
  render(): Promise<{ contentType: string; text: string }>;
}

/** Values that are read when the metrics are requested. */
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
  refusedDeliveries: () => number;
  /** Avatars that currently wait for a conversation (`count`), and conversations that started with one (`taken`). */
  waitingAvatars: () => { count: number; taken: number };
  roomServerCrashes: () => number;
  /** The processes that run this machine's models. */
  modelHost: () => { residentBytes: number; restarts: number };
  /** `undefined` if the system does not report it. */
  freeDiskBytes: () => Promise<number | undefined>;
  /** Load of the embedded room server; `undefined` if a LiveKit server hosts the rooms. */
  rooms: () => Promise<RoomServerStats | undefined>;
  /** Jobs that wait or have failed, of all processes that share the store. */
  jobs: () => Promise<{ kind: string; state: string; count: number }[]>;
}

const MEDIA_COUNTERS: readonly [name: string, help: string, of: keyof RoomServerStats['media']['in']][] = [
  ['visavis_media_packets_total', 'RTP packets; each is counted once, even if it was sent again.', 'packets'],
  ['visavis_media_packets_lost_total', 'RTP packets whose first transmission was lost.', 'lost'],
  ['visavis_media_packets_nacked_total', 'RTP packets that the receiver requested again.', 'nacked'],
  [
    'visavis_media_keyframes_asked_total',
    'Key frames that the receiver requested to start or resume its video.',
    'keyframesRequested',
  ],
];

const ERASED_KINDS: Record<ErasedKind, string> = {
  conversations: 'conversation',
  transcriptEntries: 'transcript_entry',
  timelineEntries: 'timeline_entry',
  webhookDeliveries: 'webhook_delivery',
  memories: 'memory',
};

/** Limits labels to a closed list: unbounded label values would fill the memory of the scraper. */
const known = (engine: string) => (ENGINES.includes(engine) ? engine : 'other');

/** Reads the value of a metric when it is requested; `undefined` if it is unknown. */
type Read = () => number | undefined | Promise<number | undefined>;
type RequestLabels = Record<'method' | 'route' | 'status', string>;

/** Creates the metrics of this process and of the conversations that its workers report. */
export function createMetrics(sources: MetricSources): Metrics {
  const { workers } = sources;
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LAG_PRECISION_MS });
  const gauge = (name: string, help: string, read: Read) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const value = await read();
        if (value !== undefined) this.set(value);
      },
    });
  /** Creates a counter whose value is counted elsewhere since the start. */
  const counter = (name: string, help: string, read: Read) =>
    new Counter({
      name,
      help,
      registers,
      async collect() {
        const value = await read();
        this.reset();
        if (value !== undefined) this.inc(value);
      },
    });
  /** Creates a counter that is incremented here. */
  const own = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers });
  gauge(
    'visavis_running_conversations',
    'Running conversations of all processes that share the database.',
    sources.countRunning,
  );
  new Gauge({
    name: 'visavis_workers',
    help: 'Conversation workers of this process; a remote machine counts as one. A worn worker is being replaced.',
    labelNames: ['state'],
    registers,
    collect() {
      const states = workers().workers.map(({ ready, worn }) =>
        worn ? 'worn' : ready ? 'ready' : 'starting',
      );
      for (const state of ['starting', 'ready', 'worn'] as const)
        this.set({ state }, states.filter((each) => each === state).length);
    },
  });
  gauge('visavis_workers_resident_memory_bytes', 'Total resident memory of the conversation workers.', () =>
    workers().workers.reduce((sum, { residentBytes }) => sum + residentBytes, 0),
  );
  gauge(
    'visavis_worker_places',
    'Conversations that the workers of this process, on this and other machines, can run at the same time.',
    () => workers().capacity,
  );
  gauge(
    'visavis_worker_places_taken',
    'Places of the workers of this process that are occupied by a conversation.',
    () => workers().active,
  );
  gauge(
    'visavis_pictures_per_second',
    'Video frames per second of each conversation on this machine; reduced if the machine is busy.',
    () => workers().picturesPerSecond,
  );
  counter(
    'visavis_conversations_refused_total',
    'Conversations that were refused because all places were occupied.',
    () => workers().refused,
  );
  gauge(
    'visavis_waiting_avatars',
    'Avatars of this process that wait in an empty room for the next conversation; they occupy no place.',
    () => sources.waitingAvatars().count,
  );
  counter(
    'visavis_waiting_avatars_taken_total',
    'Conversations that used an avatar that was already waiting.',
    () => sources.waitingAvatars().taken,
  );
  counter(
    'visavis_workers_replaced_total',
    'Conversation workers that were replaced because they reached their limit of conversations or memory.',
    () => workers().replaced,
  );
  counter(
    'visavis_room_server_crashes_total',
    'How often the embedded room server stopped unexpectedly and was restarted.',
    sources.roomServerCrashes,
  );
  gauge(
    'visavis_models_resident_memory_bytes',
    'Resident memory of the processes that run local models; 0 if there are none.',
    () => sources.modelHost().residentBytes,
  );
  counter(
    'visavis_models_restarts_total',
    'How often a process that runs local models stopped unexpectedly and was restarted.',
    () => sources.modelHost().restarts,
  );
  gauge(
    'visavis_disk_free_bytes',
    'Free bytes on the disk of the data directory; below VISAVIS_DISK_RESERVE_MB the service stores nothing new.',
    sources.freeDiskBytes,
  );
  // Read once for all of them, because the busy share covers the time since the last reading.
  let asked: ReturnType<MetricSources['rooms']> | undefined;
  const rooms = () => {
    asked ??= sources.rooms().finally(() => {
      asked = undefined;
    });
    return asked.catch(() => undefined);
  };
  gauge('visavis_rooms', 'Rooms of the embedded room server.', async () => (await rooms())?.rooms);
  gauge(
    'visavis_room_participants',
    'Participants in the rooms of the embedded room server.',
    async () => (await rooms())?.participants,
  );
  gauge(
    'visavis_room_server_busy_ratio',
    'Share of the time, from 0 to 1, for which the thread of the embedded room server is busy.',
    async () => (await rooms())?.busy,
  );
  counter(
    'visavis_room_faults_total',
    'Participants that the embedded room server removed because of an internal error.',
    async () => (await rooms())?.faults,
  );
  for (const [name, help, of] of MEDIA_COUNTERS)
    new Counter({
      name,
      help: `${help} in: from publishers to the embedded room server; out: from it to subscribers.`,
      labelNames: ['direction'],
      registers,
      async collect() {
        const stats = await rooms();
        this.reset();
        for (const direction of ['in', 'out'] as const)
          if (stats) this.inc({ direction }, stats.media[direction][of]);
      },
    });
  new Gauge({
    name: 'visavis_jobs',
    help: 'Jobs in the queue, such as documents to index and webhooks to deliver. A dead job has failed for good.',
    labelNames: ['kind', 'state'],
    registers,
    async collect() {
      this.reset();
      for (const { kind, state, count } of await sources.jobs()) this.set({ kind, state }, count);
    },
  });
  counter(
    'visavis_webhook_deliveries_refused_total',
    'Webhook deliveries that failed immediately because too many of their webhook or organization were pending.',
    sources.refusedDeliveries,
  );
  // Counted here and exported on request: finding a counter by its labels costs much of a short request.
  const requests = new Map<string, { labels: RequestLabels; count: number }>();
  new Counter({
    name: 'visavis_http_requests_total',
    help: 'Answered API requests, by route pattern.',
    labelNames: ['method', 'route', 'status'],
    registers,
    collect() {
      this.reset();
      for (const { labels, count } of requests.values()) this.inc(labels, count);
    },
  });
  const joined = own(
    'visavis_conversations_joined_total',
    'Conversations that a consumer joined, as reported to this process.',
  );
  const ended = own(
    'visavis_conversations_ended_total',
    'Ended conversations by reason, as reported to this process. provider_error: the engine failed.',
    'engine',
    'reason',
  );
  const faults = own(
    'visavis_provider_errors_total',
    'Provider failures in conversations, as reported to this process, whether or not the conversation continued.',
    'provider',
    'kind',
  );
  const erased = own(
    'visavis_erased_total',
    'Items that this process erased, by cause: retention, erasure of a user, or erasure of a conversation.',
    'cause',
    'kind',
  );
  const histogram = (name: string, help: string, buckets: number[]) =>
    new Histogram({ name, help, buckets, labelNames: ['engine'], registers });
  const latency = histogram(
    'visavis_turn_latency_seconds',
    'Time from the end of the speech of the user to the first audible sample of the answer.',
    WAITING,
  );
  const engines = histogram(
    'visavis_turn_engine_seconds',
    'First part of the latency of a turn: until the first audio of the engine.',
    WAITING,
  );
  const playout = histogram(
    'visavis_turn_playout_seconds',
    'Second part of the latency of a turn: from the first audio of the engine to the first audible sample that is sent.',
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
