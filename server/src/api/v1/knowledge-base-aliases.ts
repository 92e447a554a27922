import type { Services } from '../../domain/services.ts';
import type { ApiApp } from '../api-app.ts';
import { addDocument } from '../v3/documents/add-document.ts';
import { deleteDocument } from '../v3/documents/delete-document.ts';
import { indexDocument } from '../v3/documents/index-document.ts';
import { createKnowledgeBase } from '../v3/knowledge-bases/create-knowledge-base.ts';
import { deleteKnowledgeBase } from '../v3/knowledge-bases/delete-knowledge-base.ts';
import { getKnowledgeBase } from '../v3/knowledge-bases/get-knowledge-base.ts';
import { listKnowledgeBases } from '../v3/knowledge-bases/list-knowledge-bases.ts';

/** The operations of `/v3/knowledge-bases` below `/v1` as well, for clients that know but one prefix. */
export async function knowledgeBaseAliases(app: ApiApp, services: Services): Promise<void> {
  app.addHook('onRoute', ({ schema, url, method }) => {
    // A HEAD route shares the schema of its GET.
    if (!schema?.operationId || schema.operationId.endsWith('V1')) return;
    const original = url.replace(/^\/v1/, '/v3').replace(/:(\w+)/g, '{$1}');
    schema.operationId += 'V1';
    schema.description = `The same as \`${[method].flat().join()} ${original}\`.`;
  });
  const endpoints = [
    createKnowledgeBase,
    listKnowledgeBases,
    getKnowledgeBase,
    deleteKnowledgeBase,
    addDocument,
    indexDocument,
    deleteDocument,
  ];
  for (const endpoint of endpoints) endpoint(app, services);
}
