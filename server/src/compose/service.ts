/** The only constructor of adapters: each embedded part, or its distributed form where a setting names one. */
import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { buildApp } from '../api/app.ts';
import type { Config } from '../config.ts';
import { createDispatcher } from '../dispatch/create-dispatcher.ts';
import type { WorkerPool } from '../dispatch/pool-contract.ts';
import { WaitingAvatars } from '../dispatch/waiting-avatars.ts';
import { createWorkerEndpoint, type WorkerEndpoint } from '../dispatch/worker-endpoint.ts';
import { systemClock } from '../domain/clock.ts';
import { countAttempt } from '../domain/request-rates.ts';
import { createServices, type Services } from '../domain/services.ts';
import { BUILT_IN_PEOPLE, PICTURES, rendererOf } from '../faces/face-kinds.ts';
import { StillRenderer } from '../faces/still-renderer.ts';
import { type InstanceSecrets, loadInstanceSecrets } from '../instance-secrets.ts';
import { LocalEmbedder } from '../knowledge/embedding/local-embedder.ts';
import { readTrust } from '../lib/client-address.ts';
import { createDiskReserve, freeBytesOf } from '../lib/disk-reserve.ts';
import { packageVersion } from '../lib/package-version.ts';
import { fetchPublic } from '../lib/public-fetch.ts';
import { createMetrics } from '../metrics.ts';
import { ModelHostThreads } from '../models/host/model-host-threads.ts';
import { PROVIDERS } from '../providers/realtime/providers.ts';
import { createStores } from '../store/create-stores.ts';
import { countJobs } from '../store/jobs/job-statements.ts';
import type { Database } from '../store/open-database.ts';
import { spoolExport } from '../store/transfer/spool-export.ts';
import { ConversationTraces } from '../tracing/conversation-traces.ts';
import { openTracing } from '../tracing/open-tracing.ts';
import { createEngineChoice } from './engine-choice.ts';
import { composeEvents, countRefusedDeliveries } from './events.ts';
import { composeFacePreviews } from './face-previews.ts';
import { composeKnowledge } from './knowledge.ts';
import { composeModels } from './models.ts';
import { composeOpenId } from './open-id.ts';
import { startCounting, startRetention } from './periodic-jobs.ts';
import { composeReadiness } from './readiness.ts';
import { startReaping, untilIdle } from './reaping.ts';
import { type ComposedRooms, composeRooms } from './rooms.ts';
import { checkSecret, openBlobs, openStore } from './storage.ts';
import { composeModelServerTrial } from './try-model-server.ts';
import { composeProviderKeyTrial } from './try-provider-key.ts';
import { composeOccasionalVoice, composeVoiceSampler } from './voice.ts';
import { composeWebsites } from './websites.ts';
import { composeModelHost, composePool, configuredEngines } from './worker-pool.ts';
import { startSharingWorkers } from './worker-sharing.ts';

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
  /** Where workers on other machines connect; absent when none are allowed. */
  workerEndpoint: WorkerEndpoint | undefined;
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
      await part
        .close()
        .catch((error: unknown) =>
          log.error(
            { event: 'service.part_not_closed', err: error, part: part.name },
            'a part of the service did not close',
          ),
        );
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
    log.debug(
      { event: 'service.part_opened', part: name, ms: Math.round(performance.now() - from) },
      'a part of the service opened',
    );
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
      .warnInServiceRooms(serviceInstanceId, warning)
      .catch((error: unknown) =>
        log.error(
          { event: 'conversation.crash_not_told', err: error },
          'the service could not tell its conversations that the room server crashed',
        ),
      );
  };
  const modelHost = await keep('the model host', composeModelHost(config, log), (it) => it.close());
  const modelHostThreads = modelHost.path === undefined ? undefined : new ModelHostThreads(modelHost.path);
  const failed = new AbortController();
  const disk = createDiskReserve(config.dataDir, config.diskReserveBytes, log);
  const opening = [
    keep('the store', openStore(config, log), (db) => db.close()),
    keep(
      'the rooms',
      composeRooms(config, secrets, log, () => void tellOfCrash()),
      (part) => part.close(),
    ),
    keep('the files', openBlobs(config, disk), async () => undefined),
    keep(
      'the conversation workers',
      composePool(config, log, modelHost, {
        roomsUrl: () => roomsUrl,
        signal: failed.signal,
        onEvent: async (conversationId, event) => {
          if (event.kind === 'ended')
            void opening[1].then((it) => it.workerLeft(conversationId, event.isLeaving === true));
          traces.report(conversationId, event);
          await services?.conversationEvents.apply(conversationId, event);
        },
        onWaiting: (conversationId, present) => waiting?.report(conversationId, present),
        onAlive: async (conversationIds) => services?.reaper.touch(conversationIds),
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
  const refusedDeliveries = countRefusedDeliveries(log);
  const stores = createStores(database.kysely, refusedDeliveries.onRefused);
  knowledge = composeKnowledge({
    database,
    blobs,
    conversations: stores.conversations,
    documents: stores.documents,
    ...(config.meaning === 'server'
      ? { embeddings: config.embeddings }
      : { embedder: new LocalEmbedder(config.dataDir, log, modelHostThreads?.startThread) }),
    servers: () => services?.modelServers,
    warn: async (conversationId, warning) => services?.conversations.warn(conversationId, warning),
    patience: config.patience.embeddings,
    // A database elsewhere reports a full disk itself.
    disk: config.databaseUrl ? undefined : disk,
    log,
  });
  const pages = composeWebsites({ database, allowPrivate: config.privateAddresses, log });
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
    freeDiskBytes: () => freeBytesOf(config.dataDir),
    rooms: () => rooms.stats(),
    jobs: () => countJobs(database.kysely),
    refusedDeliveries: () => refusedDeliveries.count,
  });
  const stills = await keep(
    'the stills',
    Promise.resolve(
      new StillRenderer({
        onFailure: (error) =>
          log.error({ event: 'face.still_failed', err: error }, 'a picture of a face could not be drawn'),
      }),
    ),
    (it) => it.close(),
  );
  const occasionalVoice = await keep(
    'the samples of voices',
    Promise.resolve(composeOccasionalVoice(config, log, modelHostThreads?.startThread)),
    async (it) => {
      await it.close();
      await modelHostThreads?.close();
    },
  );
  const soleInstance = database.kind === 'embedded';
  const engines = createEngineChoice(PROVIDERS, config, () => modelHost.hasLanguage);
  services = createServices({
    stores,
    blobs,
    indexQueue: knowledge.indexQueue,
    websiteQueue: pages.queue,
    knowledgeIndex: knowledge.index,
    builtInFaces: BUILT_IN_PEOPLE,
    faceStills: {
      still: async (face, size) => {
        const { png, ...kept } = await stills.render(face, { width: size, height: size });
        return { bytes: png, contentType: 'image/png', ...kept };
      },
      thumbnail: async (identity) => ({
        bytes: await rendererOf(identity)!.thumbnail(identity),
        contentType: 'image/webp',
      }),
      knowsMesh: (mesh) => PICTURES?.knowsMesh(mesh) === true,
      isPlain: (image) => PICTURES?.isPlain(image) !== false,
    },
    imageFetcher: {
      fetchImage: async (url, maxBytes, owner) => (await fetchPublic(url, maxBytes, { owner })).bytes,
    },
    engines,
    voiceSampler: composeVoiceSampler(occasionalVoice),
    facePreviewer: composeFacePreviews(stills, occasionalVoice),
    tryModelServer: composeModelServerTrial(config.patience, occasionalVoice),
    operatorEmbeds: config.meaning !== undefined,
    tryProviderKey: composeProviderKeyTrial(config.providersWithoutKey),
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
    ...(config.openId && { openId: composeOpenId(config.openId) }),
    video: config.video,
    measures: metrics,
    clock: systemClock,
    logger: log,
  });
  const { reaper, organizations, documents } = services;
  await reaper.recoverAfterRestart(serviceInstanceId, { soleInstance });
  await keep('the instance', Promise.resolve(), () => reaper.leave(serviceInstanceId));
  const { key, isPresetRefused } = await organizations.ensureDefault(
    config.apiKey ? { presetKey: config.apiKey } : {},
  );
  if (isPresetRefused)
    log.warn(
      { event: 'api_key.preset_refused' },
      'VISAVIS_API_KEY is a key that a service made and that was revoked here, or never was here: it is not accepted; unset it, or set one of your own',
    );
  await keep('the indexing of documents', knowledge.start(documents), (jobs) => jobs.stop());
  await keep('the reading of websites', pages.start(services.websites), (jobs) => jobs.stop());
  await keep('the counts', startCounting(database, log), (counting) => counting.stop());
  await keep('the events', events.start(services.deliveries), (jobs) => jobs.stop());
  await keep('the retention', startRetention(database, services, log), (jobs) => jobs.stop());
  await keep('the reaper', Promise.resolve(startReaping(services, log)), (it) => it.stop());

  const app = await keep(
    'the API',
    buildApp(services, {
      version: packageVersion,
      ...(config.publicUrl && { publicUrl: config.publicUrl }),
      roomsUrl: (baseUrl) => rooms.rooms.urlForClients(baseUrl),
      adminToken: secrets.adminToken,
      signInRequired: config.signInRequired,
      ...(config.corsOrigins && { corsOrigins: config.corsOrigins }),
      trustProxy: config.trustProxy,
      rateLimits: { organization: config.requestsPerMinute },
      furtherModels: config.furtherModels,
      providerOffers: engines.offers,
      metrics,
      readiness,
      ...(database.kind === 'embedded' && { storeRows: () => spoolExport(database, config.dataDir, disk) }),
      // External databases and file storage report a full disk themselves.
      ...(!(config.databaseUrl && config.s3) && { disk }),
      logger: log,
    }),
    (it) => it.close(),
  );
  const drain = async (timeoutMs: number) => {
    readiness.stop();
    waiting?.close();
    workers.release();
    workers.announceShutdown(Math.round(timeoutMs / 1000));
    await untilIdle(workers, timeoutMs);
  };
  const { token } = config.workers;
  // An embedded store has one process.
  if (token !== undefined && database.kind === 'postgres') {
    const sharing = startSharingWorkers(database, workers, {
      id: serviceInstanceId,
      mayTake: () => !readiness.stopping,
      log,
    });
    await keep('the sharing of workers', Promise.resolve(sharing), (it) => it.stop());
  }
  const { requestRates } = services;
  const workerEndpoint =
    token === undefined
      ? undefined
      : createWorkerEndpoint({
          token,
          trust: readTrust(config.trustProxy),
          version: packageVersion,
          engines: configuredEngines(config),
          stopping: () => readiness.stopping,
          welcome: (link, capacity) => workers.welcome(link, capacity),
          countAttempt: (address) => countAttempt(requestRates, address),
          log,
        });
  return {
    app,
    services,
    rooms,
    workers,
    workerEndpoint,
    secrets,
    database,
    newKey: key,
    drain,
    close: closeAll,
  };
}
