import { ERROR_CODES, ERROR_PAGES, type ErrorCode } from '@visavis/contracts';
import { Type } from 'typebox';
import { notFound } from '../../domain/errors.ts';
import type { ApiApp } from '../api-app.ts';
import { errorPagePath } from '../plugins/problems.ts';

/** Allows text and its style, nothing else. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Registers the pages that the `type` of a problem links to. */
export function getErrorPage(app: ApiApp): void {
  app.get(
    errorPagePath(':code'),
    {
      config: { access: 'public' },
      schema: { hide: true, params: Type.Object({ code: Type.String({ maxLength: 100 }) }) },
    },
    async (request, reply) => {
      const code = ERROR_CODES.find((known) => known === request.params.code);
      if (!code) throw notFound('error code', request.params.code);
      return reply
        .header('content-security-policy', POLICY)
        .header('referrer-policy', 'no-referrer')
        .type('text/html; charset=utf-8')
        .send(renderPage(code));
    },
  );
}

function renderPage(code: ErrorCode): string {
  const { status, title, meaning, remedy } = ERROR_PAGES[code];
  const others = ERROR_CODES.map((other) => `<a href="${other}">${other}</a>`).join(' · ');
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${code} – Visavis errors</title>
<link rel="icon" href="data:,">
<style>
  :root { color-scheme: light dark }
  body { font: 16px/1.6 system-ui, sans-serif; max-width: 42rem; margin: 3rem auto; padding: 0 1rem }
  code { font-size: 0.95em } nav { margin-top: 3rem; font-size: 0.875rem }
</style>
<h1>${title}</h1>
<p><code>${status}</code> <code>${code}</code></p>
<h2>What it means</h2>
<p>${markup(meaning)}</p>
<h2>What to do</h2>
<p>${markup(remedy)}</p>
<nav><p><a href="../error-codes">All error codes</a> · <a href="../api">API reference</a></p>${others}</nav>
</html>
`;
}

/** Turns code marks into HTML. Nothing else needs escaping, because the texts are our own. */
const markup = (text: string) => text.replace(/`([^`]+)`/g, '<code>$1</code>');
