import type { Group } from './groups.ts';
import type { Call, OpenApi } from './openapi.ts';
import { describeCall, describeInput, describeMessage } from './render-reference.ts';
import { renderSamples } from './samples.ts';

/** Resources have their own page, but tables link to them as if they were on the same page. */
const toResources = (markdown: string) => markdown.replaceAll('](#', '](resources.md#');

const capitalized = (text: string) => text[0]!.toUpperCase() + text.slice(1);

export const anchorOf = ({ operationId }: Call): string => operationId.toLowerCase();

const addressOf = ({ method, path }: Call) =>
  `<b class="method ${method.toLowerCase()}">${method}</b> \`${path}\``;

const fence = (info: string, code: string) => `\`\`\`${info}\n${code}\n\`\`\``;

/** Returns a page of the reference as Markdown: its operations by tag, each with its samples. */
export function renderGroup(group: Group, calls: readonly Call[], document: OpenApi): string {
  return [
    `# ${group.name}`,
    group.about,
    ...group.tags.flatMap((tag) => {
      const operations = calls.filter(({ tags }) => tags?.[0] === tag);
      const messages = Object.entries(document.webhooks).filter(([, { post }]) => post.tags?.[0] === tag);
      const rows = operations.map((call) => `| [${call.summary}](#${anchorOf(call)}) | ${addressOf(call)} |`);
      return [
        `## ${capitalized(tag)}`,
        ['| operation | address |', '| --- | --- |', ...rows].join('\n'),
        ...operations.flatMap(renderCall),
        ...(messages.length === 0
          ? []
          : [
              `### Messages to your address {#messages-of-${tag.replaceAll(' ', '-')}}`,
              messages[0]![1].post.description ?? '',
              messages
                .map(([type, { post }]) => `- \`${type}\`: ${toResources(describeMessage(post))}`)
                .join('\n'),
            ]),
      ];
    }),
  ].join('\n\n');
}

function renderCall(call: Call): string[] {
  const [, success] = Object.entries(call.responses).find(([code]) => code.startsWith('2'))!;
  const example = success?.content?.['application/json']?.example;
  const samples = renderSamples(call);
  const tabs = samples.map(({ name }) => `<button type="button" data-choose="${name}">${name}</button>`);
  return [
    `### ${call.summary} {#${anchorOf(call)}}`,
    `<section class="operation" aria-labelledby="${anchorOf(call)}">`,
    addressOf(call),
    toResources([capitalized(describeCall(call)), ...describeInput(call)].join('\n\n')),
    `<div class="tabs" role="group" aria-label="Language">${tabs.join('')}<button type="button" class="try" data-call="${call.operationId}">Try it</button></div>`,
    ...samples.map(({ name, language, code }) => fence(`${language} sample=${name}`, code)),
    ...(example === undefined ? [] : ['Answer:', fence('json', JSON.stringify(example, null, 2))]),
    '</section>',
  ];
}
