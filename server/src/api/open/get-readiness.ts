import type { Readiness } from '../../domain/readiness.ts';
import type { ApiApp } from '../api-app.ts';

const options = { config: { access: 'public' as const, skipsQueue: true }, schema: { hide: true } };

/**
 * Registers pages for orchestrators and load balancers: `/livez` responds while the process runs; `/readyz` reports for
 * each part whether it can take conversations, with 503 while a part fails or the process stops.
 */
export function getReadiness(app: ApiApp, readiness: Readiness): void {
  app.get('/livez', options, (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  );
  app.get('/readyz', options, async (_request, reply) => {
    const report = await readiness.read();
    return reply
      .code(report.status === 'ready' ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(report);
  });
}
