import type { BlobStore } from '../domain/blobs.ts';
import {
  DELETE_FILES,
  DELETE_PASSAGES,
  type FilesToDelete,
  type PassagesToDelete,
} from '../store/documents/deletion-jobs.ts';
import { ContinueLater, type JobHandler } from '../store/jobs/job-runner.ts';
import type { Database } from '../store/open-database.ts';
import { removeKnowledgeBase, removePassages } from '../store/search/write-passages.ts';

/** Returns the handlers of the jobs that delete what deleted documents and knowledge bases left behind. */
export function deletionHandlers(needs: {
  db: Database['kysely'];
  blobs: Pick<BlobStore, 'delete'>;
  /** How long passages of one organization are deleted while others wait. */
  turnMs: number;
}): Record<string, JobHandler> {
  const { db, blobs, turnMs } = needs;
  return {
    [DELETE_FILES]: {
      perLane: 1,
      async run(payload, { signal }) {
        for (const key of (payload as FilesToDelete).blobKeys) {
          signal.throwIfAborted();
          await blobs.delete(key);
        }
      },
    },
    [DELETE_PASSAGES]: {
      perLane: 1,
      async run(payload, { signal, isLaneWaiting }) {
        const { knowledgeBaseId, documentId } = payload as PassagesToDelete;
        const endsAt = performance.now() + turnMs;
        const afterBatch = async () => {
          signal.throwIfAborted();
          if (performance.now() >= endsAt && (await isLaneWaiting())) throw new ContinueLater(payload);
        };
        await (documentId === undefined
          ? removeKnowledgeBase(db, knowledgeBaseId, afterBatch)
          : removePassages(db, knowledgeBaseId, documentId, { afterBatch }));
      },
    },
  };
}
