/** Writes the drawn parts of `docs/decisions/provider-session.md` from the tables: `npm run draw:session`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { NEW_SESSION } from './session-states.ts';
import { ANSWER, LINE, SPARE, type Transition } from './session-transitions.ts';

const START = '<!-- drawn by `npm run draw:session` -->';
const END = '<!-- drawn until here -->';
export const SESSION_PAGE = new URL('../../../../docs/decisions/provider-session.md', import.meta.url);

const plain = (name: string) => name.replaceAll('_', ' ');

/** Transitions between two states; what stays in a state is in the table alone. */
function diagram(rows: readonly Transition<string>[], first: string): string {
  const edges = new Map<string, Set<string>>();
  for (const { from, on, to } of rows) {
    for (const state of from) {
      if (to === state) continue;
      const edge = `${state} --> ${to}`;
      edges.set(edge, (edges.get(edge) ?? new Set()).add(plain(on)));
    }
  }
  const lines = [...edges].map(([edge, events]) => `  ${edge}: ${[...events].join(', ')}`);
  return ['```mermaid', 'stateDiagram-v2', `  [*] --> ${first}`, ...lines, '```'].join('\n');
}

function table(rows: readonly Transition<string>[]): string {
  const header = ['in', 'event', 'if', 'becomes', 'commands', 'because'];
  const cells = rows.map(({ from, on, when, to, commands = [], why }) => [
    from.join(', '),
    plain(on),
    when?.label ?? '',
    to,
    commands.map(plain).join(', '),
    why,
  ]);
  const widths = header.map((title, n) => Math.max(3, title.length, ...cells.map((row) => row[n]!.length)));
  const line = (row: string[]) => `| ${row.map((cell, n) => cell.padEnd(widths[n]!)).join(' | ')} |`;
  const rule = widths.map((width) => '-'.repeat(width));
  return [line(header), line(rule), ...cells.map(line)].join('\n');
}

function section(rows: readonly Transition<string>[], first: string): string {
  const states = new Set(rows.flatMap(({ from, to }) => [...from, to]));
  const events = new Set(rows.map(({ on }) => on));
  const count = `${states.size} states, ${events.size} events, ${rows.length} transitions.`;
  return `${count}\n\n${diagram(rows, first)}\n\n${table(rows)}`;
}

/** The page with its drawn parts as the tables are now. */
export function drawSessionPage(page: string): string {
  const drawn = [
    section(LINE, NEW_SESSION.line),
    section(SPARE, NEW_SESSION.spare),
    section(ANSWER, NEW_SESSION.answer),
  ];
  const [head, ...parts] = page.split(START);
  if (parts.length !== drawn.length) throw new Error(`the page has not ${drawn.length} drawn parts`);
  return parts.reduce(
    (whole, part, n) => `${whole}${START}\n\n${drawn[n]}\n\n${part.slice(part.indexOf(END))}`,
    head!,
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(SESSION_PAGE, drawSessionPage(readFileSync(SESSION_PAGE, 'utf8')));
}
