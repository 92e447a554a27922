import { fileURLToPath } from 'node:url';
import type { ApiApp, ApiOptions } from '../api-app.ts';
import { appPage } from './app-page.ts';

/** The built console: a package of its own, in the repository as in an installation. */
const PAGE = fileURLToPath(new URL('./', import.meta.resolve('@visavis/console/page/index.html')));

/** Scripts from here only; the component library writes styles into elements. */
const POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob: https: http:; media-src 'self' blob:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'";

/** The console. Its routes are in the fragment (`#`). */
export async function consolePage(app: ApiApp, roomsUrl: ApiOptions['roomsUrl']): Promise<void> {
  appPage(app, { path: '/console', folder: PAGE, policy: POLICY, roomsUrl });
}
