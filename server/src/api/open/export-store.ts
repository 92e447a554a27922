import { Readable } from 'node:stream';
import type { ApiApp, ApiOptions } from '../api-app.ts';

/**
 * For `visavis backup`, since an embedded store is open in one process alone. Hashes of keys and what people said are in it;
 * the secrets that make it whole are not.
 */
export function exportStore(app: ApiApp, rows: NonNullable<ApiOptions['storeRows']>): void {
  app.get(
    '/admin/store-export',
    { config: { access: 'admin' }, schema: { hide: true } },
    async (_request, reply) =>
      reply
        .type('application/jsonl')
        .header('cache-control', 'no-store')
        .send(Readable.from(rows(), { objectMode: false })),
  );
}
