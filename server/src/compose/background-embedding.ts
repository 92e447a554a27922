import type { LocalEmbedder } from '../knowledge/embedding/local-embedder.ts';
import { withTitle } from '../knowledge/passages.ts';
import type { Logger } from '../lib/logger.ts';
import { messageOf } from '../lib/message-of.ts';
import { enqueueJobs } from '../store/jobs/enqueue-job.ts';
import { JobRunner } from '../store/jobs/job-runner.ts';
import type { Database } from '../store/open-database.ts';
import { addVectors, basesWithoutVectors, passagesWithoutVectors } from '../store/search/missing-vectors.ts';

const EMBED_PASSAGES = 'embed_passages';
const LOOK_MS = 5_000;
/** Most jobs that one look at the store adds. */
const MAX_BASES = 200;
/** Most passages of one job, some 20 s of work: then it is another organization's turn. */
const PASSAGES_OF_JOB = 500;
/** Passages whose vectors are stored together. */
const BATCH = 16;

export type Embedder = Pick<LocalEmbedder, 'current' | 'refresh' | 'close'>;

/**
 * Gives all passages that have none a vector of this machine's model, in the background: of new documents, and of those
 * that were there before the model. Vectors of another model stay: of two processes with a model each, both would replace
 * the other's without end. Organizations take turns; what was done stays done after a restart.
 * Jobs are run by processes that have a model.
 */
export function startBackgroundEmbedding({
  database,
  embedder,
  log,
  passagesOfJob = PASSAGES_OF_JOB,
}: {
  database: Database;
  embedder: Embedder;
  log: Logger;
  passagesOfJob?: number;
}): { stop(): Promise<void> } {
  const db = database.kysely;
  let runner: JobRunner | undefined;
  let stopping = false;
  /** The revision at which a knowledge base had all vectors. */
  const done = new Map<string, string>();
  const warnedOf = new Set<string>();

  async function embedSome(knowledgeBaseId: string, signal: AbortSignal): Promise<void> {
    let after = '0';
    for (let done = 0; done < passagesOfJob && !stopping; done += BATCH) {
      const open = embedder.current;
      if (!open) return;
      const { model } = open;
      const most = Math.min(BATCH, passagesOfJob - done);
      const passages = await passagesWithoutVectors(db, knowledgeBaseId, { after, most });
      const vectors: Parameters<typeof addVectors>[2][number][] = [];
      for (const passage of passages) {
        const vector = await open.embed(withTitle(passage), 'passage', signal);
        vectors.push({ passageId: passage.id, embedding: { model, vector } });
      }
      if (passages.length > 0) await addVectors(db, knowledgeBaseId, vectors);
      if (passages.length < most) return;
      after = passages.at(-1)!.id;
    }
  }

  async function look(): Promise<void> {
    await embedder.refresh();
    const model = embedder.current?.model;
    if (model === undefined || stopping) return;
    const bases = await basesWithoutVectors(db, done, MAX_BASES, (found) => {
      if (found === model || warnedOf.has(found)) return;
      warnedOf.add(found);
      log.warn(
        { event: 'knowledge.other_model', stored: found, model },
        'the service finds by words alone what another model embedded: set EMBEDDINGS_* or index it again',
      );
    });
    if (bases.length === 0) return;
    await enqueueJobs(
      db,
      bases.map(({ knowledgeBaseId, organizationId }) => ({
        kind: EMBED_PASSAGES,
        payload: { knowledgeBaseId },
        lane: organizationId,
        uniqueKey: knowledgeBaseId,
      })),
    );
    if (runner || stopping) return;
    const run = (payload: unknown, { signal }: { signal: AbortSignal }) =>
      embedSome((payload as { knowledgeBaseId: string }).knowledgeBaseId, signal);
    runner = new JobRunner({ db: database, log, handlers: { [EMBED_PASSAGES]: { perLane: 1, run } } });
    await runner.start();
  }

  let looking: Promise<void> | undefined;
  const lookOnce = () => {
    looking ??= look()
      .catch((error: unknown) =>
        log.warn(
          { event: 'knowledge.look_failed', reason: messageOf(error) },
          'the service could not look for passages that have no embedding',
        ),
      )
      .finally(() => {
        looking = undefined;
      });
  };
  lookOnce();
  const timer = setInterval(lookOnce, LOOK_MS).unref();
  return {
    async stop() {
      stopping = true;
      clearInterval(timer);
      await looking;
      await runner?.stop();
      await embedder.close();
    },
  };
}
