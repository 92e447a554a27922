/** The only place that constructs adapters: each embedded part, or its distributed form if a setting names one. */
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { createDispatcher } from '../dispatch/create-dispatcher.ts';
import type { WorkerPool } from '../dispatch/pool-contract.ts';
import { WaitingAvatars } from '../dispatch/waiting-avatars.ts';
import type { WorkerEndpoint } from '../dispatch/worker-endpoint.ts';
import type { Services } from '../domain/services.ts';
import { type InstanceSecrets, loadInstanceSecrets } from '../instance-secrets.ts';
import { LocalEmbedder } from '../knowledge/embedding/local-embedder.ts';
import { createDiskReserve, freeBytesOf } from '../lib/disk-reserve.ts';
import { createMetrics } from '../metrics.ts';
import { ModelHostThreads } from '../models/host/model-host-threads.ts';
import { PROVIDERS } from '../providers/realtime/providers.ts';
import { createStores } from '../store/create-stores.ts';
import { JobRunner } from '../store/jobs/job-runner.ts';
import { countJobs } from '../store/jobs/job-statements.ts';
import type { Database } from '../store/open-database.ts';
import { ConversationTraces } from '../tracing/conversation-traces.ts';
import { openTracing } from '../tracing/open-tracing.ts';
import { composeApi } from './api.ts';
import { composeDomain } from './domain.ts';
import { createEngineChoice } from './engine-choice.ts';
import { composeEvents, countRefusedDeliveries } from './events.ts';
import { openStills } from './faces.ts';
import { type Foundation, openFoundation } from './foundation.ts';
import { composeKnowledge } from './knowledge.ts';
import { startLanguageMeasuring } from './language-measuring.ts';
import { type LateParts, warnOfRoomCrash, workerCallbacks } from './late-parts.ts';
import { composeModels } from './models.ts';
import { OpenedParts } from './opened-parts.ts';
import { startPeriodicJobs } from './periodic-jobs.ts';
import { composeReadiness } from './readiness.ts';
import { composeRemoteWorkers } from './remote-workers.ts';
import type { ComposedRooms } from './rooms.ts';
import { composeOccasionalVoice } from './voice.ts';
import { composeWebsites } from './websites.ts';
import { composeModelHost } from './worker-pool.ts';

const DRAIN_POLL_MS = 250;

export interface ComposedService {
  app: FastifyInstance;
  services: Services;
  rooms: ComposedRooms;
  workers: WorkerPool;
  /** The endpoint for workers on other machines; absent if none are allowed. */
  workerEndpoint: WorkerEndpoint | undefined;
  secrets: InstanceSecrets;
  database: Database;
  /** The key of the default organization, if this start created one. */
  newKey: string | undefined;
  /** Accepts no more conversations; resolves when those on this machine have ended, or after the timeout. */
  drain(timeoutMs: number): Promise<void>;
  /** Ends every conversation with `shutdown`, then closes all parts in reverse order of opening. */
  close(): Promise<void>;
}

/** @throws StartupError for a problem that the operator must fix, after closing all opened parts again */
export async function compose(config: Config, log: Logger): Promise<ComposedService> {
  const parts = new OpenedParts(log);
  try {
    return await composeParts(config, log, parts);
  } catch (error) {
    await parts.closeAll();
    throw error;
  }
}

async function composeParts(config: Config, log: Logger, parts: OpenedParts): Promise<ComposedService> {
  const { open: openPart } = parts;
  const secrets = await loadInstanceSecrets(config.dataDir, config);
  if (config.tracing) await openPart('the traces', openTracing(config.tracing, log), (it) => it.close());
  const traces = new ConversationTraces();
  const serviceInstanceId = randomUUID();
  const late: LateParts = {};
  const modelHost = await openPart('the model host', composeModelHost(config, log), (it) => it.close());
  const modelThreads = modelHost.path === undefined ? undefined : new ModelHostThreads(modelHost.path);
  const disk = createDiskReserve(config.dataDir, config.diskReserveBytes, log);
  const basis = { config, log, openPart, secrets, disk, serviceInstanceId };
  const foundation = await openFoundation(basis, modelHost, {
    callbacks: workerCallbacks(late, traces),
    roomCrash: () => void warnOfRoomCrash(late, serviceInstanceId, log),
  });
  const { database, rooms, blobs, workers } = foundation;
  if (config.waitingAvatar) {
    const { video } = config;
    late.waiting = new WaitingAvatars({ pool: workers, rooms: rooms.rooms, video, log });
    await openPart('the waiting avatar', late.waiting, async (it) => it.close());
  }
  const { waiting } = late;

  const refusedDeliveries = countRefusedDeliveries(log);
  const stores = createStores(database.kysely, refusedDeliveries.onRefusal);
  const knowledge = composeKnowledge({
    database,
    blobs,
    conversations: stores.conversations,
    documents: stores.documents,
    ...(config.meaning === 'server'
      ? { embeddings: config.embeddings }
      : { embedder: new LocalEmbedder(config.dataDir, log, modelThreads?.startThread) }),
    servers: () => late.services?.modelServers,
    warn: async (conversationId, warning) => late.services?.conversations.warn(conversationId, warning),
    patience: config.patience.embeddings,
    // A remote database reports a full disk itself.
    disk: config.databaseUrl ? undefined : disk,
    log,
  });
  late.knowledge = knowledge;
  const allowPrivate = config.privateAddresses;
  const websites = composeWebsites({ database, allowPrivate });
  const events = composeEvents({ database, allowPrivate, log });
  const readiness = composeReadiness(foundation);
  const metrics = createMetrics({
    countRunning: () => stores.conversations.countRunning(),
    workers: () => workers.stats(),
    waitingAvatars: () => ({ count: waiting?.count ?? 0, taken: waiting?.taken ?? 0 }),
    roomServerCrashes: () => rooms.crashes(),
    modelHost: () => modelHost.stats(),
    freeDiskBytes: () => freeBytesOf(config.dataDir),
    rooms: () => rooms.stats(),
    jobs: () => countJobs(database.kysely),
    refusedDeliveries: () => refusedDeliveries.count,
  });
  const stills = await openPart('the stills', openStills(log), (it) => it.close());
  const voice = await openPart(
    'the samples of voices',
    composeOccasionalVoice(config, log, modelThreads?.startThread),
    async (it) => {
      await it.close();
      await modelThreads?.close();
    },
  );
  const modelKeeper = await openPart('the models', composeModels(config, log), (it) => it.stopDownload());
  const isBusy = () => workers.active().length > 0;
  const measuring = startLanguageMeasuring(config, modelHost, { isBusy, log });
  await openPart('the measuring of the language model', measuring, (it) => it.stop());
  const engines = createEngineChoice(PROVIDERS, config, () => modelHost.hasLanguage);
  const services = composeDomain({
    ...foundation,
    stores,
    dispatcher: traces.follow(createDispatcher(workers, () => readiness.stopping)),
    waiting,
    engines,
    modelKeeper,
    knowledge,
    websites,
    events,
    stills,
    voice,
    metrics,
  });
  late.services = services;

  const newKey = await enterInstallation(services, foundation);
  const jobs = new JobRunner({ db: database, log });
  const start = (name: string, starting: { stop(): Promise<void> } | Promise<{ stop(): Promise<void> }>) =>
    openPart(name, starting, (it) => it.stop());
  await start('the knowledge', knowledge.start(services.documents, jobs));
  await websites.start(services.websites, jobs);
  await start('the events', events.start(services.deliveries, jobs));
  await start('the periodic work', startPeriodicJobs(foundation, services, jobs));
  await openPart('the jobs', jobs.start(), () => jobs.stop());
  const opening = composeApi({ ...foundation, services, engines, metrics, readiness });
  const app = await openPart('the API', opening, (it) => it.close());
  const workerEndpoint = await composeRemoteWorkers(foundation, services, readiness);
  return {
    app,
    services,
    rooms,
    workers,
    workerEndpoint,
    secrets,
    database,
    newKey,
    drain: async (timeoutMs) => {
      readiness.stop();
      waiting?.close();
      workers.release();
      workers.announceShutdown(Math.round(timeoutMs / 1000));
      await untilIdle(workers, timeoutMs);
    },
    close: () => parts.closeAll(),
  };
}

/** Takes over from dead processes, and ensures that the default organization exists. Returns its key if new. */
async function enterInstallation(
  { reaper, organizations }: Services,
  { config, log, openPart, database, serviceInstanceId }: Foundation,
): Promise<string | undefined> {
  await reaper.recoverAfterRestart(serviceInstanceId, { soleInstance: database.kind === 'embedded' });
  await openPart('the instance', undefined, () => reaper.unregister(serviceInstanceId));
  const { key, isPresetRefused } = await organizations.ensureDefault(
    config.apiKey ? { presetKey: config.apiKey } : {},
  );
  if (isPresetRefused)
    log.warn(
      { event: 'api_key.preset_refused' },
      'VISAVIS_API_KEY is not accepted: it is a generated key that was revoked here or belongs to another installation; unset it, or set a key of your own',
    );
  return key;
}

/** Resolves when these workers run no more conversations, or after the timeout. */
async function untilIdle(workers: WorkerPool, timeoutMs: number): Promise<void> {
  const latest = performance.now() + timeoutMs;
  while (workers.active().length > 0 && performance.now() < latest) await setTimeout(DRAIN_POLL_MS);
}
