import { fileURLToPath } from 'node:url';
import type { ApiApp } from '../api-app.ts';
import { pageFiles } from './page-files.ts';

/** The built scripts: of a package of its own, in the repository as in an installation. */
const PAGE = fileURLToPath(new URL('../', import.meta.resolve('@visavis/web/page/loader/embed.js')));

const options = { config: { access: 'public' as const }, schema: { hide: true } };

/**
 * The scripts that pages of other origins load: the small loader, and the widget, which is loaded when a visitor opens
 * it. Their names do not change, so browsers revalidate them every few minutes.
 */
export async function embedScripts(app: ApiApp): Promise<void> {
  const sendFile = pageFiles(PAGE);
  for (const [path, file] of [
    ['/embed.js', 'loader/embed.js'],
    ['/widget/widget.js', 'widget/widget.js'],
  ] as const) {
    app.get(path, options, (request, reply) => {
      reply
        .header('cache-control', 'public, max-age=300')
        .header('cross-origin-resource-policy', 'cross-origin');
      return sendFile(request, reply, file);
    });
  }
}
