import type { Problem } from '@visavis/contracts';

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** Whether the caller is a browser: browsers accept `text/html` explicitly, programs do not. */
export const wantsPage = (accept: string | undefined): boolean => /\btext\/html\b/.test(accept ?? '');

/** No script, no style from elsewhere. */
export const NOT_FOUND_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/** The 404 page for browsers. @param baseUrl of the service, for the links */
export function renderNotFound({ title, detail, requestId }: Problem, baseUrl: string): string {
  const ways = [
    ['console/', 'Console'],
    ['talk/', 'Talk with an avatar'],
    ['docs/', 'Documentation'],
    ['docs/api', 'API reference'],
  ].map(([path, name]) => `<a href="${escapeHtml(`${baseUrl}/${path}`)}">${name}</a>`);
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${escapeHtml(title)} · Visavis</title>
    <style>
      :root { color-scheme: light dark; }
      body { display: grid; place-content: center; min-height: 100vh; margin: 0; padding: 1.5rem; background: light-dark(#f4f7f6, #101615); color: light-dark(#17211f, #e8efed); font: 16px/1.5 system-ui, sans-serif; }
      main { max-width: 34rem; }
      b, a { color: light-dark(#146c5f, #3fb8a3); }
      h1 { margin: .25rem 0 .5rem; }
      nav { display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; margin: 1.5rem 0; font-weight: 600; }
      small { color: light-dark(#566663, #a3b4b0); }
    </style>
  </head>
  <body>
    <main>
      <b>Visavis</b>
      <h1>There is no page here</h1>
      <p>${escapeHtml(detail)}</p>
      <nav>${ways.join('\n        ')}</nav>
      <small>Request ${escapeHtml(requestId)}</small>
    </main>
  </body>
</html>
`;
}
