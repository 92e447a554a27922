import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { ApiApp } from '../api-app.ts';

/** Swagger UI, as it comes with this package; nothing is loaded from anywhere else. */
const ASSETS = join(dirname(fileURLToPath(import.meta.resolve('@fastify/swagger-ui'))), 'static');
const FILES = ['swagger-ui-bundle.js', 'swagger-ui.css', 'favicon-32x32.png'];

const options = { config: { access: 'public' as const }, schema: { hide: true } };
/** Swagger UI writes styles into its elements and pictures into its style sheet. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/** Relative, so that it works below whatever path a proxy serves it at. */
const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Visavis API</title>
<link rel="icon" href="docs/assets/favicon-32x32.png">
<link rel="stylesheet" href="docs/assets/swagger-ui.css">
<link rel="stylesheet" href="docs/page.css">
<div id="reference"></div>
<noscript>The reference needs JavaScript. The same as data: <a href="openapi.json">openapi.json</a></noscript>
<script src="docs/assets/swagger-ui-bundle.js"></script>
<script src="docs/page.js"></script>
</html>
`;

const SCRIPT = `SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  displayRequestDuration: true,
  persistAuthorization: false,
  tryItOutEnabled: true,
  validatorUrl: null,
});
`;

const STYLE = `body { margin: 0 }
.swagger-ui .info { margin: 2rem 0 1rem }
.swagger-ui .scheme-container { margin: 0 0 1rem; padding: 1rem 0; box-shadow: none }
`;

/** The interactive reference of the API, made from `/openapi.json` in the browser. */
export async function referencePage(app: ApiApp): Promise<void> {
  await app.register(fastifyStatic, {
    root: ASSETS,
    serve: false,
    cacheControl: false,
    decorateReply: false,
  });
  app.get('/docs', options, (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .header('content-security-policy', POLICY)
      .header('referrer-policy', 'no-referrer')
      .type('text/html; charset=utf-8')
      .send(PAGE),
  );
  app.get('/docs/page.js', options, (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8').send(SCRIPT),
  );
  app.get('/docs/page.css', options, (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/css; charset=utf-8').send(STYLE),
  );
  for (const file of FILES) {
    app.get(`/docs/assets/${file}`, options, (_request, reply) =>
      reply.header('cache-control', 'public, max-age=3600').sendFile(file, ASSETS),
    );
  }
}
