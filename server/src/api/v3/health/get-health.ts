import { HealthResponse } from '@visavis/contracts';
import type { ApiApp } from '../../api-app.ts';

export function getHealth(app: ApiApp, version: string): void {
  app.get(
    '/health',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'getHealth',
        tags: ['health'],
        summary: 'Health check',
        response: { 200: HealthResponse },
      },
    },
    async () => ({ status: 'ok', version }),
  );
}
