import type { Readiness } from '../../domain/readiness.ts';
import type { ApiApp } from '../api-app.ts';

const options = { config: { access: 'public' as const }, schema: { hide: true } };

/**
 * For what starts, stops and balances processes: `/livez` says that this one answers, `/readyz` whether it can take
 * conversations, part by part, with 503 while one of them fails or the process stops.
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
