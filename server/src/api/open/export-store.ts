import type { ApiApp, ApiOptions } from '../api-app.ts';

/**
 * Registers the export for `visavis backup`, because only one process can open an embedded store. The export contains
 * hashes of keys and transcripts, but not the installation's secrets.
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
