import { fileURLToPath } from 'node:url';
import type { ApiApp, ApiOptions } from '../api-app.ts';
import { connectSources } from './page-connections.ts';
import { FOR_EVER, pageFiles } from './page-files.ts';

/** The built console: a package of its own, in the repository as in an installation. */
const PAGE = fileURLToPath(new URL('./', import.meta.resolve('@visavis/console/page/index.html')));

const options = { config: { access: 'public' as const }, schema: { hide: true } };
/** Scripts from here only; the component library writes styles into elements. */
const POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob: https: http:; media-src 'self' blob:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'";

/**
 * The console and its files; the names contain hashes, so they may be cached for ever. Its routes are in the fragment
 * (`#`).
 */
export async function consolePage(app: ApiApp, roomsUrl: ApiOptions['roomsUrl']): Promise<void> {
  const sendFile = pageFiles(PAGE);
  app.get('/console', options, (_request, reply) => reply.redirect('console/', 308));
  app.get('/console/', options, (request, reply) => {
    reply
      .header('cache-control', 'no-cache')
      .header('content-security-policy', `${POLICY}; connect-src ${connectSources(request, roomsUrl)}`)
      .header('referrer-policy', 'no-referrer');
    return sendFile(request, reply, 'index.html');
  });
  app.get<{ Params: { file: string } }>('/console/assets/:file', options, (request, reply) =>
    sendFile(request, reply.header('cache-control', FOR_EVER), `assets/${request.params.file}`),
  );
}
