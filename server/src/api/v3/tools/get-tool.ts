import { IdParams, Tool } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { presentTool } from '../../present/tools.ts';

export const getTool: Endpoint = (app, { tools, clock }) => {
  app.get(
    '/tools/:id',
    {
      config: { access: 'api_key' },
      schema: {
        operationId: 'getTool',
        tags: ['tools'],
        summary: 'Get tool',
        params: IdParams,
        response: { 200: Tool },
      },
    },
    async (request) => presentTool(await tools.get(request.organization.id, request.params.id), clock()),
  );
};
