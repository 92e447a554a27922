import { ListMemoriesQuery, Memory, Page } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { presentMemory } from '../../present/memories.ts';
import { memoryFilter } from './memory-filter.ts';

export const listMemories: Endpoint = (app, { memories }) => {
  app.get(
    '/memories',
    {
      config: { access: 'api_key' },
      schema: {
        operationId: 'listMemories',
        tags: ['memories'],
        summary: 'List memories',
        description: 'What consumers said to avatars whose agents have a memory.',
        querystring: ListMemoriesQuery,
        response: { 200: Page('memories', Memory) },
      },
    },
    async (request) => {
      const { skip = 0, take = 20, ...query } = request.query;
      const page = await memories.list(request.organization.id, { skip, take, ...memoryFilter(query) });
      return { skip, take, total: page.total, memories: page.rows.map(presentMemory) };
    },
  );
};
