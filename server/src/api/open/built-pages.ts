import { fileURLToPath } from 'node:url';
import type { FastifyRequest } from 'fastify';
import type { ApiApp, ApiOptions } from '../api-app.ts';
import { pageFiles } from './page-files.ts';

const PUBLIC = { config: { access: 'public' as const }, schema: { hide: true } };
/** The console. Its routes are in the fragment (`#`). Scripts from here only; the component library writes styles into elements. */
const CONSOLE = {
  path: '/console',
  index: '@visavis/console/page/index.html',
  policy:
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob: https: http:; media-src 'self' blob:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
};
/** Scripts and styles from here only. */
const TALK = {
  path: '/talk',
  index: '@visavis/talk/page/index.html',
  policy:
    "default-src 'self'; img-src 'self' data: blob: https: http:; media-src 'self' blob:; frame-ancestors 'self'",
};

/** The console and the talk page, and the way to them from the service's address. */
export function appPages(app: ApiApp, roomsUrl: ApiOptions['roomsUrl']): void {
  // Set by the console after signing in; it holds no secret.
  app.get('/', PUBLIC, ({ headers }, reply) =>
    reply
      .header('cache-control', 'no-store')
      .redirect(/(?:^|; )visavis-console=1/.test(headers.cookie ?? '') ? 'console/' : 'talk/', 302),
  );
  for (const page of [CONSOLE, TALK]) appPage(app, { ...page, roomsUrl });
}

interface AppPage {
  /** The path of the page's address, such as `/talk`. */
  path: string;
  /** The file of its document; it belongs to a package of its own, in the repository as in an installation. */
  index: string;
  /** Its Content-Security-Policy, without what it may connect to. */
  policy: string;
  roomsUrl: ApiOptions['roomsUrl'];
}

/**
 * Serves a page that is a program: its document, and its files, whose names contain hashes, so browsers may cache them for ever.
 */
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
 * Returns the addresses that a page of ours may connect to, for its Content-Security-Policy: the service,
 * also under the name that its answers have, and the rooms of its conversations.
 */
function connectSources({ links }: FastifyRequest, roomsUrl: ApiOptions['roomsUrl']): string {
  const own = new URL(links.baseUrl);
  const rooms = new URL(roomsUrl?.(links.baseUrl) ?? own);
  const sources = [own, rooms].flatMap(({ hostname, host, protocol }) => {
    // A policy cannot name an address of IPv6: the page's own is 'self', another one is let in by its scheme.
    const isUnnamed = hostname.startsWith('[');
    if (isUnnamed && host === own.host) return [];
    // A client of LiveKit Cloud goes to the next of its regions where one fails.
    const cloud = /\.livekit\.(?:cloud|run)$/.exec(hostname);
    const place = isUnnamed ? '' : `//${cloud ? `*${cloud[0]}` : host}`;
    return (/^(?:https|wss):$/.test(protocol) ? ['https', 'wss'] : ['http', 'ws']).map(
      (scheme) => `${scheme}:${place}`,
    );
  });
  return [...new Set(["'self'", ...sources])].join(' ');
}

/** The built scripts: of a package of its own, in the repository as in an installation. */
const EMBED = fileURLToPath(new URL('../', import.meta.resolve('@visavis/web/page/loader/embed.js')));

/**
 * The scripts that pages of other origins load: the small loader, and the widget, which is loaded when a visitor opens
 * it. Their names do not change, so browsers revalidate them every few minutes.
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

/** The built documentation: a package of its own, in the repository as in an installation. */
const DOCS = fileURLToPath(new URL('./', import.meta.resolve('@visavis/docs/page/index.html')));

/** Policy of the documentation: everything is loaded from this service, which the forms of the reference call, too. */
const DOCS_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/** Guides, the reference of the API and the search in them; `llms.txt` lists them for programs. */
export async function docsPages(app: ApiApp): Promise<void> {
  const sendFile = pageFiles(DOCS);
  app.get('/docs', PUBLIC, (_request, reply) => reply.redirect('docs/', 308));
  app.get<{ Params: { '*': string } }>('/docs/*', PUBLIC, (request, reply) => {
    const path = request.params['*'];
    // Links between pages are relative: with a slash too many they would lead elsewhere.
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
