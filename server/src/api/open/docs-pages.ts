import { fileURLToPath } from 'node:url';
import type { ApiApp } from '../api-app.ts';
import { pageFiles } from './page-files.ts';

/** The built documentation: a package of its own, in the repository as in an installation. */
const PAGES = fileURLToPath(new URL('./', import.meta.resolve('@visavis/docs/page/index.html')));

const options = { config: { access: 'public' as const }, schema: { hide: true } };
/** All from here; the forms of the reference call this service. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/** Guides, the reference of the API and the search in them; `llms.txt` lists them for programs. */
export async function docsPages(app: ApiApp): Promise<void> {
  const sendFile = pageFiles(PAGES);
  app.get('/docs', options, (_request, reply) => reply.redirect('docs/', 308));
  app.get<{ Params: { '*': string } }>('/docs/*', options, (request, reply) => {
    const path = request.params['*'];
    // Links between pages are relative: with a slash too many they would lead elsewhere.
    if (path.endsWith('/')) {
      return reply.redirect(`../${encodeURIComponent(path.slice(0, -1).split('/').at(-1)!)}`, 308);
    }
    const name = path === '' ? 'index.html' : /\.\w+$/.test(path) ? path : `${path}.html`;
    reply
      .header('cache-control', 'no-cache')
      .header('content-security-policy', POLICY)
      .header('referrer-policy', 'no-referrer');
    return sendFile(request, reply, name);
  });
  app.get('/llms.txt', options, (request, reply) =>
    sendFile(request, reply.header('cache-control', 'no-cache'), 'llms.txt'),
  );
}
