import type { IndexReport, KnowledgeDocument, IndexJob as Run } from '../domain/knowledge-bases/document.ts';
import type { ExtractionOptions, ExtractionSource } from './extraction/extract-text.ts';
import { ExtractionError } from './extraction/extraction-error.ts';
import type { ExtractionProgress } from './extraction/text-block.ts';
import type { Passage } from './passages.ts';

/** One indexing run, and how many passages it wrote in earlier turns (default 0). */
export type IndexJob = Run & { written?: number | undefined };

export type IndexableDocument = Pick<KnowledgeDocument, 'id' | 'knowledgeBaseId' | 'attempt' | 'blobKey'>;

/** Functions of the rest of the service that indexing needs. */
export interface IndexPorts {
  /** Returns the document if the run is still current; undefined if it was deleted or a newer run indexes it. */
  findDocument(job: IndexJob): Promise<IndexableDocument | undefined>;
  open(blobKey: string): Promise<ExtractionSource>;
  /** Returns false if this run is no longer current and should stop. */
  report(job: IndexJob, report: IndexReport): Promise<boolean>;
  /**
   * Replaces all passages of the document but the first `kept`, batch by batch as they arrive; no search finds passages
   * of a document that is being indexed. If `batches` or `afterBatch` throws or the signal fires, it rejects with that
   * error; a half-finished replacement is replaced or removed later.
   * @returns false if this run is no longer current. Nothing is then written, so deleting the document first and its
   * passages afterwards leaves none behind.
   */
  replacePassages(
    document: IndexableDocument,
    batches: AsyncIterable<Passage[]>,
    options: { signal: AbortSignal; kept: number; afterBatch: (written: number) => Promise<void> },
  ): Promise<boolean>;
  removePassages(document: IndexableDocument): Promise<void>;
  extract(source: ExtractionSource, options: ExtractionOptions): AsyncIterable<Passage[]>;
  /** How long a document may be written before `endTurn` is called. */
  turnMs: number;
  /**
   * Called between two batches once a turn is over, and then again from time to time. If it rejects, so does
   * `indexDocument`, and continues when it is run with the same job and `written`.
   */
  endTurn(written: number): Promise<void>;
}

export type IndexOutcome = 'indexed' | 'rejected' | 'superseded';

/** How often progress is written to a document's timeline. */
const REPORT_EVERY_MS = 2000;
/** How often the end of a turn is tried again while nobody waits, per length of a turn. */
const CHECKS_PER_TURN = 20;

/** The run is no longer current: the document was deleted or is being indexed by another run. */
class Superseded extends Error {
  override readonly name = 'Superseded';
}

/**
 * Indexes one document, from its bytes to its passages. May be run again at any time. A document that cannot be read is
 * reported as `failed` with the reason; any other failure rejects, and the caller may retry (the document stays
 * `indexing`). Ends early if the document is deleted meanwhile; `signal` ends it with its reason.
 */
export async function indexDocument(
  job: IndexJob,
  ports: IndexPorts,
  signal?: AbortSignal,
): Promise<IndexOutcome> {
  signal?.throwIfAborted();
  const document = await ports.findDocument(job);
  if (document === undefined) return 'superseded';
  const run = new IndexRun(job, ports, signal);
  try {
    const passages = await readAndReplace(job, document, ports, run);
    await run.whenReported();
    if (passages === undefined) return 'superseded';
    const content = passages === 1 ? '1 passage was indexed.' : `${passages} passages were indexed.`;
    if (await ports.report(job, { type: 'indexed', content })) return 'indexed';
  } catch (error) {
    await run.whenReported();
    if (!run.isSuperseded) {
      if (!(error instanceof ExtractionError)) throw error;
      // Remove the passages of an earlier run, because their file no longer exists.
      await ports.removePassages(document);
      if (await ports.report(job, { type: 'failed', reason: error.message })) return 'rejected';
    }
  }
  return 'superseded';
}

/** Returns the number of passages, or undefined if the run is no longer current. */
async function readAndReplace(
  job: IndexJob,
  document: IndexableDocument,
  ports: IndexPorts,
  run: IndexRun,
): Promise<number | undefined> {
  const { blobKey } = document;
  if (blobKey === null) throw new ExtractionError('empty', 'No file was uploaded for the document.');
  const { written: kept = 0 } = job;
  const turn = new Turn(ports);
  let passages = 0;
  const newPassages = (async function* () {
    // Opened only after the earlier passages are removed, which may take minutes.
    const extracted = ports.extract(await ports.open(blobKey), {
      signal: run.signal,
      // What earlier turns reported is not reported again.
      onProgress: (progress) => passages >= kept && run.reportProgress(describe(progress)),
    });
    for await (const batch of extracted) {
      const unwritten = batch.slice(Math.max(0, kept - passages));
      passages += batch.length;
      if (unwritten.length === 0) continue;
      turn.beginWriting();
      yield unwritten;
    }
  })();
  const options = { signal: run.signal, kept, afterBatch: (written: number) => turn.afterBatch(written) };
  return (await ports.replacePassages(document, newPassages, options)) ? passages : undefined;
}

/** One of the turns in which a document is indexed, so that a large one does not keep others waiting until its end. */
class Turn {
  readonly #ports: Pick<IndexPorts, 'turnMs' | 'endTurn'>;
  readonly #startedAt = performance.now();
  #endsAt: number;
  #isWriting = false;

  constructor(ports: Pick<IndexPorts, 'turnMs' | 'endTurn'>) {
    this.#ports = ports;
    this.#endsAt = this.#startedAt + ports.turnMs;
  }

  /**
   * Each turn reads the document from its beginning. It writes for at least as long as it read before its first new
   * passage, so that turns at most double the time of a document.
   */
  beginWriting(): void {
    if (this.#isWriting) return;
    this.#isWriting = true;
    const now = performance.now();
    this.#endsAt = now + Math.max(this.#ports.turnMs, now - this.#startedAt);
  }

  async afterBatch(written: number): Promise<void> {
    const now = performance.now();
    if (now < this.#endsAt) return;
    this.#endsAt = now + this.#ports.turnMs / CHECKS_PER_TURN;
    await this.#ports.endTurn(written);
  }
}

/** Reports progress, one report at a time. Each result shows whether the run is still current. */
class IndexRun {
  isSuperseded = false;
  readonly #job: IndexJob;
  readonly #ports: IndexPorts;
  readonly #controller = new AbortController();
  readonly signal: AbortSignal;
  #reporting: Promise<void> | undefined;
  #lastAt = performance.now();

  constructor(job: IndexJob, ports: IndexPorts, signal: AbortSignal | undefined) {
    this.#job = job;
    this.#ports = ports;
    this.signal =
      signal === undefined ? this.#controller.signal : AbortSignal.any([signal, this.#controller.signal]);
  }

  reportProgress(content: string): void {
    const now = performance.now();
    if (this.#reporting !== undefined || now - this.#lastAt < REPORT_EVERY_MS) return;
    this.#lastAt = now;
    this.#reporting = this.#report(content).finally(() => {
      this.#reporting = undefined;
    });
  }

  async #report(content: string): Promise<void> {
    try {
      if (await this.#ports.report(this.#job, { type: 'progress', content })) return;
      this.isSuperseded = true;
      this.#controller.abort(new Superseded());
    } catch {
      // A failed progress report is no reason to stop; the next one may succeed.
    }
  }

  async whenReported(): Promise<void> {
    await this.#reporting;
  }
}

function describe({ unit, done, total }: ExtractionProgress): string {
  if (unit === 'pages') return `Read ${done} of ${total} pages.`;
  return total === 0 ? 'Reading.' : `Read ${Math.floor((done / total) * 100)}%.`;
}
