import { IdParams, Memory } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { presentMemory } from '../../present/memories.ts';

export const deleteMemory: Endpoint = (app, { memories }) => {
  app.delete(
    '/memories/:id',
    {
      config: { access: 'api_key' },
      schema: {
        operationId: 'deleteMemory',
        tags: ['memories'],
        summary: 'Delete memory',
        description:
          'Nothing that has been said until now brings it back; said again, it is remembered again. Conversations that ' +
          'are running are told to forget it.',
        params: IdParams,
        response: { 200: Memory },
      },
    },
    async (request) => presentMemory(await memories.remove(request.organization.id, request.params.id)),
  );
};
