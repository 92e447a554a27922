import type { ApiApp, ApiOptions } from '../api-app.ts';

/** Registers `/metrics` for Prometheus: from this machine without a token, from elsewhere with the admin token. */
export function getMetrics(app: ApiApp, metrics: NonNullable<ApiOptions['metrics']>): void {
  app.get('/metrics', { config: { access: 'operator' }, schema: { hide: true } }, async (_request, reply) => {
    const { contentType, text } = await metrics.render();
    return reply.type(contentType).header('cache-control', 'no-store').send(text);
  });
}
