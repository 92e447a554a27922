/**
 * The tables of vendors and models in docs/guides/providers.md. `--write` writes them; without it, as part of `npm run
 * check:code`, this fails if they differ from the code.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PROVIDERS } from '../server/dist/providers/realtime/providers.js';
import { markdownTable } from './markdown-table.mjs';

const GUIDE = fileURLToPath(new URL('../docs/guides/providers.md', import.meta.url));
const BEGIN = '<!-- vendors: written by npm run examples -->';
const END = '<!-- /vendors -->';

const yesNo = (/** @type {boolean} */ value) => (value ? 'yes' : 'no');

const vendors = markdownTable([
  [
    'vendor',
    'model of agents that name none',
    'tools',
    'talks on while a tool runs',
    'web search',
    'sees pictures',
  ],
  ...PROVIDERS.map(({ name, defaultModel, capabilities: can }) => [
    name,
    defaultModel ? `\`${defaultModel}\`` : "the agent's own",
    can.tools === 'declared' ? 'yes' : 'set up at the vendor',
    yesNo(can.nonBlockingTools),
    can.webSearch ? "the vendor's" : 'with `SEARCH_BASE_URL`',
    yesNo(can.vision),
  ]),
  ['Local models', 'any', 'yes', 'no', 'with `SEARCH_BASE_URL`', 'no'],
]);
const models = markdownTable([
  ['model', 'vendor', 'shut down', 'answers from then on'],
  ...PROVIDERS.flatMap(({ name: vendor, models: all }) =>
    all.map(({ name, retiresAt, successor }) => [
      `\`${name}\``,
      vendor,
      retiresAt ?? (successor ? 'already' : ''),
      successor ? `\`${successor}\`` : '',
    ]),
  ),
]);

const guide = readFileSync(GUIDE, 'utf8');
const [before = '', rest = ''] = guide.split(BEGIN);
const drawn = `${before}${BEGIN}\n\n${vendors}\n\n${models}\n\n${END}${rest.split(END)[1]}`;
if (process.argv.includes('--write')) writeFileSync(GUIDE, drawn);
else if (guide !== drawn) {
  console.error('docs/guides/providers.md: node release/draw-vendors.mjs --write writes the tables anew');
  process.exit(1);
}
