import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { ApiApp } from '../api-app.ts';

/** The built scripts: of a package of its own, in the repository as in an installation. */
const PAGE = fileURLToPath(new URL('../', import.meta.resolve('@visavis/web/page/loader/embed.js')));

const options = { config: { access: 'public' as const }, schema: { hide: true } };

/**
 * The scripts that pages of other origins load: the small loader, and the widget, which is loaded when a visitor opens
 * it. Their names do not change, so browsers revalidate them every few minutes.
 */
export async function embedScripts(app: ApiApp): Promise<void> {
  await app.register(async (scripts) => {
    await scripts.register(fastifyStatic, { root: PAGE, serve: false, cacheControl: false, etag: true });
    for (const [path, file] of [
      ['/embed.js', 'loader/embed.js'],
      ['/widget/widget.js', 'widget/widget.js'],
    ] as const) {
      scripts.get(path, options, (_request, reply) =>
        reply
          .header('cache-control', 'public, max-age=300')
          .header('cross-origin-resource-policy', 'cross-origin')
          .sendFile(file),
      );
    }
  });
}
