import { expect, it } from 'vitest';
import { DELETE_PASSAGES, type PassagesToDelete } from '../store/documents/deletion-jobs.ts';
import { ContinueLater } from '../store/jobs/job-runner.ts';
import { addIndexedDocument } from '../store/testing/add-indexed-document.ts';
import { useTestDatabase } from '../store/testing/use-test-database.ts';
import { deletionHandlers } from './deletions.ts';

const db = useTestDatabase();

it.each(['knowledge base', 'document'])(
  'the passages of a %s are deleted in turns: after a batch if others wait, or if the service stops',
  async (what) => {
    const kb = `kb_${what.length}`;
    await addIndexedDocument(
      db.kysely,
      kb,
      `doc_${what.length}`,
      Array.from({ length: 9 }, (_, n) => ({ text: `passage ${n}` })),
    );
    const payload: PassagesToDelete = {
      knowledgeBaseId: kb,
      ...(what === 'document' && { documentId: `doc_${what.length}` }),
    };
    const handler = deletionHandlers({
      db: db.kysely,
      blobs: { delete: () => Promise.reject(new Error('not used')) },
      turnMs: 0,
    })[DELETE_PASSAGES]!;
    const again = (isOtherWaiting: boolean, signal = new AbortController().signal) =>
      handler.run(payload, { id: '1', attempt: 1, signal, isLaneWaiting: async () => isOtherWaiting });
    const passages = async () => {
      const text = 'select count(*)::int as n from passages where knowledge_base_id = $1';
      return (await db.pool.query<{ n: number }>(text, [kb])).rows[0]!.n;
    };
    await expect(again(true)).rejects.toMatchObject({ payload });
    await expect(again(true)).rejects.toBeInstanceOf(ContinueLater);
    await expect(again(false, AbortSignal.abort(new Error('stopping')))).rejects.toThrow('stopping');
    expect(await passages()).toBeGreaterThan(0);
    await again(false);
    expect(await passages()).toBe(0);
  },
);
