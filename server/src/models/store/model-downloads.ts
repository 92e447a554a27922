import type { Logger } from '../../lib/logger.ts';
import { CATALOGUE, withNeeds } from '../catalogue/catalogue.ts';
import { type CatalogueEntry, sizeOf } from '../catalogue/model-entry.ts';
import { fetchModel, requireWritable } from './install-model.ts';
import { ModelError } from './model-error.ts';
import type { ModelFolder } from './model-folder.ts';

export interface ModelDownloadsOptions {
  folder: ModelFolder;
  /** See `InstallOptions.mirror`. */
  mirror: string | undefined;
  catalogue?: readonly CatalogueEntry[];
  log: Logger;
}

/** The state of the latest download. Models in `names` that are already installed take no time. */
export interface DownloadProgress {
  names: readonly string[];
  state: 'running' | 'done' | 'failed' | 'stopped';
  /** The model that is being downloaded, or was last. */
  model: string | undefined;
  /** The bytes downloaded so far, and in total, of all models together. */
  bytes: number;
  totalBytes: number;
  /** Why it failed, and what to do about it. */
  problem: string | undefined;
  startedAt: Date;
  endedAt: Date | undefined;
}

/** Downloads models in the background, one request at a time. */
export class ModelDownloads {
  readonly #options: ModelDownloadsOptions;
  #latest: DownloadProgress | undefined;
  #stopping: AbortController | undefined;
  #running: Promise<void> | undefined;

  constructor(options: ModelDownloadsOptions) {
    this.#options = options;
  }

  get catalogue(): readonly CatalogueEntry[] {
    return this.#options.catalogue ?? CATALOGUE;
  }

  get latest(): DownloadProgress | undefined {
    return this.#latest && { ...this.#latest };
  }

  /**
   * Starts to download models of the catalogue and what they need. Resolves once it has started.
   * @throws ModelError if another download is running, the folder cannot be written, or its disk lacks space
   */
  async start(names: readonly string[]): Promise<DownloadProgress> {
    if (this.#stopping) throw new ModelError('a download is already running', 'Wait for it, or stop it.');
    const stopping = new AbortController();
    this.#stopping = stopping;
    try {
      const wanted = names.flatMap((name) => withNeeds(name, this.catalogue));
      const entries = wanted.filter((entry, at) => wanted.indexOf(entry) === at);
      const missing = await this.#missing(entries);
      await requireWritable(this.#options.folder, missing);
      const totalBytes = sizeOf(entries.flatMap(({ files }) => files));
      const latest: DownloadProgress = {
        names: entries.map(({ name }) => name),
        state: 'running',
        model: undefined,
        bytes: totalBytes - sizeOf(missing.flatMap(({ files }) => files)),
        totalBytes,
        problem: undefined,
        startedAt: new Date(),
        endedAt: undefined,
      };
      this.#latest = latest;
      this.#running = this.#fetch(missing, latest, stopping.signal);
      return { ...latest };
    } catch (error) {
      this.#stopping = undefined;
      throw error;
    }
  }

  /** Resolves when a running download has stopped. Its bytes are kept, and the next request continues from there. */
  async stop(): Promise<void> {
    this.#stopping?.abort();
    await this.#running;
  }

  async #missing(entries: readonly CatalogueEntry[]): Promise<CatalogueEntry[]> {
    const here = await Promise.all(entries.map(({ name }) => this.#options.folder.locate(name)));
    return entries.filter((_entry, at) => !here[at]);
  }

  /** Never rejects. */
  async #fetch(
    entries: readonly CatalogueEntry[],
    latest: DownloadProgress,
    signal: AbortSignal,
  ): Promise<void> {
    const { folder, mirror, log } = this.#options;
    try {
      for (const entry of entries) {
        latest.model = entry.name;
        const before = latest.bytes;
        await fetchModel(folder, entry, {
          mirror,
          signal,
          onProgress: (bytes) => {
            latest.bytes = before + bytes;
          },
        });
        log.info(
          { event: 'model.downloaded', model: entry.name, license: entry.license.name },
          'the service downloaded a model',
        );
      }
      latest.state = 'done';
    } catch (error) {
      latest.state = signal.aborted ? 'stopped' : 'failed';
      if (!signal.aborted) {
        const { message, hint } = error as ModelError;
        latest.problem = hint === undefined ? `${message}.` : `${message}. ${hint}`;
        log.warn(
          { event: 'model.download_failed', err: error, model: latest.model },
          'the service could not download a model',
        );
      }
    } finally {
      latest.endedAt = new Date();
      this.#stopping = undefined;
    }
  }
}
