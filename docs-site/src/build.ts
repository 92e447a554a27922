/** Makes the pages of `/docs/`, the index of their search and `llms.txt`: `npm run build -w docs-site`. */
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeApi } from '@visavis/server/dist/api/describe-api.js';
import { groupCalls } from './api/groups.ts';
import { listCalls, type OpenApi } from './api/openapi.ts';
import { anchorOf, renderGroup } from './api/render-group.ts';
import { renderErrors, renderResource } from './api/render-reference.ts';
import { listContents } from './contents.ts';
import { linkBetween, type Page, renderPage } from './layout.ts';
import { type Passage, type Rendered, renderMarkdown } from './markdown.ts';
import { renderSearchIndex } from './search-index.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const TARGET = fileURLToPath(new URL('./page/', import.meta.url));
const REFERENCE = 'API reference';
/** The generated part of the specification; the text before it opens the reference. */
const GENERATED = /<!-- From here on written[\s\S]*$/;

interface Made extends Page {
  passages: Passage[];
  markdown: string;
  description: string;
}

const made: Made[] = [];
const wrong: string[] = [];
const pictures = new Set<string>();

const document = JSON.parse(await describeApi('3.0.0')) as OpenApi;
const calls = listCalls(document);
const groups = groupCalls(calls);

const contents = await listContents(ROOT);
const written = contents.flatMap(({ name, sources }) =>
  sources.map((source) => ({ ...source, section: name })),
);
const pathOf = new Map([
  ...written.map(({ file, path }) => [file, path] as const),
  ['docs/specification.md', 'api'] as const,
  ['docs/api/resources.md', 'api/resources'] as const,
  ['docs/error-codes.md', 'error-codes'] as const,
  ...groups.map(({ path }) => [`docs/api/${path}.md`, `api/${path}`] as const),
]);

/** Links of the repository, changed for a page with another address. */
const resolver = (file: string, path: string) => (href: string) => {
  if (/^[a-z]+:/.test(href)) return href;
  const [to, anchor] = href.split('#') as [string, string?];
  const target = to === '' ? file : posix.normalize(posix.join(posix.dirname(file), to));
  if (/\.(png|jpe?g|svg|webp)$/.test(target)) {
    pictures.add(target);
    return linkBetween(path, `pictures/${posix.basename(target)}`);
  }
  const page = pathOf.get(target);
  // Files that are no page, such as the results of a benchmark, are in the repository only.
  if (page === undefined) {
    if (target.startsWith('docs/')) wrong.push(`${file} links to ${href}, which is no page`);
    return undefined;
  }
  return linkBetween(path, anchor ? `${page}#${anchor}` : page);
};

function add(
  page: Pick<Made, 'path' | 'label' | 'section' | 'markdown'> & Partial<Made>,
  rendered: Rendered,
): void {
  const { title, html, headings, passages } = rendered;
  made.push({ title, html, headings, passages, description: firstSentence(passages), ...page });
}

const firstSentence = ([first]: Passage[]) => /^.*?[.!?:](?=\s|$)/.exec(first?.text.trim() ?? '')?.[0] ?? '';

async function addWritten(file: string, path: string, section: string, label?: string): Promise<void> {
  const text = await readFile(join(ROOT, file), 'utf8');
  const markdown = path === 'api' ? text.replace(GENERATED, '') : text;
  const rendered = renderMarkdown(markdown, resolver(file, path));
  add({ path, section, markdown, label: label ?? rendered.title }, rendered);
}

function addReference(): void {
  for (const group of groups) {
    const path = `api/${group.path}`;
    const { html, headings, passages, markdown } = renderGroup(
      group,
      calls,
      document,
      resolver(`docs/${path}.md`, path),
    );
    const page = { path, section: REFERENCE, label: group.name, title: group.name, isWide: true, markdown };
    made.push({
      ...page,
      html,
      headings,
      passages,
      description: group.about.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1'),
    });
  }
  const schemas = Object.entries(document.components.schemas).sort(([one], [other]) =>
    one.localeCompare(other),
  );
  const resources = [
    '# Resources',
    'What operations answer and messages hold.',
    ...schemas.map(([name, schema]) => renderResource(name, schema)),
  ].join('\n\n');
  add(
    { path: 'api/resources', section: REFERENCE, label: 'Resources', markdown: resources },
    renderMarkdown(resources, resolver('docs/api/resources.md', 'api/resources')),
  );
  const errors = `# Error codes\n\nEvery answer that is no success is a problem (RFC 9457): \`application/problem+json\` with \`type\`, \`title\`, \`status\`, \`detail\`, \`code\`, \`message\`, \`requestId\` and, for invalid input, \`errors\` by path. Programs decide by \`code\`; \`detail\` is for people and may change.\n\n${renderErrors((code) => `[\`${code}\`](https:errors/${code})`)}`;
  // The pages of single codes are served by the service itself.
  add(
    { path: 'error-codes', section: REFERENCE, label: 'Error codes', markdown: errors },
    renderMarkdown(errors, (href) => href.replace('https:', '')),
  );
}

for (const { name, sources } of contents) {
  for (const { file, path, label } of sources) await addWritten(file, path, name, label);
  if (name === 'Guides') {
    await addWritten('docs/specification.md', 'api', REFERENCE, 'Conventions');
    addReference();
  }
}

for (const page of made) checkAnchors(page);
if (wrong.length > 0) throw new Error(`The documentation is not in order:\n${wrong.join('\n')}`);

function checkAnchors({ path, html }: Made): void {
  for (const [, href] of html.matchAll(/href="([^"]*#[^"]+)"/g)) {
    if (/^[a-z]+:/.test(href!)) continue;
    const { pathname, hash } = new URL(href!, `http://docs/${path}`);
    const target = made.find((one) => `/${one.path}` === pathname);
    if (!target?.html.includes(`id="${hash.slice(1)}"`))
      wrong.push(`/docs/${path} links to ${href}, which is not there`);
  }
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(TARGET, path)), { recursive: true });
  await writeFile(join(TARGET, path), text);
}

for (const page of made) {
  const name = page.path || 'index';
  await write(`${name}.html`, renderPage(page, made));
  await write(`${name}.md`, page.markdown);
}
await write('search.json', renderSearchIndex(made));
await write(
  'operations.json',
  JSON.stringify(
    Object.fromEntries(
      calls.map((call) => [
        call.operationId,
        `api/${groups.find(({ tags }) => tags.includes(call.tags![0]!))!.path}#${anchorOf(call)}`,
      ]),
    ),
  ),
);
await write('llms.txt', renderLlms());
for (const file of ['site.css', 'choices.js'])
  await cp(fileURLToPath(new URL(`../src/browser/${file}`, import.meta.url)), join(TARGET, file));
for (const picture of pictures) {
  await mkdir(join(TARGET, 'pictures'), { recursive: true });
  await cp(join(ROOT, picture), join(TARGET, 'pictures', posix.basename(picture)));
}

/** As https://llmstxt.org describes it; served at the root of the service, to which the links are relative. */
function renderLlms(): string {
  const sections = [...new Set(made.map(({ section }) => section))].map((section) =>
    [
      `## ${section}`,
      '',
      ...made
        .filter((page) => page.section === section)
        .map(
          ({ path, title, description }) =>
            `- [${title}](docs/${path || 'index'}.md)${description && `: ${description}`}`,
        ),
    ].join('\n'),
  );
  return `# Visavis

> A self-hosted platform for live conversational avatars: a face that greets users, listens, answers from documents and can be interrupted, in any page, over an HTTP API and LiveKit's protocol.

Every page of the documentation is Markdown at its address with \`.md\`. The OpenAPI document is at [openapi.json](openapi.json).

${sections.join('\n\n')}
`;
}
