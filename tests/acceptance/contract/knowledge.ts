import type { DocumentUpload, KnowledgeBase, KnowledgeBaseDocument } from '@visavis/client';
import { expect } from 'vitest';
import { poll } from '../../support/poll.ts';
import type { ContractRun } from './contract-run.ts';
import { specified } from './sentences.ts';

/** Tests a knowledge base and its document, from creation to deletion. */
export function knowledgeTests(run: () => ContractRun): void {
  let knowledgeBase: KnowledgeBase;
  let upload: DocumentUpload;
  const readBase = () => run().visavis.get('/v3/knowledge-bases/{id}', { path: { id: knowledgeBase.id } });
  const documentPath = () => ({ id: knowledgeBase.id, doc: upload.document.id });

  specified(
    '**Create knowledge base.** Body: `name`, `description`, `client` (strings). Response: KnowledgeBase.',
    async () => {
      const body = { name: 'Museum', description: 'What it shows.', client: 'acme' };
      knowledgeBase = await run().visavis.post('/v3/knowledge-bases', { body });
      expect(knowledgeBase).toMatchObject({ ...body, documents: [] });
    },
  );

  specified(
    '**Add document.** Path `id` is the knowledge base id. Body: `name`, `description`, `mimeType` (strings). Response: `document` (KnowledgeBaseDocument), `uploadUrl` (string), `expireAt` (date-time).',
    async () => {
      const body = { name: 'hours.txt', description: 'Opening hours.', mimeType: 'text/plain' };
      upload = await run().visavis.post('/v3/knowledge-bases/{id}/documents', {
        path: { id: knowledgeBase.id },
        body,
      });
      expect(upload.document).toMatchObject({
        knowledgeBaseId: knowledgeBase.id,
        name: 'hours.txt',
        description: 'Opening hours.',
      });
      expect(Date.parse(upload.expireAt)).toBeGreaterThan(Date.parse(upload.document.createdAt));
    },
  );

  specified('**Index document.** No body. Response: KnowledgeBaseDocument.', async () => {
    const text = 'The museum is open from ten to six.';
    const uploaded = await run().recorder.fetch(upload.uploadUrl, {
      method: 'PUT',
      headers: { 'content-type': 'text/plain' },
      body: text,
    });
    expect(((await uploaded.json()) as KnowledgeBaseDocument).size).toBe(text.length);
    const indexing = await run().visavis.patch('/v3/knowledge-bases/{id}/documents/{doc}/index', {
      path: documentPath(),
    });
    expect(indexing).toMatchObject({ id: upload.document.id, knowledgeBaseId: knowledgeBase.id });
  });

  specified(
    [
      '**Get knowledge base.** Path `id` is the knowledge base id. Response: KnowledgeBase.',
      'attach knowledge bases, each holding uploadable documents that can be indexed;',
    ],
    async () => {
      const read = await poll('the index', readBase, ({ documents }) => documents[0]?.status === 'indexed');
      expect(read).toMatchObject({
        id: knowledgeBase.id,
        name: 'Museum',
        documents: [{ id: upload.document.id }],
      });
      expect((await run().sendJson('GET', '/v3/knowledge-bases/kb_unknown')).status).toBe(404);
    },
  );

  specified(
    '**List knowledge bases.** Response: paged envelope with `items` (array of KnowledgeBase).',
    async () => {
      const page = await run().visavis.get('/v3/knowledge-bases', { query: { client: 'acme' } });
      expect(page).toEqual({ skip: 0, take: 20, total: 1, items: [await readBase()] });
    },
  );

  specified('**Delete document.** No body. Response: KnowledgeBaseDocument.', async () => {
    const deleted = await run().visavis.delete('/v3/knowledge-bases/{id}/documents/{doc}', {
      path: documentPath(),
    });
    expect(deleted.id).toBe(upload.document.id);
    expect((await readBase()).documents).toEqual([]);
    const path = `/v3/knowledge-bases/${knowledgeBase.id}/documents/${upload.document.id}`;
    expect((await run().sendJson('DELETE', path)).status).toBe(404);
  });
}
