import { IdParams, Tool } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { presentTool } from '../../present/tools.ts';

export const deleteTool: Endpoint = (app, { tools, clock }) => {
  app.delete(
    '/tools/:id',
    {
      config: { access: 'api_key' },
      schema: {
        operationId: 'deleteTool',
        tags: ['tools'],
        summary: 'Delete tool',
        description: 'One that an agent or a character names is in use: 409.',
        params: IdParams,
        response: { 200: Tool },
      },
    },
    async (request) => presentTool(await tools.remove(request.organization.id, request.params.id), clock()),
  );
};
