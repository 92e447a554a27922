import { ErasedMemories, EraseMemoriesQuery } from '@visavis/contracts';
import { namingFields } from '../../../domain/errors.ts';
import type { Endpoint } from '../../api-app.ts';
import { memoryFilter } from './memory-filter.ts';

export const eraseMemories: Endpoint = (app, { memories }) => {
  app.delete(
    '/memories',
    {
      config: { access: 'api_key' },
      schema: {
        operationId: 'eraseMemories',
        tags: ['memories'],
        summary: 'Erase memories',
        description:
          'All that match `user`, `client` and `avatar`; at least one of them is required. Nothing that has been said until ' +
          'now is remembered any more; conversations that are running are told to forget.',
        querystring: EraseMemoriesQuery,
        response: { 200: ErasedMemories },
      },
    },
    async (request) => ({
      erased: await namingFields(
        () => 'query',
        () => memories.erase(request.organization.id, memoryFilter(request.query)),
      ),
    }),
  );
};
