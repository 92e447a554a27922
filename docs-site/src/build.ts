/** Builds the pages of `/docs/`, their search index and `llms.txt`: `npm run build -w docs-site`. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeApi } from '@visavis/server/dist/api/describe-api.js';
import MiniSearch from 'minisearch';
import { groupCalls } from './api/groups.ts';
import { listCalls, type OpenApi } from './api/openapi.ts';
import { anchorOf, renderGroup } from './api/render-group.ts';
import { renderErrors, renderResource } from './api/render-reference.ts';
import { listContents } from './contents.ts';
import { linkBetween, type Page, renderPage } from './layout.ts';
import { renderMarkdown } from './markdown.ts';
import { SEARCH_OPTIONS, SEARCH_WORDS } from './search-options.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const TARGET = fileURLToPath(new URL('./page/', import.meta.url));
const SPECIFICATION = 'docs/specification.md';
/** The generated part of the specification; the text before it begins the reference. */
const GENERATED = /<!-- From here on written[\s\S]*$/;

const document = JSON.parse(await describeApi()) as OpenApi;
const calls = listCalls(document);
const groups = groupCalls(calls);
const schemas = Object.entries(document.components.schemas).sort(([a], [b]) => a.localeCompare(b));
const sources = listContents(ROOT, [
  {
    file: SPECIFICATION,
    path: 'api',
    label: 'Conventions',
    markdown: readFileSync(join(ROOT, SPECIFICATION), 'utf8').replace(GENERATED, ''),
  },
  ...groups.map((group) => ({
    file: `docs/api/${group.path}.md`,
    path: `api/${group.path}`,
    markdown: renderGroup(group, calls, document),
  })),
  {
    file: 'docs/api/resources.md',
    path: 'api/resources',
    markdown: [
      '# Resources\n\nWhat operations answer and messages hold.',
      ...schemas.map(([name, schema]) => renderResource(name, schema)),
    ].join('\n\n'),
  },
  {
    file: 'docs/error-codes.md',
    path: 'error-codes',
    markdown: `# Error codes\n\nEvery error response is a problem (RFC 9457): \`application/problem+json\` with \`type\`, \`title\`, \`status\`, \`detail\`, \`code\`, \`message\`, \`requestId\` and, for invalid input, \`errors\` by path. Programs decide by \`code\`; \`detail\` is for people and may change.\n\n${renderErrors((code) => `[\`${code}\`](errors/${code})`)}`,
  },
]);
const pathOf = new Map(sources.map(({ file, path }) => [file, path]));
const faults: string[] = [];
const pictures = new Set<string>();

/** Converts links of the repository for a page with another address. */
const resolver = (file: string, path: string) => (href: string) => {
  if (/^[a-z]+:/.test(href)) return href;
  const [to, anchor] = href.split('#') as [string, string?];
  const target = to === '' ? file : posix.normalize(posix.join(posix.dirname(file), to));
  if (/\.(png|jpe?g|svg|webp)$/.test(target)) {
    pictures.add(target);
    return linkBetween(path, `pictures/${posix.basename(target)}`);
  }
  // The service itself serves the pages of error codes.
  const page = target.startsWith('docs/errors/') ? target.slice('docs/'.length) : pathOf.get(target);
  if (page !== undefined) return linkBetween(path, anchor ? `${page}#${anchor}` : page);
  // Files that are not pages, such as benchmark results, are only in the repository.
  if (target.startsWith('docs/')) faults.push(`${file} links to ${href}, which is not a page`);
  return undefined;
};

const pages: Page[] = sources.map(({ file, path, label, section, isInternal, markdown }) => {
  const rendered = renderMarkdown(markdown, resolver(file, path));
  return { ...rendered, path, label: label ?? rendered.title, section, isInternal };
});
for (const { path, html } of pages) {
  for (const [, href] of html.matchAll(/href="([^"]*#[^"]+)"/g)) {
    if (/^[a-z]+:/.test(href!)) continue;
    const { pathname, hash } = new URL(href!, `http://docs/${path}`);
    const target = pages.find((page) => `/${page.path}` === pathname);
    if (!target?.html.includes(`id="${hash.slice(1)}"`))
      faults.push(`/docs/${path} links to ${href}, which does not exist`);
  }
}
if (faults.length > 0) throw new Error(`The documentation has broken links:\n${faults.join('\n')}`);

function write(path: string, text: string): void {
  mkdirSync(dirname(join(TARGET, path)), { recursive: true });
  writeFileSync(join(TARGET, path), text);
}

for (const [at, page] of pages.entries()) {
  write(`${page.path || 'index'}.html`, renderPage(page, pages));
  write(`${page.path || 'index'}.md`, sources[at]!.markdown);
}
const index = new MiniSearch(SEARCH_OPTIONS);
for (const { path, label, passages } of pages)
  for (const { heading, text } of passages) {
    const id = heading ? `${path}#${heading.id}` : path;
    index.add({
      id,
      page: label,
      title: heading?.text ?? label,
      words: SEARCH_WORDS[id],
      text,
      excerpt: text.slice(0, 160),
    });
  }
const unknownIds = Object.keys(SEARCH_WORDS).filter((id) => !index.has(id));
if (unknownIds.length > 0) throw new Error(`SEARCH_WORDS has ids that no page has: ${unknownIds.join(', ')}`);
write('search.json', JSON.stringify(index));
const groupOfTag = new Map(groups.flatMap(({ path, tags }) => tags.map((tag) => [tag, `api/${path}`])));
write(
  'operations.json',
  JSON.stringify(
    Object.fromEntries(
      calls.map((call) => [call.operationId, `${groupOfTag.get(call.tags![0]!)}#${anchorOf(call)}`]),
    ),
  ),
);
write('llms.txt', renderLlms());
const CHOICES = 'choices.js';
cpSync(fileURLToPath(new URL(`../src/browser/${CHOICES}`, import.meta.url)), join(TARGET, CHOICES));
for (const picture of pictures)
  cpSync(join(ROOT, picture), join(TARGET, 'pictures', posix.basename(picture)));

/** Renders `llms.txt` (https://llmstxt.org). Its links are relative to the root of the service, where it is served. */
function renderLlms(): string {
  const lineOf = ({ path, title, passages: [{ text }] }: Page) => {
    const description = /^.*?[.!?:](?=\s|$)/.exec(text)?.[0];
    return `- [${title}](docs/${path || 'index'}.md)${description ? `: ${description}` : ''}`;
  };
  const sections = [...new Set(pages.map(({ section }) => section))].map(
    (name) =>
      `## ${name}\n\n${pages
        .filter(({ section }) => section === name)
        .map(lineOf)
        .join('\n')}`,
  );
  return `# Visavis

> A self-hosted platform for live conversational avatars: a face that greets users, listens, answers from documents and can be interrupted, in any page, over an HTTP API and LiveKit's protocol.

Every page of the documentation is Markdown at its address with \`.md\`. The OpenAPI document is at [openapi.json](openapi.json).

${sections.join('\n\n')}
`;
}
