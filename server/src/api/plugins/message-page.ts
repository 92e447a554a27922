import type { IncomingMessage } from 'node:http';

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** Whether the caller is a browser: browsers accept `text/html` explicitly, programs do not. */
const wantsPage = (accept: string | undefined): boolean => /\btext\/html\b/.test(accept ?? '');

/** Whether a person is waiting for the response. */
export const isPageRequest = ({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean =>
  (method === 'GET' || method === 'HEAD') && wantsPage(headers.accept);

/** Allows no script, and no external style. */
export const MESSAGE_PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

interface Message {
  title: string;
  heading: string;
  text: string;
  requestId: string;
  links?: readonly { href: string; name: string }[];
  /** Runs only if the page's policy allows it. */
  script?: string;
}

/** Renders a self-contained page with a single message. */
export function renderMessagePage(message: Message): string {
  const { title, heading, text, requestId, links = [], script } = message;
  const anchors = links.map(({ href, name }) => `<a href="${escapeHtml(href)}">${name}</a>`);
  const nav = anchors.length > 0 && `\n      <nav>${anchors.join('\n        ')}</nav>`;
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
      <h1>${escapeHtml(heading)}</h1>
      <p>${escapeHtml(text)}</p>${nav || ''}
      <small>Request ${escapeHtml(requestId)}</small>
    </main>${script ? `\n    <script>${script}</script>` : ''}
  </body>
</html>
`;
}
