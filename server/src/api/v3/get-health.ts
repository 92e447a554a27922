import { HealthResponse } from '@visavis/contracts';
import { type ApiApp, type ApiOptions, operation } from '../api-app.ts';

export function getHealth(
  app: ApiApp,
  { version, readiness }: Pick<ApiOptions, 'version' | 'readiness'>,
): void {
  app.get(
    '/health',
    operation('public', 'health', {
      operationId: 'getHealth',
      summary: 'Health check',
      description: 'Returns the state and the version of the service.',
      response: { 200: HealthResponse },
      flags: { skipsQueue: true },
    }),
    async () => {
      const { status = 'ready' } = (await readiness?.read()) ?? {};
      return { status: status === 'ready' ? 'ok' : status, version };
    },
  );
}
