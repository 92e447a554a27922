/** The only constructor of adapters: each embedded part, or its distributed form where a setting names one. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { buildApp } from './api/app.ts';
import { startCounting } from './compose-counts.ts';
import { startEveningOut } from './compose-even-workers.ts';
import { composeEvents } from './compose-events.ts';
import { composeFacePreviews } from './compose-face-previews.ts';
import { composeKnowledge } from './compose-knowledge.ts';
import { composeModels } from './compose-models.ts';
import { composeModelHost, composePool, configuredEngines } from './compose-pool.ts';
import { composeReadiness } from './compose-readiness.ts';
import { startRetention } from './compose-retention.ts';
import { type ComposedRooms, composeRooms } from './compose-rooms.ts';
import { composeOccasionalVoice, composeVoiceSampler } from './compose-voice.ts';
import type { Config } from './config.ts';
import type { BlobStore } from './domain/blobs.ts';
import { systemClock } from './domain/clock.ts';
import { createServices, type Services } from './domain/services.ts';
import { PROVIDERS } from './engines/providers.ts';
import { BUILT_IN_PEOPLE } from './faces/face-kinds.ts';
import { startStillRenderer } from './faces/start-still-renderer.ts';
import { type InstanceSecrets, loadInstanceSecrets } from './instance-secrets.ts';
import { createDiskReserve, freeBytesOf } from './lib/disk-reserve.ts';
import { packageVersion } from './lib/package-version.ts';
import { fetchPublic } from './lib/public-fetch.ts';
import { StartupError } from './lib/startup-error.ts';
import { createEngineChoice } from './media/agent/engine-choice.ts';
import { createDispatcher } from './media/dispatch/create-dispatcher.ts';
import { WaitingAvatars } from './media/dispatch/waiting-avatars.ts';
import { createWorkerDoor, type WorkerDoor } from './media/dispatch/worker-door.ts';
import type { WorkerPool } from './media/dispatch/worker-pool.ts';
import { createMetrics } from './metrics.ts';
import { hostedThreads } from './models/host/hosted-threads.ts';
import { openFileBlobStore } from './store/blobs/file-blob-store.ts';
import { createStores } from './store/create-stores.ts';
import { joinInstallation } from './store/installation/join-installation.ts';
import { countJobs } from './store/jobs/find-jobs.ts';
import { type Database, openDatabase } from './store/open-database.ts';
import { exportDatabase } from './store/transfer/export-database.ts';
import { ConversationTraces } from './tracing/conversation-traces.ts';
import { openTracing } from './tracing/open-tracing.ts';

const REAP_MS = 5_000;
/** Balancers need a few probes to see that a process is stopping. Conversations that are still here then are told. */
const HAND_OVER_MS = 15_000;
const DRAIN_LOOK_MS = 250;
/**
 * The order of closing; parts open concurrently. Ending workers still need the rooms, and their reports need the store.
 * Parts that are not in this list close first.
 */
const LAST_TO_CLOSE = [
  'the conversation workers',
  'the model host',
  'the instance',
  'the rooms',
  'the files',
  'the store',
  'the traces',
];

export interface ComposedService {
  app: FastifyInstance;
  services: Services;
  rooms: ComposedRooms;
  workers: WorkerPool;
  /** For workers on other machines; absent when none are allowed. */
  workerDoor: WorkerDoor | undefined;
  secrets: InstanceSecrets;
  database: Database;
  /** The key of the default organization, if this start created one. */
  newKey: string | undefined;
  /** Takes no more conversations; resolves when those on this machine have ended, or after this time. */
  drain(timeoutMs: number): Promise<void>;
  /** Ends every conversation with `shutdown`, then closes in the opposite order of opening. */
  close(): Promise<void>;
}

/** @throws StartupError for a problem that the operator must fix; all opened parts are closed again. */
export async function compose(config: Config, log: Logger): Promise<ComposedService> {
  const opened: { name: string; close(): Promise<void> }[] = [];
  const closeAll = async () => {
    const parts = opened.splice(0).reverse();
    parts.sort((a, b) => LAST_TO_CLOSE.indexOf(a.name) - LAST_TO_CLOSE.indexOf(b.name));
    for (const part of parts) {
      await part.close().catch((error: unknown) => log.error({ err: error }, `${part.name} did not close`));
    }
  };
  const keep = async <T>(
    name: string,
    opening: Promise<T>,
    close: (part: T) => Promise<void>,
  ): Promise<T> => {
    const from = performance.now();
    const part = await opening;
    opened.push({ name, close: () => close(part) });
    log.debug({ ms: Math.round(performance.now() - from) }, `${name} opened`);
    return part;
  };
  try {
    return await composeParts(config, log, keep, closeAll);
  } catch (error) {
    await closeAll();
    throw error;
  }
}

type Keep = <T>(name: string, opening: Promise<T>, close: (part: T) => Promise<void>) => Promise<T>;

async function composeParts(
  config: Config,
  log: Logger,
  keep: Keep,
  closeAll: () => Promise<void>,
): Promise<ComposedService> {
  const secrets = await loadInstanceSecrets(config.dataDir, config);
  if (config.tracing) await keep('the traces', openTracing(config.tracing, log), (it) => it.close());
  const traces = new ConversationTraces();
  // Started first, because a worker takes the longest to warm up; its callbacks run only when there are conversations.
  let services: Services | undefined;
  let knowledge: ReturnType<typeof composeKnowledge> | undefined;
  let waiting: WaitingAvatars | undefined;
  let roomsUrl: string | undefined;
  const serviceInstanceId = randomUUID();
  const tellOfCrash = async () => {
    const warning = 'The room server was started again; everybody in the room reconnects.';
    await services?.conversations
      .warnHosted(serviceInstanceId, warning)
      .catch((error: unknown) => log.error({ err: error }, 'the conversations were not told of the crash'));
  };
  const modelHost = await keep('the model host', composeModelHost(config, log), (it) => it.close());
  const failed = new AbortController();
  const opening = [
    keep('the store', open(config, log), (db) => db.close()),
    keep(
      'the rooms',
      composeRooms(config, secrets, log, () => void tellOfCrash()),
      (part) => part.close(),
    ),
    keep('the files', openBlobs(config), async () => undefined),
    keep(
      'the conversation workers',
      composePool(config, log, modelHost, {
        roomsUrl: () => roomsUrl,
        signal: failed.signal,
        onEvent: async (conversationId, event) => {
          if (event.kind === 'ended') void opening[1].then((it) => it.workerLeft(conversationId));
          traces.report(conversationId, event);
          await services?.conversationEvents.apply(conversationId, event);
        },
        onWaiting: (conversationId, present) => waiting?.report(conversationId, present),
        onAlive: async (conversationIds) => services?.reaper.touch(conversationIds),
        onBrought: async (conversationIds) => services?.reaper.takeOver(conversationIds),
        searchKnowledge: (conversationId, query, take) =>
          traces.part(conversationId, 'search knowledge', {}, async () =>
            knowledge ? knowledge.searchFor(conversationId, query, take) : [],
          ),
        callTool: (conversationId, request, signal) =>
          traces.part(conversationId, 'call tool', { 'visavis.tool.id': request.toolId }, async () => {
            if (!services) throw new Error('the service is starting');
            return services.toolCalls.call(conversationId, request, signal);
          }),
      }),
      (pool) => pool.close(),
    ),
  ] as const;
  // Waits for all before reporting the first failure: a part that opens after another has failed must be closed as
  // well. Only the workers, whose start takes seconds, are not awaited.
  await Promise.allSettled(opening.map((part) => part.catch(() => failed.abort())));
  const [database, rooms, blobs, workers] = await Promise.all(opening);
  roomsUrl = rooms.embedded && `ws://127.0.0.1:${rooms.embedded.port}/`;

  if (config.waitingAvatar) {
    const { video } = config;
    waiting = new WaitingAvatars({ pool: workers, rooms: rooms.rooms, video, log });
    await keep('the waiting avatar', Promise.resolve(waiting), async (it) => it.close());
  }

  if (database.kind === 'postgres') await checkSecret(database, secrets);
  const stores = createStores(database.kysely);
  knowledge = composeKnowledge({
    database,
    blobs,
    conversations: stores.conversations,
    documents: stores.documents,
    embeddings: config.embeddings,
    log,
  });
  const { changeNotices, messageTargets, postMessage, ...events } = composeEvents({
    database,
    allowPrivate: config.privateAddresses,
    log,
  });
  const readiness = composeReadiness(config, { database, rooms, workers, blobs });
  const metrics = createMetrics({
    countRunning: () => stores.conversations.countRunning(),
    workers: () => workers.stats(),
    waitingAvatars: () => ({ count: waiting?.count ?? 0, taken: waiting?.taken ?? 0 }),
    roomServerCrashes: () => rooms.crashes(),
    modelHost: () => modelHost.stats(),
    rooms: () => rooms.stats(),
    jobs: () => countJobs(database.kysely),
  });
  const stills = await keep('the stills', Promise.resolve(startStillRenderer()), (it) => it.close());
  const hosted = hostedThreads(modelHost.path);
  const occasionalVoice = await keep(
    'the samples of voices',
    Promise.resolve(composeOccasionalVoice(config, log, hosted?.startThread)),
    async (it) => {
      await it.close();
      await hosted?.close();
    },
  );
  const soleInstance = database.kind === 'embedded';
  const engines = createEngineChoice(PROVIDERS, config);
  services = createServices({
    stores,
    blobs,
    indexQueue: knowledge.indexQueue,
    knowledgeIndex: knowledge.index,
    builtInFaces: BUILT_IN_PEOPLE,
    faceStills: {
      still: async (face, size) => ({
        bytes: await stills.render(face, { width: size, height: size }),
        contentType: 'image/png',
      }),
    },
    imageFetcher: { fetchImage: (url, maxBytes) => fetchPublic(url, maxBytes) },
    engines,
    voiceSampler: composeVoiceSampler(occasionalVoice),
    facePreviewer: composeFacePreviews(stills, occasionalVoice),
    rooms: rooms.rooms,
    reserve: waiting,
    dispatcher: traces.follow(createDispatcher(workers, () => readiness.stopping)),
    changeNotices,
    messageTargets,
    postMessage,
    modelKeeper: await keep('the models', Promise.resolve(composeModels(config, log)), (it) =>
      it.stopDownload(),
    ),
    secret: secrets.tokenSecret,
    serviceInstanceId,
    soleInstance,
    limits: {
      maxSessionSeconds: config.limits.sessionSeconds,
      concurrentSessions: config.limits.concurrentSessions,
      documentBytes: config.limits.documentBytes,
      storedBytes: config.limits.storedBytes,
      monthlySeconds: null,
    },
    retentionDays: config.retentionDays,
    auditDays: config.auditDays,
    video: config.video,
    measures: metrics,
    clock: systemClock,
    logger: log,
  });
  const { reaper, organizations, documents } = services;
  await reaper.recoverAfterRestart(serviceInstanceId, { soleInstance });
  await keep('the instance', Promise.resolve(), () => reaper.leave(serviceInstanceId));
  const { key } = await organizations.ensureDefault(config.apiKey ? { presetKey: config.apiKey } : {});
  await keep('the indexing of documents', knowledge.start(documents), (jobs) => jobs.stop());
  await keep('the counts', startCounting(database, log), (counting) => counting.stop());
  await keep('the events', events.start(services.deliveries), (jobs) => jobs.stop());
  await keep('the retention', startRetention(database, services, log), (jobs) => jobs.stop());
  await keep('the reaper', Promise.resolve(startReaping(services, log)), async (timer) =>
    clearInterval(timer),
  );

  const app = await keep(
    'the API',
    buildApp(services, {
      version: packageVersion,
      ...(config.publicUrl && { publicUrl: config.publicUrl }),
      adminToken: secrets.adminToken,
      ...(config.corsOrigins && { corsOrigins: config.corsOrigins }),
      trustProxy: config.trustProxy,
      rateLimits: { organization: config.requestsPerMinute },
      furtherModels: config.furtherModels,
      providerOffers: engines.offers,
      metrics,
      readiness,
      ...(database.kind === 'embedded' && { storeRows: () => exportDatabase(database) }),
      // External databases and file storage report a full disk themselves.
      ...(!(config.databaseUrl && config.s3) && {
        disk: createDiskReserve(config.dataDir, config.diskReserveBytes, log),
      }),
      logger: log,
    }),
    (it) => it.close(),
  );
  const drain = async (timeoutMs: number) => {
    readiness.stop();
    waiting?.close();
    const latest = performance.now() + timeoutMs;
    // The embedded rooms end with this process, and so do the conversations in them, wherever their workers are.
    if (!rooms.embedded && workers.handOver() > 0)
      await untilIdle(workers, Math.min(HAND_OVER_MS, timeoutMs));
    const leftMs = Math.max(0, latest - performance.now());
    workers.tellEnding(Math.round(leftMs / 1000));
    await untilIdle(workers, leftMs);
  };
  const { token } = config.workers;
  // Conversations in embedded rooms cannot move, and embedded stores have one process.
  if (token !== undefined && !rooms.embedded && database.kind === 'postgres') {
    const evening = startEveningOut(database, workers, {
      id: serviceInstanceId,
      mayTake: () => !readiness.stopping,
      log,
    });
    await keep('the evening out of workers', Promise.resolve(evening), (it) => it.stop());
  }
  const workerDoor =
    token === undefined
      ? undefined
      : createWorkerDoor({
          token,
          version: packageVersion,
          instance: serviceInstanceId,
          engines: configuredEngines(config),
          stopping: () => readiness.stopping,
          welcome: (link, capacity) => workers.welcome(link, capacity),
          log,
        });
  return {
    app,
    services,
    rooms,
    workers,
    workerDoor,
    secrets,
    database,
    newKey: key,
    drain,
    close: closeAll,
  };
}

async function open(config: Config, log: Logger): Promise<Database> {
  try {
    const { databaseUrl: url, dataDir } = config;
    return await openDatabase(url ? { url, log } : { dataDir: join(dataDir, 'store'), log });
  } catch (error) {
    const { name, message } = error as Error;
    if (name === 'DirectoryInUseError') {
      throw new StartupError(message, 'Stop that process, or set VISAVIS_DATA_DIR to another directory.');
    }
    if (name === 'BrokenStoreError') throw await explainBrokenStore(message, config.dataDir);
    throw new StartupError(message);
  }
}

const LITTLE_SPACE_BYTES = 64 * 2 ** 20;

/** PostgreSQL in WebAssembly aborts without a reason, so we check whether its disk is full. */
async function explainBrokenStore(message: string, dataDir: string): Promise<StartupError> {
  const freeBytes = await freeBytesOf(dataDir);
  if (freeBytes !== undefined && freeBytes < LITTLE_SPACE_BYTES) {
    const free = `${Math.floor(freeBytes / 2 ** 20)} MB`;
    return new StartupError(
      `the disk of ${dataDir} is full (${free} free), so the embedded database does not start`,
      'Free some space and start again; nothing of what was stored is lost.',
    );
  }
  return new StartupError(
    message,
    'Its files are damaged: restore the data directory from a backup, or set VISAVIS_DATA_DIR to a new one.',
  );
}

/** Addresses and tokens signed by one process must be valid at all others. */
async function checkSecret({ kysely }: Database, { fingerprint }: InstanceSecrets): Promise<void> {
  if (await joinInstallation(kysely, fingerprint)) return;
  throw new StartupError(
    'this database belongs to an installation with another secret',
    'Set VISAVIS_SECRET to the same on all processes, or copy the file `secret` of the data directory that the first ' +
      'one had. If it is lost: `delete from installation` in the database; tokens, upload addresses and secrets of ' +
      'webhooks that were made with it are void.',
  );
}

async function openBlobs({ s3, dataDir }: Config): Promise<BlobStore> {
  try {
    if (!s3) return await openFileBlobStore(join(dataDir, 'files'));
    // The SDK takes a moment to load, and few need it.
    const { openS3BlobStore } = await import('./store/blobs/s3-blob-store.ts');
    return await openS3BlobStore(s3);
  } catch (error) {
    throw new StartupError((error as Error).message);
  }
}

/** Resolves when the workers hold no conversation, or after this time. */
async function untilIdle(workers: WorkerPool, timeoutMs: number): Promise<void> {
  const latest = performance.now() + timeoutMs;
  while (workers.active().length > 0 && performance.now() < latest) await setTimeout(DRAIN_LOOK_MS);
}

function startReaping({ reaper }: Services, log: Logger): NodeJS.Timeout {
  return setInterval(() => {
    reaper.reap().catch((error: unknown) => log.error({ err: error }, 'the reaper failed'));
  }, REAP_MS).unref();
}
