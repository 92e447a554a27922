/**
 * The transition tables in docs/turn.md and docs/decisions/provider-session.md. `--write` writes them; without it, as
 * part of `npm run check:code`, this fails if they differ from the code.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { TURN_TABLE } from '../server/dist/media/turn/turn-table.js';
import { NEW_SESSION } from '../server/dist/providers/realtime/session/session-states.js';
import { ANSWER, CONNECTION } from '../server/dist/providers/realtime/session/session-transitions.js';

/**
 * @typedef {{ from: readonly string[]; on: string; condition?: string; to?: string; commands: readonly string[]; because: string }} Row
 * @typedef {{ rows: readonly Row[]; firstState: string; notInDiagram?: readonly string[] }} Table `notInDiagram`: events that lead out of every state
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const START = '<!-- drawn by `npm run draw:tables` -->';
const END = '<!-- drawn until here -->';
/** In every state, the engine may fail and the end may be requested. */
const ENDS = ['engine_failed', 'finish_requested', 'close_requested'];

/** @param {any} row of a turn, whose commands are the keys of `do`, or of a session @returns {Row} */
const rowOf = ({ when, do: turnCommands = {}, commands = Object.keys(turnCommands), ...row }) => ({
  ...row,
  condition: when?.words,
  commands,
});

/** @type {Record<string, Table[]>} */
const PAGES = {
  'docs/turn.md': [{ rows: TURN_TABLE.map(rowOf), firstState: 'starting', notInDiagram: ENDS }],
  'docs/decisions/provider-session.md': [
    { rows: CONNECTION.map(rowOf), firstState: NEW_SESSION.connection },
    { rows: ANSWER.map(rowOf), firstState: NEW_SESSION.answer },
  ],
};

for (const [file, tables] of Object.entries(PAGES)) {
  const page = readFileSync(ROOT + file, 'utf8');
  const [head, ...parts] = page.split(START);
  if (parts.length !== tables.length) throw new Error(`${file} has not ${tables.length} drawn parts`);
  const sections = parts.map(
    (part, n) => `${START}\n\n${draw(/** @type {Table} */ (tables[n]))}\n\n${part.slice(part.indexOf(END))}`,
  );
  const drawn = [head, ...sections].join('');
  if (process.argv.includes('--write')) writeFileSync(ROOT + file, drawn);
  else if (page !== drawn) {
    console.error(`${file} shows other tables than the code has: npm run draw:tables`);
    process.exitCode = 1;
  }
}

/** @param {Table} table @returns {string} */
function draw(table) {
  const { rows } = table;
  const states = new Set(rows.flatMap(({ from, to }) => [...from, ...(to ? [to] : [])]));
  const events = new Set(rows.map(({ on }) => on));
  const count = `${states.size} states, ${events.size} events, ${rows.length} rows.`;
  return [count, diagram(table), list(rows)].join('\n\n');
}

/** Draws the transitions between states; rows that keep the state are only in the list. @param {Table} table */
function diagram({ rows, firstState, notInDiagram = [] }) {
  /** @type {Map<string, Set<string>>} */
  const edges = new Map();
  /** States and events that an earlier row without a condition handles. */
  const covered = new Set();
  for (const { from, on, condition, to } of rows)
    for (const state of from) {
      const edge = `${state} --> ${to}`;
      if (to && to !== state && !notInDiagram.includes(on) && !covered.has(`${state} ${on}`))
        edges.set(edge, (edges.get(edge) ?? new Set()).add(plain(on)));
      if (!condition) covered.add(`${state} ${on}`);
    }
  const lines = [...edges].map(([edge, on]) => `  ${edge}: ${[...on].join('<br/>')}`);
  return ['```mermaid', 'stateDiagram-v2', `  [*] --> ${firstState}`, ...lines, '```'].join('\n');
}

/** @param {readonly Row[]} rows */
function list(rows) {
  const lines = rows.map(({ from, on, condition = '', to = '', commands, because }) => {
    const cells = [
      plain(on),
      from.map(plain).join(', '),
      condition,
      plain(to),
      commands.map(plain).join(', '),
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

/** @param {string} name */
function plain(name) {
  return name.replaceAll('_', ' ');
}
