import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { ApiApp } from '../api-app.ts';

/** The built documentation: a package of its own, in the repository as in an installation. */
const PAGES = fileURLToPath(new URL('./', import.meta.resolve('@visavis/docs/page/index.html')));

const options = { config: { access: 'public' as const }, schema: { hide: true } };
/** All from here; the forms of the reference call this service. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/** Guides, the reference of the API and the search in them; `llms.txt` lists them for programs. */
export async function docsPages(app: ApiApp): Promise<void> {
  await app.register(async (docs) => {
    await docs.register(fastifyStatic, { root: PAGES, serve: false, cacheControl: false });
    docs.get('/docs', options, (_request, reply) => reply.redirect('docs/', 308));
    docs.get<{ Params: { '*': string } }>('/docs/*', options, ({ params }, reply) => {
      const path = params['*'];
      // Links between pages are relative: with a slash too many they would lead elsewhere.
      if (path.endsWith('/')) {
        return reply.redirect(`../${encodeURIComponent(path.slice(0, -1).split('/').at(-1)!)}`, 308);
      }
      const name = path === '' ? 'index.html' : /\.\w+$/.test(path) ? path : `${path}.html`;
      return reply
        .header('cache-control', 'no-cache')
        .header('content-security-policy', POLICY)
        .header('referrer-policy', 'no-referrer')
        .sendFile(name);
    });
    docs.get('/llms.txt', options, (_request, reply) =>
      reply.header('cache-control', 'no-cache').sendFile('llms.txt'),
    );
  });
}
