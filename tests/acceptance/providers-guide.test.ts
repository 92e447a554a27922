import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../support/guide.ts';
import { PROVIDERS, type ProviderDescriptor } from '../support/inside.ts';

const GUIDE = join(ROOT, 'docs/guides/providers.md');
const BEGIN = '<!-- vendors: written by npm run examples -->';
const END = '<!-- /vendors -->';

const PIPELINE = ['Local models', 'any', 'yes', 'no', 'with `SEARCH_BASE_URL`', 'no'];

test('the tables of vendors and models in the guide are what the code knows', () => {
  const guide = readFileSync(GUIDE, 'utf8');
  const [before, rest] = guide.split(BEGIN);
  const [written, after] = rest!.split(END);
  const tables = `\n\n${capabilities()}\n\n${models()}\n\n`;
  if (process.env.VISAVIS_TEST_WRITE_EXAMPLES) {
    writeFileSync(GUIDE, `${before}${BEGIN}${tables}${END}${after}`);
  } else expect(written, 'npm run examples writes them anew').toBe(tables);
});

function capabilities(): string {
  return table([
    [
      'vendor',
      'model of agents that name none',
      'tools',
      'talks on while a tool runs',
      'web search',
      'sees pictures',
    ],
    ...PROVIDERS.map((provider) => {
      const { tools, nonBlockingTools, webSearch, vision } = provider.capabilities;
      return [
        provider.name,
        provider.defaultModel ? `\`${provider.defaultModel}\`` : "the agent's own",
        tools === 'declared' ? 'yes' : 'set up at the vendor',
        yesNo(nonBlockingTools),
        webSearch ? "the vendor's" : 'with `SEARCH_BASE_URL`',
        yesNo(vision),
      ];
    }),
    PIPELINE,
  ]);
}

function models(): string {
  return table([
    ['model', 'vendor', 'shut down', 'answers from then on'],
    ...PROVIDERS.flatMap((provider) => provider.models.map((model) => modelRow(provider, model))),
  ]);
}

function modelRow(
  { name: vendor }: ProviderDescriptor,
  model: ProviderDescriptor['models'][number],
): string[] {
  const { name, retiresAt, successor } = model;
  return [
    `\`${name}\``,
    vendor,
    retiresAt ?? (successor ? 'already' : ''),
    successor ? `\`${successor}\`` : '',
  ];
}

const yesNo = (value: boolean) => (value ? 'yes' : 'no');

function table([head, ...rows]: string[][]): string {
  const widths = head!.map((_, column) => Math.max(...[head!, ...rows].map((row) => row[column]!.length)));
  const line = (cells: string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
  return [line(head!), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
