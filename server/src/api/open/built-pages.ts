import { fileURLToPath } from 'node:url';
import type { FastifyRequest } from 'fastify';
import type { ApiApp, ApiOptions } from '../api-app.ts';
import { pageFiles } from './page-files.ts';

const PUBLIC = { config: { access: 'public' as const }, schema: { hide: true } };
/** The console. Its routes are in the fragment (`#`). Only own scripts; the component library sets inline styles. */
const CONSOLE = {
  path: '/console',
  index: '@visavis/console/page/index.html',
  policy:
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob: https: http:; media-src 'self' blob:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
};
/** The talk page. Scripts and styles are loaded only from this service. */
const TALK = {
  path: '/talk',
  index: '@visavis/talk/page/index.html',
  policy:
    "default-src 'self'; img-src 'self' data: blob: https: http:; media-src 'self' blob:; frame-ancestors 'self'",
};

/** Registers the console and the talk page, and the redirect to them from `/`. */
export function appPages(app: ApiApp, roomsUrl: ApiOptions['roomsUrl']): void {
  // The console sets this cookie after signing in; it holds no secret.
  app.get('/', PUBLIC, ({ headers }, reply) =>
    reply
      .header('cache-control', 'no-store')
      .redirect(/(?:^|; )visavis-console=1/.test(headers.cookie ?? '') ? 'console/' : 'talk/', 302),
  );
  for (const page of [CONSOLE, TALK]) appPage(app, { ...page, roomsUrl });
}

interface AppPage {
  /** The page's path, such as `/talk`. */
  path: string;
  /** The file of its document, in a package of its own, both in the repository and in an installation. */
  index: string;
  /** Its Content-Security-Policy, without `connect-src`. */
  policy: string;
  roomsUrl: ApiOptions['roomsUrl'];
}

/** Serves a single-page app: its document, and its assets, named by hash, so that browsers cache them. */
function appPage(app: ApiApp, { path, index, policy, roomsUrl }: AppPage): void {
  const sendFile = pageFiles(fileURLToPath(new URL('./', import.meta.resolve(index))));
  app.get(path, PUBLIC, (_request, reply) => reply.redirect(`${path.slice(1)}/`, 308));
  app.get(`${path}/`, PUBLIC, (request, reply) => {
    reply
      .header('cache-control', 'no-cache')
      .header('content-security-policy', `${policy}; connect-src ${connectSources(request, roomsUrl)}`)
      .header('referrer-policy', 'no-referrer');
    return sendFile(request, reply, 'index.html');
  });
  app.get<{ Params: { file: string } }>(`${path}/assets/:file`, PUBLIC, (request, reply) => {
    reply.header('cache-control', 'public, max-age=31536000, immutable');
    return sendFile(request, reply, `assets/${request.params.file}`);
  });
}

/**
 * Returns the addresses that a page may connect to, for its Content-Security-Policy: the service, also by the name in
 * its own responses, and the rooms of its conversations.
 */
function connectSources({ links }: FastifyRequest, roomsUrl: ApiOptions['roomsUrl']): string {
  const own = new URL(links.baseUrl);
  const rooms = new URL(roomsUrl?.(links.baseUrl) ?? own);
  const sources = [own, rooms].flatMap(({ hostname, host, protocol }) => {
    // A policy cannot contain an IPv6 address: the page's own is covered by 'self', another one by its scheme.
    const isUnnamed = hostname.startsWith('[');
    if (isUnnamed && host === own.host) return [];
    // A LiveKit Cloud client switches to the next region if one fails.
    const cloud = /\.livekit\.(?:cloud|run)$/.exec(hostname);
    const place = isUnnamed ? '' : `//${cloud ? `*${cloud[0]}` : host}`;
    return (/^(?:https|wss):$/.test(protocol) ? ['https', 'wss'] : ['http', 'ws']).map(
      (scheme) => `${scheme}:${place}`,
    );
  });
  return [...new Set(["'self'", ...sources])].join(' ');
}

/** The built scripts, in a package of their own, both in the repository and in an installation. */
const EMBED = fileURLToPath(new URL('../', import.meta.resolve('@visavis/web/page/loader/embed.js')));

/**
 * Registers the scripts that pages of other origins load: the small loader, and the widget, which is loaded when a
 * visitor opens it. Their names do not change, so browsers revalidate them every few minutes.
 */
export async function embedScripts(app: ApiApp): Promise<void> {
  const sendFile = pageFiles(EMBED);
  for (const [path, file] of [
    ['/embed.js', 'loader/embed.js'],
    ['/widget/widget.js', 'widget/widget.js'],
  ] as const) {
    app.get(path, PUBLIC, (request, reply) => {
      reply
        .header('cache-control', 'public, max-age=300')
        .header('cross-origin-resource-policy', 'cross-origin');
      return sendFile(request, reply, file);
    });
  }
}

/** The built documentation, in a package of its own, both in the repository and in an installation. */
const DOCS = fileURLToPath(new URL('./', import.meta.resolve('@visavis/docs/page/index.html')));

/** Policy of the documentation: everything is loaded from this service; the forms of the reference call it as well. */
const DOCS_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/** Registers the documentation (guides, API reference, search); `llms.txt` lists its pages for programs. */
export async function docsPages(app: ApiApp): Promise<void> {
  const sendFile = pageFiles(DOCS);
  app.get('/docs', PUBLIC, (_request, reply) => reply.redirect('docs/', 308));
  app.get<{ Params: { '*': string } }>('/docs/*', PUBLIC, (request, reply) => {
    const path = request.params['*'];
    // Links between pages are relative, so a trailing slash would break them.
    if (path.endsWith('/')) {
      return reply.redirect(`../${encodeURIComponent(path.slice(0, -1).split('/').at(-1)!)}`, 308);
    }
    const name = path === '' ? 'index.html' : /\.\w+$/.test(path) ? path : `${path}.html`;
    reply
      .header('cache-control', 'no-cache')
      .header('content-security-policy', DOCS_POLICY)
      .header('referrer-policy', 'no-referrer');
    return sendFile(request, reply, name);
  });
  app.get('/llms.txt', PUBLIC, (request, reply) =>
    sendFile(request, reply.header('cache-control', 'no-cache'), 'llms.txt'),
  );
}
