import type { ApiApp, ApiOptions } from '../api-app.ts';
import { connectSources } from './page-connections.ts';
import { pageFiles } from './page-files.ts';

interface AppPage {
  /** Where it is, as `/talk`. */
  path: string;
  /** It was built to this folder. */
  folder: string;
  /** Its Content-Security-Policy, without what it may connect to. */
  policy: string;
  roomsUrl: ApiOptions['roomsUrl'];
}

/** A page that is a program: its document, and its files, whose names contain hashes, so they may be cached for ever. */
export function appPage(app: ApiApp, { path, folder, policy, roomsUrl }: AppPage): void {
  const options = { config: { access: 'public' as const }, schema: { hide: true } };
  const sendFile = pageFiles(folder);
  app.get(path, options, (_request, reply) => reply.redirect(`${path.slice(1)}/`, 308));
  app.get(`${path}/`, options, (request, reply) => {
    reply
      .header('cache-control', 'no-cache')
      .header('content-security-policy', `${policy}; connect-src ${connectSources(request, roomsUrl)}`)
      .header('referrer-policy', 'no-referrer');
    return sendFile(request, reply, 'index.html');
  });
  app.get<{ Params: { file: string } }>(`${path}/assets/:file`, options, (request, reply) => {
    reply.header('cache-control', 'public, max-age=31536000, immutable');
    return sendFile(request, reply, `assets/${request.params.file}`);
  });
}
