/** Writes `docs/turn.md` from the tables. */
import { readFileSync, writeFileSync } from 'node:fs';
import { REMOTE_TURN_TABLE } from '../remote-agent/remote-turn-table.ts';
import { TURN_TABLE } from './turn-table.ts';

interface AnyRow {
  from: readonly string[];
  on: string;
  when?: { words: string };
  to?: string;
  do?: object;
  because: string;
}

const START = '<!-- drawn by `npm run draw:turn` -->';
const END = '<!-- drawn until here -->';
export const TURN_PAGE = new URL('../../../../docs/turn.md', import.meta.url);

const plain = (name: string) => name.replaceAll('_', ' ');

/** Left out of the diagram: they lead out of every state. */
const ENDS = ['engine_failed', 'finish_requested', 'close_requested'];

/** Transitions from one state to another; what keeps the state is in the table alone. */
function diagram(rows: readonly AnyRow[], first: string): string {
  const edges = new Map<string, Set<string>>();
  const covered = new Set<string>();
  for (const { from, on, when, to } of rows) {
    for (const state of from) {
      if (to && to !== state && !ENDS.includes(on) && !covered.has(`${state} ${on}`)) {
        const edge = `${state} --> ${to}`;
        edges.set(edge, (edges.get(edge) ?? new Set()).add(plain(on)));
      }
      if (!when) covered.add(`${state} ${on}`);
    }
  }
  const lines = [...edges].map(([edge, events]) => `  ${edge}: ${[...events].join('<br/>')}`);
  return ['```mermaid', 'stateDiagram-v2', `  [*] --> ${first}`, ...lines, '```'].join('\n');
}

function table(rows: readonly AnyRow[]): string {
  const lines = rows.map(({ from, on, when, to, do: commands, because }) => {
    const does = Object.keys(commands ?? {})
      .map(plain)
      .join(', ');
    const cells = [
      plain(on),
      from.map(plain).join(', '),
      when?.words ?? '',
      to ? plain(to) : '',
      does,
      because,
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return [
    '| event | in | if | becomes | commands | because |',
    '| ----- | -- | -- | ------- | -------- | ------- |',
    ...lines,
  ].join('\n');
}

function section(rows: readonly AnyRow[], first: string): string {
  const states = new Set(rows.flatMap(({ from, to }) => [...from, ...(to ? [to] : [])]));
  const events = new Set(rows.map(({ on }) => on));
  const count = `${states.size} states, ${events.size} events, ${rows.length} rows.`;
  return `${count}\n\n${diagram(rows, first)}\n\n${table(rows)}`;
}

/** The page with its drawn parts as the tables are now. */
export function drawTurnPage(page: string): string {
  const drawn = [section(TURN_TABLE, 'starting'), section(REMOTE_TURN_TABLE, 'listening')];
  const parts = page.split(START);
  if (parts.length !== drawn.length + 1) throw new Error(`docs/turn.md has not ${drawn.length} drawn parts`);
  return parts.reduce((whole, part, n) => {
    const rest = part.slice(part.indexOf(END));
    return `${whole}${START}\n\n${drawn[n - 1]}\n\n${rest}`;
  });
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  writeFileSync(TURN_PAGE, drawTurnPage(readFileSync(TURN_PAGE, 'utf8')));
}
