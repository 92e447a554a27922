import { fileURLToPath } from 'node:url';
import type { ApiApp, ApiOptions } from '../api-app.ts';
import { appPage } from './app-page.ts';

/** The built page: a package of its own, in the repository as in an installation. */
const PAGE = fileURLToPath(new URL('./', import.meta.resolve('@visavis/talk/page/index.html')));

/** Scripts and styles from here only. */
const POLICY =
  "default-src 'self'; img-src 'self' data: blob: https: http:; media-src 'self' blob:; frame-ancestors 'self'";

/** The talk page, and the way to it from the service's address. */
export async function talkPage(app: ApiApp, roomsUrl: ApiOptions['roomsUrl']): Promise<void> {
  const options = { config: { access: 'public' as const }, schema: { hide: true } };
  // Set by the console after signing in; it holds no secret.
  app.get('/', options, ({ headers }, reply) =>
    reply
      .header('cache-control', 'no-store')
      .redirect(/(?:^|; )visavis-console=1/.test(headers.cookie ?? '') ? 'console/' : 'talk/', 302),
  );
  appPage(app, { path: '/talk', folder: PAGE, policy: POLICY, roomsUrl });
}
