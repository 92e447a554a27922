import { IdParams, Memory } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { presentMemory } from '../../present/memories.ts';

export const getMemory: Endpoint = (app, { memories }) => {
  app.get(
    '/memories/:id',
    {
      config: { access: 'api_key' },
      schema: {
        operationId: 'getMemory',
        tags: ['memories'],
        summary: 'Get memory',
        params: IdParams,
        response: { 200: Memory },
      },
    },
    async (request) => presentMemory(await memories.get(request.organization.id, request.params.id)),
  );
};
