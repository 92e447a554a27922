import { fileURLToPath } from 'node:url';
import type { ApiApp, ApiOptions } from '../api-app.ts';
import { connectSources } from './page-connections.ts';
import { FOR_EVER, pageFiles } from './page-files.ts';

/** The built page: a package of its own, in the repository as in an installation. */
const PAGE = fileURLToPath(new URL('./', import.meta.resolve('@visavis/talk/page/index.html')));

const options = { config: { access: 'public' as const }, schema: { hide: true } };
/** Scripts and styles from here only. */
const POLICY =
  "default-src 'self'; img-src 'self' data: blob: https: http:; media-src 'self' blob:; frame-ancestors 'self'";

/** The talk page and its files; the names contain hashes, so they may be cached for ever. */
export async function talkPage(app: ApiApp, roomsUrl: ApiOptions['roomsUrl']): Promise<void> {
  const sendFile = pageFiles(PAGE);
  // Set by the console after signing in; it holds no secret.
  app.get('/', options, ({ headers }, reply) =>
    reply
      .header('cache-control', 'no-store')
      .redirect(/(?:^|; )visavis-console=1/.test(headers.cookie ?? '') ? 'console/' : 'talk/', 302),
  );
  app.get('/talk', options, (_request, reply) => reply.redirect('talk/', 308));
  app.get('/talk/', options, (request, reply) => {
    reply
      .header('cache-control', 'no-cache')
      .header('content-security-policy', `${POLICY}; connect-src ${connectSources(request, roomsUrl)}`)
      .header('referrer-policy', 'no-referrer');
    return sendFile(request, reply, 'index.html');
  });
  app.get<{ Params: { file: string } }>('/talk/assets/:file', options, (request, reply) =>
    sendFile(request, reply.header('cache-control', FOR_EVER), `assets/${request.params.file}`),
  );
}
