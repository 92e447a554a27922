import type {
  EmbeddingServer,
  ModelServers,
  OrganizationVectors,
} from '../domain/model-servers/model-servers.ts';
import type { LocalEmbedder } from '../knowledge/embedding/local-embedder.ts';
import { withTitle } from '../knowledge/passages.ts';
import { backoffMs } from '../lib/backoff.ts';
import { type Clock, systemClock } from '../lib/clock.ts';
import type { DiskReserve } from '../lib/disk-reserve.ts';
import type { Logger } from '../lib/logger.ts';
import { messageOf } from '../lib/message-of.ts';
import { repeat } from '../lib/repeat.ts';
import { embedTexts } from '../providers/llm/embedding-client.ts';
import type { Patience } from '../providers/patience.ts';
import { ProviderError } from '../providers/provider-error.ts';
import { enqueueJobs } from '../store/jobs/enqueue-job.ts';
import type { JobHandler, JobRunner } from '../store/jobs/job-runner.ts';
import type { Database } from '../store/open-database.ts';
import {
  addVectors,
  basesWithoutVectors,
  EVERY_MODEL,
  maxVectorLength,
  passagesWithoutVectors,
  storeEmbeddingProblem,
  type WantedVectors,
} from '../store/search/missing-vectors.ts';

/** Runs only in processes that have a local model. */
const EMBED_LOCALLY = 'embed_passages';
const EMBED_WITH_SERVER = 'embed_passages_elsewhere';
const POLL_MS = 5_000;
/** Maximum number of jobs added by one check of the store. */
const MAX_BASES = 200;
/** Limits of a job, in passages and milliseconds; then it is another organization's turn. */
const PASSAGES_OF_JOB = 500;
const JOB_MS = 20_000;
/** Concurrent jobs in this process: jobs for remote servers mostly wait, and a server may be slow. */
const AT_ONCE = { [EMBED_LOCALLY]: 1, [EMBED_WITH_SERVER]: 8 };
/** Passages written together. */
const BATCH_PASSAGES = 16;
/** How long an organization's server is not asked again after a failure. */
const RETRY_PAUSE = { firstMs: 5_000, maxMs: 600_000 };

export type Embedder = Pick<LocalEmbedder, 'current' | 'refresh' | 'close'>;
export type OwnServers = Pick<ModelServers, 'forEmbeddings' | 'listForEmbeddings'>;

/** A source of vectors for the passages of a knowledge base. */
interface VectorSource {
  wanted: WantedVectors;
  embed(texts: string[], signal: AbortSignal): Promise<Float32Array[]>;
}

/** The vectors of a server exceed the organization's storage. */
class TooLongError extends Error {}

interface Base {
  knowledgeBaseId: string;
  organizationId: string;
}

/**
 * Embeds all passages without a vector, in the background: with the organization's server if it has one, otherwise with
 * the local model. This covers new documents, existing ones, and all documents of an organization whose server has
 * changed. The local model replaces those of lesser local models, and keeps vectors of others, such as the operator's
 * service: otherwise two processes with different models would replace each other's vectors forever. Organizations take
 * turns; progress survives a restart.
 */
export function startBackgroundEmbedding(needs: {
  database: Database;
  /** Runs the embedding, once there is something to embed; stop it first. */
  jobs: Pick<JobRunner, 'handle'>;
  embedder?: Embedder | undefined;
  servers?: OwnServers | undefined;
  patience?: Patience | undefined;
  /** If set, nothing is embedded while it is nearly full. */
  disk?: Pick<DiskReserve, 'isShort'> | undefined;
  log: Logger;
  clock?: Clock;
  passagesOfJob?: number;
  pollMs?: number;
}): { stop(): Promise<void> } {
  const { jobs, embedder, servers, patience, disk, log } = needs;
  const { clock = systemClock, passagesOfJob = PASSAGES_OF_JOB, pollMs = POLL_MS } = needs;
  const db = needs.database.kysely;
  /** The state in which a knowledge base had all its vectors. */
  const completeStates = new Map<string, string>();
  const warnedOf = new Set<string>();
  /** Servers that failed, by organization: the problem, and until when they are not asked, unless they are changed. */
  const paused = new Map<string, { version: string; failures: number; untilMs: number; problem: string }>();

  /** Returns why the server is not asked now; `undefined` if it may be asked. */
  function problemOf({ organizationId, version }: OrganizationVectors): string | undefined {
    const state = paused.get(organizationId);
    return state?.version === version && clock.now() < state.untilMs ? state.problem : undefined;
  }

  function pause({ organizationId, version }: OrganizationVectors, problem: string): void {
    const before = paused.get(organizationId);
    const failures = before?.version === version ? before.failures + 1 : 1;
    const untilMs = clock.now() + backoffMs(failures, RETRY_PAUSE);
    paused.set(organizationId, { version, failures, untilMs, problem });
  }

  function localSource(): VectorSource | undefined {
    const open = embedder?.current;
    return (
      open && {
        wanted: { model: open.model, replaces: open.replaces },
        async embed(texts, signal) {
          const vectors: Float32Array[] = [];
          for (const text of texts) vectors.push(await open.embed(text, 'passage', signal));
          return vectors;
        },
      }
    );
  }

  const serverSource = ({ organizationId, vectorKey, plan }: EmbeddingServer): VectorSource => ({
    wanted: { model: vectorKey, replaces: EVERY_MODEL },
    async embed(texts, signal) {
      const embedded = await embedTexts(plan, texts, { signal, ...(patience && { patience }) });
      const maxNumbers = await maxVectorLength(db, organizationId);
      const tooLong = embedded.find(({ length }) => length > maxNumbers);
      if (tooLong)
        throw new TooLongError(
          `Embeddings of ${tooLong.length} numbers for all passages would exceed the storage limit of the organization (storedBytes).`,
        );
      paused.delete(organizationId);
      return embedded;
    },
  });

  /** Calls `findSource` again for each batch, because the source of vectors may change meanwhile. */
  async function embedPassages(
    { knowledgeBaseId }: Base,
    findSource: () => Promise<VectorSource | undefined> | VectorSource | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    const endMs = clock.now() + JOB_MS;
    let after = '0';
    for (let count = 0; count < passagesOfJob && clock.now() < endMs; count += BATCH_PASSAGES) {
      signal.throwIfAborted();
      const source = await findSource();
      if (!source || (await disk?.isShort())) return;
      const maxPassages = Math.min(BATCH_PASSAGES, passagesOfJob - count);
      const passages = await passagesWithoutVectors(db, knowledgeBaseId, source.wanted, {
        after,
        maxPassages,
      });
      if (passages.length > 0) {
        const vectors = await source.embed(passages.map(withTitle), signal);
        const newVectors = passages.map(({ id }, place) => ({ passageId: id, vector: vectors[place]! }));
        await addVectors(db, knowledgeBaseId, source.wanted, newVectors);
      }
      if (passages.length < maxPassages) return;
      after = passages.at(-1)!.id;
    }
  }

  async function embedWithServer(base: Base, signal: AbortSignal): Promise<void> {
    let server: EmbeddingServer | undefined;
    try {
      await embedPassages(
        base,
        async () => {
          server = await servers?.forEmbeddings(base.organizationId);
          const problem = server && problemOf(server);
          // It failed for another knowledge base of the organization.
          if (problem !== undefined) await storeEmbeddingProblem(db, base.knowledgeBaseId, problem);
          return server && problem === undefined ? serverSource(server) : undefined;
        },
        signal,
      );
    } catch (error) {
      if (signal.aborted || !server || !(error instanceof ProviderError || error instanceof TooLongError))
        throw error;
      pause(server, error.message);
      await storeEmbeddingProblem(db, base.knowledgeBaseId, error.message);
      log.warn(
        { event: 'knowledge.passages_not_embedded', ...base, reason: error.message },
        'the model server of an organization failed to embed the passages of a knowledge base; the service tries again later',
      );
    }
  }

  const handlers: Record<keyof typeof AT_ONCE, JobHandler['run']> = {
    [EMBED_LOCALLY]: (base, { signal }) => embedPassages(base as Base, localSource, signal),
    [EMBED_WITH_SERVER]: (base, { signal }) => embedWithServer(base as Base, signal),
  };

  async function enqueue(kind: keyof typeof AT_ONCE, bases: readonly Base[]): Promise<void> {
    if (bases.length === 0) return;
    await enqueueJobs(
      db,
      bases.map((base) => ({
        kind,
        payload: base,
        lane: base.organizationId,
        uniqueKey: base.knowledgeBaseId,
      })),
    );
    // Only now: without a model, this process would take the jobs of those that have one.
    jobs.handle(kind, { concurrency: AT_ONCE[kind], perLane: 1, graceMs: 0, run: handlers[kind] });
  }

  async function enqueueMissing(): Promise<void> {
    await embedder?.refresh();
    const own = new Map((await servers?.listForEmbeddings())?.map((each) => [each.organizationId, each]));
    const local = localSource()?.wanted;
    if ((!local && own.size === 0) || (await disk?.isShort())) return;
    const wantedOf = (organizationId: string): WantedVectors | undefined => {
      const server = own.get(organizationId);
      if (!server) return local;
      return problemOf(server) === undefined ? { model: server.vectorKey, replaces: EVERY_MODEL } : undefined;
    };
    const bases = await basesWithoutVectors(db, completeStates, MAX_BASES, wantedOf, (stored, model) => {
      if (warnedOf.has(stored)) return;
      warnedOf.add(stored);
      log.warn(
        { event: 'knowledge.other_model', stored, model },
        'some passages were embedded with another model and are found only by keywords: install it, set EMBEDDINGS_* to it, or index them again',
      );
    });
    const hasServer = ({ organizationId }: Base) => own.has(organizationId);
    await enqueue(
      EMBED_LOCALLY,
      bases.filter((base) => !hasServer(base)),
    );
    await enqueue(EMBED_WITH_SERVER, bases.filter(hasServer));
  }

  const polling = repeat(enqueueMissing, {
    everyMs: pollMs,
    atOnce: true,
    onFailure: (error) =>
      log.warn(
        { event: 'knowledge.look_failed', reason: messageOf(error) },
        'the service could not look for passages that have no embedding',
      ),
  });
  return {
    async stop() {
      await polling.stop();
      await embedder?.close();
    },
  };
}
