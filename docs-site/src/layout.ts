import { posix } from 'node:path';
import { escapeHtml, type Heading } from './markdown.ts';

/** A page with its content. */
export interface Page {
  /** The address below `/docs/`, without ending; empty for the first page. */
  path: string;
  title: string;
  label: string;
  section: string;
  html: string;
  headings: Heading[];
  /** A page of the reference: two columns, no list of headings. */
  isWide?: boolean;
}

/**
 * From one page to another, relative, so that the pages work below any path of any proxy.
 * @param to a path below `/docs/` with or without anchor; `../console/` leaves the pages
 */
export function linkBetween(from: string, to: string): string {
  const [path, anchor] = to.split('#') as [string, string?];
  const hash = anchor ? `#${anchor}` : '';
  if (path === from && hash) return hash;
  const folder = posix.join('/docs', posix.dirname(from));
  const relative = posix.relative(folder, posix.join('/docs', path));
  const isFolder = path === '' || path.endsWith('/');
  // A page may have the same name as the folder of the page that links to it.
  const way = relative === '' ? (isFolder ? '.' : `../${posix.basename(path)}`) : relative;
  return `${way}${isFolder ? '/' : ''}${hash}`;
}

const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Ccircle cx='16' cy='16' r='15' fill='%23146c5f'/%3E%3Ccircle cx='11' cy='14' r='2.4' fill='%23fff'/%3E%3Ccircle cx='21' cy='14' r='2.4' fill='%23fff'/%3E%3Cpath d='M10 20.5q6 5 12 0' stroke='%23fff' stroke-width='2.4' fill='none' stroke-linecap='round'/%3E%3C/svg%3E";

/** The whole page: menu, content, headings, and links to the pages before and after. */
export function renderPage(page: Page, pages: readonly Page[]): string {
  const link = (to: string) => escapeHtml(linkBetween(page.path, to));
  const sections = [...new Set(pages.map(({ section }) => section))];
  const menu = sections
    .map((section) => {
      const entries = pages
        .filter((one) => one.section === section)
        .map(
          ({ path, label }) =>
            `<li><a href="${link(path)}"${path === page.path ? ' aria-current="page"' : ''}>${escapeHtml(label)}</a></li>`,
        );
      return `<h2>${escapeHtml(section)}</h2>\n<ul>${entries.join('\n')}</ul>`;
    })
    .join('\n');
  const at = pages.indexOf(page);
  const [before, after] = [pages[at - 1], pages[at + 1]];
  const toc = page.headings.filter(({ level }) => level < (page.isWide ? 3 : 4));
  const aside =
    !page.isWide && toc.length > 1
      ? `<aside><nav aria-label="On this page"><h2>On this page</h2>\n<ul>${toc.map(({ level, id, text }) => `<li class="level-${level}"><a href="#${id}">${escapeHtml(text)}</a></li>`).join('\n')}</ul></nav></aside>`
      : '';
  const root = link('');
  return `<!doctype html>
<html lang="en" data-root="${root}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(page.path === '' ? 'Visavis documentation' : `${page.title} · Visavis`)}</title>
<meta name="theme-color" content="#f4f7f6" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#101615" media="(prefers-color-scheme: dark)">
<link rel="icon" href="${ICON}">
<link rel="stylesheet" href="${link('site.css')}">
<script src="${link('choices.js')}"></script>
<script type="module" src="${link('assets/site.js')}"></script>
</head>
<body>
<a class="skip" href="#content">To the content</a>
<header>
<button type="button" id="menu-button" aria-expanded="false" aria-controls="menu" aria-label="Menu">☰</button>
<a class="brand" href="${root}">Visavis <span>docs</span></a>
<button type="button" id="search-button"><span>Search</span> <kbd>/</kbd></button>
<nav aria-label="Service"><a href="${link('api')}">API</a><a href="${link('../console/')}">Console</a><a href="${link('../talk/')}">Talk</a><button type="button" id="scheme" aria-label="Switch between light and dark colours" title="Light or dark">◐</button></nav>
</header>
<div class="frame${page.isWide ? ' wide' : ''}">
<nav id="menu" aria-label="Pages">
${menu}
</nav>
<main id="content" tabindex="-1">
<article>
${page.html}</article>
<nav class="around" aria-label="Before and after">
${before ? `<a rel="prev" href="${link(before.path)}"><small>Before</small>${escapeHtml(before.label)}</a>` : '<span></span>'}
${after ? `<a rel="next" href="${link(after.path)}"><small>Next</small>${escapeHtml(after.label)}</a>` : ''}
</nav>
</main>
${aside}
</div>
<dialog id="search" aria-label="Search">
<input type="search" placeholder="Search the documentation" aria-label="Search the documentation" autocomplete="off" spellcheck="false">
<p role="status"></p>
<ol></ol>
</dialog>
</body>
</html>
`;
}
