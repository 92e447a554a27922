import type { Services } from '../../domain/services.ts';
import type { ApiApp } from '../api-app.ts';
import { documentRoutes } from '../v3/document-routes.ts';
import { knowledgeBaseRoutes } from '../v3/knowledge-base-routes.ts';

/** The operations of `/v3/knowledge-bases` below `/v1` as well, for clients that know but one prefix. */
export async function knowledgeBaseAliases(app: ApiApp, services: Services): Promise<void> {
  app.addHook('onRoute', ({ schema, url, method }) => {
    // A HEAD route shares the schema of its GET.
    if (!schema?.operationId || schema.operationId.endsWith('V1')) return;
    const original = url.replace(/^\/v1/, '/v3').replace(/:(\w+)/g, '{$1}');
    schema.operationId += 'V1';
    schema.description = `The same as \`${[method].flat().join()} ${original}\`.`;
  });
  for (const endpoint of [knowledgeBaseRoutes, documentRoutes]) endpoint(app, services);
}
