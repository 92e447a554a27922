import { escapeHtml, type Resolve, renderCode, renderMarkdown, slugOf } from '../markdown.ts';
import { exampleOf } from './example.ts';
import type { Group } from './groups.ts';
import type { Call, OpenApi } from './openapi.ts';
import { describeCall, describeInput, describeMessage } from './render-reference.ts';
import { renderSamples } from './samples.ts';

/** Resources are described on a page of their own; a table links to them as if they stood below it. */
const toResources = (markdown: string) => markdown.replaceAll('](#', '](resources.md#');

const upper = (text: string) => text[0]!.toUpperCase() + text.slice(1);

export const anchorOf = ({ operationId }: Call): string => operationId.toLowerCase();

export interface RenderedGroup {
  html: string;
  headings: { level: number; id: string; text: string }[];
  /** For the search. */
  passages: { heading: { level: number; id: string; text: string }; text: string }[];
  markdown: string;
}

/** A page of the reference: its operations by tag, each beside its samples. */
export function renderGroup(
  group: Group,
  calls: readonly Call[],
  document: OpenApi,
  resolve: Resolve,
): RenderedGroup {
  const intro = `# ${group.name}\n\n${group.about}`;
  const out: RenderedGroup = {
    html: renderMarkdown(intro, resolve).html,
    headings: [],
    passages: [],
    markdown: intro,
  };
  for (const tag of group.tags) {
    const ours = calls.filter(({ tags }) => tags?.[0] === tag);
    const id = slugOf(tag);
    out.headings.push({ level: 2, id, text: upper(tag) });
    out.html += `<h2 class="tag" id="${id}">${escapeHtml(upper(tag))}</h2>\n<ul class="calls">${ours
      .map(
        (call) =>
          `<li><a href="#${anchorOf(call)}">${badge(call)}<code>${escapeHtml(call.path)}</code><span>${escapeHtml(call.summary)}</span></a></li>`,
      )
      .join('')}</ul>\n`;
    out.markdown += `\n\n## ${upper(tag)}`;
    for (const call of ours) addCall(out, call, resolve);
    const messages = Object.entries(document.webhooks).filter(([, { post }]) => post.tags?.[0] === tag);
    if (messages.length === 0) continue;
    const title = 'Messages to your address';
    const anchor = `messages-of-${id}`;
    const text = messages
      .map(([type, { post }]) => `- \`${type}\`: ${toResources(describeMessage(post))}`)
      .join('\n');
    out.headings.push({ level: 3, id: anchor, text: title });
    out.html += `<h3 id="${anchor}">${title}</h3>\n${renderMarkdown(`${messages[0]![1].post.description ?? ''}\n\n${text}`, resolve).html}`;
    out.passages.push({ heading: { level: 3, id: anchor, text: title }, text });
    out.markdown += `\n\n### ${title}\n\n${text}`;
  }
  return out;
}

const badge = ({ method }: Call) => `<b class="method ${method.toLowerCase()}">${method}</b>`;

function addCall(out: RenderedGroup, call: Call, resolve: Resolve): void {
  const id = anchorOf(call);
  const about = toResources([upper(describeCall(call)), ...describeInput(call)].join('\n\n'));
  const samples = renderSamples(call);
  const heading = { level: 3, id, text: call.summary };
  out.headings.push(heading);
  out.passages.push({
    heading,
    text: `${call.method} ${call.path} ${call.operationId} ${call.description ?? ''}`,
  });
  out.markdown += `\n\n### ${call.summary}\n\n\`${call.method} ${call.path}\`\n\n${about}\n\n\`\`\`bash\n${samples[0]!.code}\n\`\`\``;
  const example = answerOf(call);
  out.html += `<section class="operation" aria-labelledby="${id}">
<div class="about">
<h3 id="${id}">${escapeHtml(call.summary)} <a class="anchor" href="#${id}" aria-label="Link to “${escapeHtml(call.summary)}”">#</a></h3>
<p class="address">${badge(call)}<code>${escapeHtml(call.path)}</code></p>
${renderMarkdown(about, resolve).html}</div>
<div class="samples">
${tabs(samples.map(({ name }) => name))}
${samples.map(({ name, language, code }) => `<div class="sample" data-for="${name}">${renderCode(code, language)}</div>`).join('\n')}
<button type="button" class="try" data-call="${escapeHtml(JSON.stringify(tryIt(call)))}">Try it</button>
${example === undefined ? '' : `<p class="answer">Answer</p>\n${renderCode(JSON.stringify(example, null, 2), 'json')}`}</div>
</section>
`;
}

const tabs = (names: string[]) =>
  `<div class="tabs" role="group" aria-label="Language">${names.map((name) => `<button type="button" data-choose="${name}">${name}</button>`).join('')}</div>`;

function answerOf({ responses }: Call): unknown {
  const [, success] = Object.entries(responses).find(([code]) => code.startsWith('2'))!;
  return success?.content?.['application/json']?.example;
}

/** Data with which the form sends the call from the page. */
function tryIt(call: Call) {
  const { path, query, body, bodyType } = exampleOf(call);
  const names = (place: string) =>
    (call.parameters ?? []).filter((one) => one.in === place).map(({ name }) => name);
  return {
    method: call.method,
    path: call.path,
    summary: call.summary,
    credential: Object.keys(call.security?.[0] ?? {})[0] ?? 'none',
    pathNames: Object.keys(path),
    queryNames: names('query'),
    query,
    ...(bodyType ? { bodyType } : body !== undefined && { body }),
  };
}
