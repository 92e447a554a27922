/** Writes the tables of transitions into the pages that show them: `npm run draw:tables`. */

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type DrawnRow, type DrawnTable, drawTables } from './lib/state-tables.ts';
import { REMOTE_TURN_TABLE } from './media/remote-agent/remote-turn-table.ts';
import { TURN_TABLE } from './media/turn/turn-table.ts';
import type { Transition } from './providers/realtime/session/session-conditions.ts';
import { NEW_SESSION } from './providers/realtime/session/session-states.ts';
import { ANSWER, CONNECTION } from './providers/realtime/session/session-transitions.ts';

interface TurnRow {
  from: readonly string[];
  on: string;
  when?: { words: string };
  to?: string;
  do?: object;
  because: string;
}

const turnRow = ({ from, on, when, to, do: commands, because }: TurnRow): DrawnRow => {
  return { from, on, condition: when?.words ?? '', to, commands: Object.keys(commands ?? {}), because };
};

const sessionRow = ({ from, on, when, to, commands = [], why }: Transition<string>): DrawnRow => {
  return { from, on, condition: when?.label ?? '', to, commands, because: why };
};

/** The engine may fail, and the end be asked for, in every state. */
const ENDS = ['engine_failed', 'finish_requested', 'close_requested'];

export const DRAWN_PAGES: readonly { page: URL; tables: readonly DrawnTable[] }[] = [
  {
    page: new URL('../../docs/turn.md', import.meta.url),
    tables: [
      { rows: TURN_TABLE.map(turnRow), firstState: 'starting', notInDiagram: ENDS },
      { rows: REMOTE_TURN_TABLE.map(turnRow), firstState: 'listening', notInDiagram: ENDS },
    ],
  },
  {
    page: new URL('../../docs/decisions/provider-session.md', import.meta.url),
    tables: [
      { rows: CONNECTION.map(sessionRow), firstState: NEW_SESSION.connection },
      { rows: ANSWER.map(sessionRow), firstState: NEW_SESSION.answer },
    ],
  },
];

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { page, tables } of DRAWN_PAGES) {
    writeFileSync(page, drawTables(readFileSync(page, 'utf8'), tables));
  }
}
