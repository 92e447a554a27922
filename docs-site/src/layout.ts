import { posix } from 'node:path';
import { escapeHtml, type Rendered } from './markdown.ts';

/** A rendered page. */
export interface Page extends Rendered {
  /** The address below `/docs/`, without extension; empty for the first page. */
  path: string;
  label: string;
  section: string;
  /** Whether its section is shown separately, folded, at the end of the menu. */
  isInternal: boolean;
}

/**
 * Returns a relative link between two pages, so that the pages work below any path of any proxy.
 * @param to a path below `/docs/`, with or without an anchor; `../console/` leads out of the pages
 */
export function linkBetween(from: string, to: string): string {
  const [path, anchor] = to.split('#') as [string, string?];
  const hash = anchor ? `#${anchor}` : '';
  if (path === from && hash) return hash;
  const folder = posix.join('/docs', posix.dirname(from));
  const relative = posix.relative(folder, posix.join('/docs', path));
  const isFolder = path === '' || path.endsWith('/');
  // A page may have the same name as the folder of the page that links to it.
  const href = relative === '' ? (isFolder ? '.' : `../${posix.basename(path)}`) : relative;
  return `${href}${isFolder ? '/' : ''}${hash}`;
}

const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Ccircle cx='16' cy='16' r='15' fill='%23146c5f'/%3E%3Ccircle cx='11' cy='14' r='2.4' fill='%23fff'/%3E%3Ccircle cx='21' cy='14' r='2.4' fill='%23fff'/%3E%3Cpath d='M10 20.5q6 5 12 0' stroke='%23fff' stroke-width='2.4' fill='none' stroke-linecap='round'/%3E%3C/svg%3E";

/** An SVG, because not every system has a font with such symbols. */
const icon = (lines: string) =>
  `<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" aria-hidden="true">${lines}</svg>`;
const MENU = icon('<path d="M4 7h16M4 12h16M4 17h16"/>');
const SCHEME = icon('<circle cx="12" cy="12" r="8"/><path fill="currentColor" d="M12 4a8 8 0 0 1 0 16z"/>');

/** Renders the whole page: menu, content, headings, and links to the previous and next page. */
export function renderPage(page: Page, pages: readonly Page[]): string {
  const link = (to: string) => escapeHtml(linkBetween(page.path, to));
  const entry = ({ path, label }: Page) =>
    `<li><a href="${link(path)}"${path === page.path ? ' aria-current="page"' : ''}>${escapeHtml(label)}</a></li>`;
  const menuOf = (shown: Page[]) =>
    [...new Set(shown.map(({ section }) => section))]
      .map((section) => {
        const entries = shown.filter((page) => page.section === section).map(entry);
        return `<h2>${escapeHtml(section)}</h2>\n<ul>${entries.join('\n')}</ul>`;
      })
      .join('\n');
  const at = pages.indexOf(page);
  const [before, after] = [pages[at - 1], pages[at + 1]];
  const toc = page.passages.flatMap(({ heading }) => (heading && heading.level < 4 ? [heading] : []));
  const root = link('');
  return `<!doctype html>
<html lang="en" data-root="${root}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(page.path === '' ? 'Visavis documentation' : `${page.title} · Visavis`)}</title>
<link rel="icon" href="${ICON}">
<link rel="stylesheet" href="${link('assets/site.css')}">
<script src="${link('choices.js')}"></script>
<script type="module" src="${link('assets/site.js')}"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<button type="button" id="menu-button" class="plain" popovertarget="menu" aria-label="Menu">${MENU}</button>
<a class="brand" href="${root}">Visavis <span>docs</span></a>
<button type="button" id="search-button" class="plain" title="Press /">Search</button>
<nav aria-label="Service"><a href="${link('api')}">API</a><a href="${link('../console/')}">Console</a><a href="${link('../talk/')}">Talk</a></nav>
<button type="button" id="scheme" class="plain" aria-label="Switch between light and dark colours" title="Light or dark">${SCHEME}</button>
</header>
<div class="frame">
<aside id="menu" role="none" popover><nav aria-label="Pages">
${menuOf(pages.filter(({ isInternal }) => !isInternal))}
<details${page.isInternal ? ' open' : ''}><summary>For developers of Visavis</summary>
${menuOf(pages.filter(({ isInternal }) => isInternal))}
</details>
</nav></aside>
<main id="content" tabindex="-1">
${page.html}
<nav class="pager" aria-label="Previous and next page">
${before ? `<a rel="prev" href="${link(before.path)}">← ${escapeHtml(before.label)}</a>` : '<span></span>'}
${after ? `<a rel="next" href="${link(after.path)}">${escapeHtml(after.label)} →</a>` : ''}
</nav>
</main>
${toc.length > 1 ? `<aside id="toc" role="none"><nav aria-label="On this page"><h2>On this page</h2>\n<ul>${toc.map(({ level, id, text }) => `<li class="level-${level}"><a href="#${id}">${escapeHtml(text)}</a></li>`).join('\n')}</ul></nav></aside>` : ''}
</div>
<dialog id="search" aria-label="Search"><article>
<input type="search" placeholder="Search the documentation" aria-label="Search the documentation" autocomplete="off" spellcheck="false">
<p role="status"></p>
<ol></ol>
</article></dialog>
</body>
</html>
`;
}
