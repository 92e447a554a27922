import type { ApiApp, ApiOptions } from '../api-app.ts';

/** Registers `/metrics` for Prometheus: without a token from this machine, with the admin token from elsewhere. */
export function getMetrics(app: ApiApp, metrics: NonNullable<ApiOptions['metrics']>): void {
  app.get('/metrics', { config: { access: 'operator' }, schema: { hide: true } }, async (_request, reply) => {
    const { contentType, text } = await metrics.render();
    return reply.type(contentType).header('cache-control', 'no-store').send(text);
  });
}
