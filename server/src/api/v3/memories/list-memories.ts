import { ListMemoriesQuery, Memory, Page } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { counts, pageRequest } from '../../page.ts';
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
      const wanted = { ...pageRequest(request.query), ...memoryFilter(request.query) };
      const page = await memories.list(request.organization.id, wanted);
      return { ...counts(page), memories: page.rows.map(presentMemory) };
    },
  );
};
