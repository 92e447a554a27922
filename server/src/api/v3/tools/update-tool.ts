import { IdParams, Tool, UpdateTool } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { presentTool } from '../../present/tools.ts';

export const updateTool: Endpoint = (app, { tools, clock }) => {
  app.patch(
    '/tools/:id',
    {
      config: { access: 'api_key' },
      schema: {
        operationId: 'updateTool',
        tags: ['tools'],
        summary: 'Update tool',
        description:
          'What is left out stays as it is; `null` unsets. Conversations that run know its name, description and ' +
          'parameters as they were when they started; its address, headers and time limit hold at once.',
        params: IdParams,
        body: UpdateTool,
        response: { 200: Tool },
      },
    },
    async (request) =>
      presentTool(await tools.update(request.organization.id, request.params.id, request.body), clock()),
  );
};
