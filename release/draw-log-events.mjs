/**
 * The table in docs/guides/log-events.md. `--write` writes it; without it, as part of `npm run check:code`, this fails
 * if it differs from the code, if a log line has no event, or if two lines of one event differ.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { markdownTable } from './markdown-table.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const GUIDE = `${ROOT}docs/guides/log-events.md`;
const BEGIN = '<!-- events: written by node release/draw-log-events.mjs --write -->';
const END = '<!-- /events -->';

const CALL = /\b[lL]og(?:ger)?\.(?<level>debug|info|warn|error)\(/g;
const EVENT = String.raw`\{\s*event: '(?<event>[a-z_]+(?:\.[a-z_]+)+)'`;
const ARGUMENTS = new RegExp(String.raw`\s*${EVENT}[^;]*?\},\s*'(?<message>[^'\n]+)',?\s*\)`, 'y');
/** The room server, whose thread has no logger, passes the level first. */
const ROOM_CALL = /(?:\b[lL]og\(|emit\(\s*'log',)\s*'(?<level>debug|info|warn|error)',/g;
const ROOM_ARGUMENTS = new RegExp(String.raw`\s*'(?<message>[^'\n]+)',\s*${EVENT}`, 'y');
const FORMS = [
  { call: CALL, rest: ARGUMENTS },
  { call: ROOM_CALL, rest: ROOM_ARGUMENTS },
];

/** @type {Map<string, { levels: Set<string>; message: string }>} */
const events = new Map();
/** @type {string[]} */
const faults = [];
for (const file of readdirSync(`${ROOT}server/src`, { recursive: true, encoding: 'utf8' })) {
  if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue;
  const path = `server/src/${file}`;
  const text = readFileSync(ROOT + path, 'utf8');
  for (const { call, rest } of FORMS)
    for (const match of text.matchAll(call)) {
      const place = `${path}:${text.slice(0, match.index).split('\n').length}`;
      rest.lastIndex = match.index + match[0].length;
      const { event = '', message = '' } = rest.exec(text)?.groups ?? {};
      const known = events.get(event);
      if (!event)
        faults.push(`${place} begin the fields with event: 'area.what', and write the message as plain text`);
      else if (known && known.message !== message)
        faults.push(`${place} ${event} already means "${known.message}"`);
      else events.set(event, { message, levels: new Set(known?.levels).add(match.groups?.level ?? '') });
    }
}
if (events.size < 100)
  faults.push(`${events.size} events only: mend the patterns of release/draw-log-events.mjs`);

const table = markdownTable([
  ['event', 'level', 'message'],
  ...[...events]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([event, { levels, message }]) => [`\`${event}\``, [...levels].sort().join(', '), message]),
]);
const guide = readFileSync(GUIDE, 'utf8');
const [before = '', rest = ''] = guide.split(BEGIN);
const drawn = `${before}${BEGIN}\n\n${table}\n\n${END}${rest.split(END)[1]}`;
if (process.argv.includes('--write')) writeFileSync(GUIDE, drawn);
else if (guide !== drawn)
  faults.push('docs/guides/log-events.md: node release/draw-log-events.mjs --write writes the table anew');
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
