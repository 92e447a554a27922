import { expect, it } from 'vitest';
import { readSettings } from '../../config.ts';
import { addIndexedDocument } from '../../store/testing/add-indexed-document.ts';
import { createTestDatabase } from '../../store/testing/test-database.ts';
import { checkMeaning } from './meaning-check.ts';

it('the doctor says which other models embedded passages in PostgreSQL, and what to do', async ({ skip }) => {
  const database = await createTestDatabase();
  try {
    if (database.kind === 'embedded') skip('the doctor does not open the embedded store');
    const passages = ['paid', 'own'].map((model) => ({
      text: model,
      embedding: { model, vector: Float32Array.of(1, 2) },
    }));
    await addIndexedDocument(database.kysely, 'kb_1', 'doc_1', passages);
    const { config } = readSettings({
      DATABASE_URL: database.place,
      EMBEDDINGS_BASE_URL: 'http://localhost/v1',
      EMBEDDINGS_MODEL: 'own',
    });
    expect(await checkMeaning.run(config)).toMatchObject([
      { level: 'ok' },
      {
        level: 'note',
        text: expect.stringContaining('paid'),
        hint: expect.stringContaining('index the documents again'),
      },
    ]);
  } finally {
    await database.close();
  }
});
