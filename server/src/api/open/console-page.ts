import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { ApiApp, ApiOptions } from '../api-app.ts';
import { connectSources } from './page-connections.ts';

/** The built console: a package of its own, in the repository as in an installation. */
const PAGE = fileURLToPath(new URL('./', import.meta.resolve('@visavis/console/page/index.html')));
const ASSETS = join(PAGE, 'assets');

const options = { config: { access: 'public' as const }, schema: { hide: true } };
/** Scripts from here only; the component library writes styles into elements. */
const POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob: https: http:; media-src 'self' blob:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'";

/**
 * The console and its files; the names contain hashes, so they may be cached for ever. Its routes are in the fragment
 * (`#`).
 */
export async function consolePage(app: ApiApp, roomsUrl: ApiOptions['roomsUrl']): Promise<void> {
  await app.register(async (page) => {
    await page.register(fastifyStatic, {
      root: PAGE,
      serve: false,
      cacheControl: false,
      // The build puts compressed copies beside scripts and styles.
      preCompressed: true,
    });
    page.get('/console', options, (_request, reply) => reply.redirect('console/', 308));
    page.get('/console/', options, (request, reply) =>
      reply
        .header('cache-control', 'no-cache')
        .header('content-security-policy', `${POLICY}; connect-src ${connectSources(request, roomsUrl)}`)
        .header('referrer-policy', 'no-referrer')
        .sendFile('index.html'),
    );
    page.get<{ Params: { file: string } }>('/console/assets/:file', options, ({ params }, reply) =>
      reply
        .header('vary', 'origin, accept-encoding')
        .sendFile(params.file, ASSETS, { cacheControl: true, maxAge: '365d', immutable: true }),
    );
  });
}
