import { expect, test } from 'vitest';
import { addIndexedDocument } from '../testing/add-indexed-document.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { createDocumentRepository } from './document-repository.ts';

test('the timelines of many documents are read in several statements of limited size', async () => {
  const database = await createTestDatabase();
  await addIndexedDocument(database.kysely, 'kb_1', 'doc_0', []);
  await database.pool.query(`insert into documents select (json_populate_record(d, json_build_object('id', 'doc_' || i))).*
    from documents d, generate_series(1, 119) i`);
  await database.pool.query(`insert into document_timeline (document_id, type, content, recorded_at)
    select d.id, 'indexed', n::text, now() from generate_series(1, 50) entry (n), documents d order by entry.n`);
  const read: number[] = [];
  const counted = database.kysely.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      read.push(result.rows.length);
      return result;
    },
  });
  const documents = await createDocumentRepository(counted).listNewest(['kb_1'], 500);
  const inOrder = Array.from({ length: 50 }, (_, at) => `${at + 1}`);
  for (const { timeline } of documents) expect(timeline.map(({ content }) => content)).toEqual(inOrder);
  expect(read).toEqual([120, 2_500, 2_500, 1_000]);
  await database.close();
});
