import type { ApiApp, ApiOptions } from '../api-app.ts';

/**
 * Registers the export for `visavis backup`, because an embedded store can be open in one process only. The
 * export holds hashes of keys and transcripts; it does not hold the installation's secrets.
 */
export function exportStore(app: ApiApp, rows: NonNullable<ApiOptions['storeRows']>): void {
  app.get(
    '/admin/store-export',
    { config: { access: 'admin' }, schema: { hide: true } },
    async (_request, reply) =>
      reply
        .type('application/jsonl')
        .header('cache-control', 'no-store')
        .send(await rows()),
  );
}
