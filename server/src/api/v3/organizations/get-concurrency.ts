import { Concurrency } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';

export const getConcurrency: Endpoint = (app, { conversations }) => {
  app.get(
    '/organizations/concurrency',
    {
      config: { access: 'api_key' },
      schema: {
        operationId: 'getConcurrency',
        tags: ['organizations'],
        summary: 'How many conversations run, and whether another may',
        response: { 200: Concurrency },
      },
    },
    async (request) => {
      const limit = request.organization.concurrentSessions;
      const active = await conversations.countRunning(request.organization.id);
      return { limit, active, canStart: active < limit };
    },
  );
};
