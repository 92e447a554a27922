import { backoffMs } from '../../lib/backoff.ts';
import { type Clock, systemClock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';
import { embeddingEntries } from '../../models/catalogue/embedding-entries.ts';
import { type ModelThread, type StartThread, startModelThread } from '../../models/runtime/model-thread.ts';
import { type InstalledModel, ModelFolder } from '../../models/store/model-folder.ts';
import type { EmbeddingThreadData } from './embedding-thread.ts';
import { traitsOf } from './model-traits.ts';

/** Callers wait for the result; if more requests wait, searching by words alone is better. */
const MAX_WAITING = 12;
/** The maximum number of characters of a text that are read. Only its first tokens count, which are fewer. */
const MAX_CHARACTERS = 6_000;
const RETRY = { firstMs: 5_000, maxMs: 600_000 };
const PRIORITY = { question: 1, passage: 0 };

/** A loaded model. */
export interface LoadedEmbedder {
  /** The name under which its vectors are stored. Another file counts as another model. */
  readonly model: string;
  /** The beginnings of the names of models whose vectors this one replaces. */
  readonly replaces: readonly string[];
  /** The minimum cosine of a question and a passage that answers it. */
  readonly minSimilarity: number;
  /** As in the catalogue: ISO 639-1, or `*`. Absent if they are not known. */
  readonly languages?: readonly string[];
  /** Rejects as a {@link ModelThread} does. A question takes precedence over waiting passages. */
  readonly embed: (text: string, kind: 'question' | 'passage', signal?: AbortSignal) => Promise<Float32Array>;
}

/** Embeds texts with a model on this machine, as soon as one is installed, even while the service is running. */
export class LocalEmbedder {
  readonly #folder: ModelFolder;
  readonly #startThread: StartThread;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #log: Pick<Logger, 'warn'>;
  #thread: ModelThread<string, Float32Array> | undefined;
  #loaded: LoadedEmbedder | undefined;
  /** The model that failed. It is logged once, and retried at increasing intervals. */
  #broken: { model: string; failures: number; againAtMs: number } | undefined;

  constructor(
    dataDir: string,
    log: Pick<Logger, 'warn'>,
    startThread: StartThread = startModelThread,
    clock: Pick<Clock, 'now'> = systemClock,
  ) {
    this.#folder = new ModelFolder(dataDir);
    this.#log = log;
    this.#startThread = startThread;
    this.#clock = clock;
  }

  get current(): LoadedEmbedder | undefined {
    return this.#loaded;
  }

  /** Checks which model is the best that is installed, and loads it if it is new. */
  async refresh(): Promise<void> {
    const installed = await this.#folder.best('embeddings');
    const model = installed && nameOf(installed);
    if (model === this.#loaded?.model) return;
    const broken = this.#broken;
    if (broken && broken.model === model && this.#clock.now() < broken.againAtMs) return;
    await this.close();
    if (!installed || !model) return;
    const thread = this.#startThread<string, Float32Array>({
      entry: new URL('./embedding-thread.js', import.meta.url),
      data: { modelsFolder: this.#folder.path, model: installed } satisfies EmbeddingThreadData,
      name: 'search by meaning',
      maxWaiting: MAX_WAITING,
    });
    this.#thread = thread;
    const embed: LoadedEmbedder['embed'] = (text, kind, signal) =>
      thread.run(text.slice(0, MAX_CHARACTERS), { priority: PRIORITY[kind], ...(signal && { signal }) });
    try {
      // The first run is slow, so do it before anybody waits for one.
      await embed('Is it open on Sundays?', 'question');
      const { name } = installed.manifest;
      this.#loaded = {
        model,
        replaces: replacedBy(name),
        minSimilarity: traitsOf(name).minSimilarity,
        languages: installed.manifest.languages,
        embed,
      };
      this.#broken = undefined;
    } catch (error) {
      const failures = broken?.model === model ? broken.failures + 1 : 1;
      this.#broken = { model, failures, againAtMs: this.#clock.now() + backoffMs(failures, RETRY) };
      if (failures > 1) return;
      this.#log.warn(
        { event: 'knowledge.model_failed', model, reason: (error as Error).message },
        'the model for search by meaning does not work; the service searches by words only',
      );
    }
  }

  async close(): Promise<void> {
    this.#loaded = undefined;
    await this.#thread?.close();
    this.#thread = undefined;
  }
}

/**
 * Returns the beginnings of the names of the models that are used only without the one called `name`. The order is the same
 * on all machines, so two with different models do not replace each other's vectors forever.
 */
function replacedBy(name: string): string[] {
  const names = embeddingEntries.map((entry) => entry.name);
  const at = names.indexOf(name);
  return names.slice(0, at < 0 ? names.length : at).map((lesser) => `${lesser}@`);
}

const nameOf = ({ manifest: { name, files } }: InstalledModel): string =>
  `${name}@${files.find(({ path }) => path.endsWith('.onnx'))?.sha256.slice(0, 8)}`;
