import { Type } from 'typebox';
import type { Endpoint } from '../../api-app.ts';

export const getFreemiumUsage: Endpoint = (app, { usage }) => {
  app.get(
    '/organizations/freemium-usage',
    {
      config: { access: 'api_key' },
      schema: {
        operationId: 'getFreemiumUsage',
        tags: ['organizations'],
        summary: 'Seconds used on the free plan in this billing cycle',
        response: { 200: Type.Number({ description: 'Seconds.' }) },
      },
    },
    async (request) => usage.freemiumSecondsThisCycle(request.organization),
  );
};
