import { HealthResponse } from '@visavis/contracts';
import type { ApiApp, ApiOptions } from '../../api-app.ts';

export function getHealth(
  app: ApiApp,
  { version, readiness }: Pick<ApiOptions, 'version' | 'readiness'>,
): void {
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
    async () => {
      const { status = 'ready' } = (await readiness?.read()) ?? {};
      return { status: status === 'ready' ? 'ok' : status, version };
    },
  );
}
