import { CreateKnowledgeBase, KnowledgeBase, ListQuery, Page, UpdateKnowledgeBase } from '@visavis/contracts';
import type { KnowledgeBase as KnowledgeBaseRow } from '../../domain/knowledge-bases/document.ts';
import { type Endpoint, operation } from '../api-app.ts';
import { ownedRoutes } from '../owned-routes.ts';
import { pageEnvelope, readPageQuery } from '../page.ts';
import { DOCUMENTS_WITHIN, presentKnowledgeBase } from '../present/knowledge.ts';

/** A knowledge base with all its documents is as large as a page of a list. */
const LOAD = { isHeavy: true, isList: true } as const;

/** Registers the operations on knowledge bases that `/v1` also has. */
export const knowledgeBaseRoutes: Endpoint = (app, { documents, knowledgeBases }) => {
  const present = async (rows: readonly KnowledgeBaseRow[], maxDocuments?: number) => {
    const documentsByBase = await documents.newestOf(
      rows.map(({ id }) => id),
      maxDocuments,
    );
    return rows.map((row) => presentKnowledgeBase(row, documentsByBase.get(row.id) ?? []));
  };
  const { create, get, update, remove } = ownedRoutes(app, {
    names: ['knowledge base', 'knowledge bases'],
    schema: KnowledgeBase,
    present: (rows: readonly KnowledgeBaseRow[]) => present(rows),
  });
  create(knowledgeBases.create, { body: CreateKnowledgeBase });
  app.get(
    '/knowledge-bases',
    operation('api_key', 'knowledge bases', {
      operationId: 'listKnowledgeBases',
      summary: 'List knowledge bases',
      description: `Lists knowledge bases, each with its newest ${DOCUMENTS_WITHIN} documents.`,
      querystring: ListQuery,
      response: { 200: Page('items', KnowledgeBase) },
    }),
    async (request) => {
      const page = await knowledgeBases.list(request.organization.id, readPageQuery(request.query));
      return { ...pageEnvelope(page), items: await present(page.rows, DOCUMENTS_WITHIN) };
    },
  );
  get(knowledgeBases.get, { load: LOAD });
  update(knowledgeBases.update, { body: UpdateKnowledgeBase, load: LOAD });
  remove(knowledgeBases.remove, {
    description:
      'Deletes the knowledge base with all its documents permanently and returns it. Fails with 409 while an agent or a character uses it.',
  });
};
