import { ListQuery, Page, Tool } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { counts, pageRequest } from '../../page.ts';
import { presentTool } from '../../present/tools.ts';

export const listTools: Endpoint = (app, { tools, clock }) => {
  app.get(
    '/tools',
    {
      config: { access: 'api_key' },
      schema: {
        operationId: 'listTools',
        tags: ['tools'],
        summary: 'List tools',
        querystring: ListQuery,
        response: { 200: Page('tools', Tool) },
      },
    },
    async (request) => {
      const page = await tools.list(request.organization.id, pageRequest(request.query));
      return { ...counts(page), tools: page.rows.map((row) => presentTool(row, clock())) };
    },
  );
};
