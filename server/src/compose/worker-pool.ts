import { availableParallelism } from 'node:os';
import type { EngineName } from '@visavis/contracts';
import type { Config } from '../config.ts';
import type { WorkerPool, WorkerPoolOptions } from '../dispatch/pool-contract.ts';
import { startWorkerPool } from '../dispatch/worker-pool.ts';
import type { Logger } from '../lib/logger.ts';
import { type ModelHost, superviseHost } from '../models/host/supervise-model-host.ts';
import { findLanguageModel } from '../models/language/find-language-model.ts';
import { ModelFolder } from '../models/store/model-folder.ts';
import { PROVIDERS } from '../providers/realtime/providers.ts';
import type { WorkerCallbacks } from './late-parts.ts';

type PoolCallbacks = WorkerCallbacks & Pick<WorkerPoolOptions, 'roomsUrl' | 'signal'>;

/** Starts the processes that hold the models for all workers of this machine. */
export function composeModelHost(config: Config, log: Logger): Promise<ModelHost> {
  const { dataDir, models } = config;
  const folder = new ModelFolder(dataDir);
  return superviseHost({
    isNeeded: async () => (await folder.names()).length > 0,
    language: {
      isNeeded: async () => (await findLanguageModel(folder, models.language)) !== undefined,
      args: [dataDir, ...(models.language === undefined ? [] : [models.language])],
    },
    env: workerEnvironment(config),
    log,
  });
}

/** Starts the worker processes of this machine according to the settings, with their models in `modelHost`. */
export function composePool(
  config: Config,
  log: Logger,
  modelHost: Pick<ModelHost, 'path' | 'languageFile'>,
  callbacks: PoolCallbacks,
): Promise<WorkerPool> {
  const { processes: workers, conversationsPerWorker, measurePlaces, wear } = config.workers;
  const { fps, idleFps } = config.video;
  const frames = { fps, idleFps, minFps: config.videoMinFps };
  const env = workerEnvironment(config);
  return startWorkerPool({
    ...callbacks,
    args: [modelHost.path, modelHost.languageFile].filter((each) => each !== undefined),
    workers,
    conversationsPerWorker,
    measurePlaces,
    frames,
    wear,
    log,
    env,
  });
}

/** Returns the configured engines besides the offline one, which a worker must support. */
export function configuredEngines({ providers, pipeline }: Config): EngineName[] {
  const configured = PROVIDERS.filter(({ id }) => providers[id]).map(({ id }) => id);
  return [...configured, ...(pipeline.llm ? ['pipeline'] : [])];
}

/**
 * Settings that a worker does not need: it has no store and authenticates nobody. It processes untrusted audio,
 * pictures and text in native code, so secrets are kept out of its environment.
 */
const SERVICE_SETTINGS =
  /^(VISAVIS_(API_KEY|ADMIN_TOKEN|SECRET|WORKER_TOKEN|WORKERS|SERVICE_URL)|VISAVIS_(TLS|TURN|OIDC)_.*|DATABASE_URL|PG[A-Z]+|(S3|AWS)_.*|LIVEKIT_.*|EMBEDDINGS_.*|OTEL_.*)$/;

/** Returns the workers' environment: this process's own without those settings, with the effective log settings. */
export function workerEnvironment({ log, inherited }: Pick<Config, 'log' | 'inherited'>): NodeJS.ProcessEnv {
  return {
    // glibc gives threads eight arenas per core, which conversations gradually fragment: 140 MB of 520 after fifty.
    MALLOC_ARENA_MAX: String(Math.max(2, availableParallelism())),
    ...Object.fromEntries(Object.entries(inherited).filter(([name]) => !SERVICE_SETTINGS.test(name))),
    // rtc-node logs every step to standard output unless NODE_ENV is `production`.
    NODE_ENV: 'production',
    VISAVIS_LOG_LEVEL: log.level,
    VISAVIS_LOG_FORMAT: log.format,
  };
}
