import { describe, expect, test } from 'vitest';
import type { TurnStateName } from './turn.ts';
import { TURN_TABLE } from './turn-table.ts';

describe('the table of a hosted conversation', () => {
  const table = TURN_TABLE;
  const states = [...new Set(table.flatMap(({ from, to }) => [...from, ...(to ? [to] : [])]))];
  const events = [...new Set(table.map(({ on }) => on))];
  const rowsOf = (state: TurnStateName, event: string) =>
    table.filter(({ from, on }) => on === event && from.includes(state));

  test('defines a result for every state and event', () => {
    const missing = states.flatMap((state) =>
      events
        .filter((event) => rowsOf(state, event).at(-1)?.when !== undefined || !rowsOf(state, event).length)
        .map((event) => `${state} on ${event}`),
    );
    expect(missing).toEqual([]);
  });

  test('has no row that an earlier one makes unreachable', () => {
    const covered = table.filter((row) =>
      row.from.every((state) => {
        const rows = rowsOf(state, row.on);
        return rows.slice(0, rows.indexOf(row)).some(({ when }) => when === undefined);
      }),
    );
    expect(covered).toEqual([]);
  });

  test('has a path from every state to the end, and none back', () => {
    const leads = (state: TurnStateName) =>
      table.filter(({ from }) => from.includes(state)).flatMap(({ to }) => to ?? []);
    for (const state of states) if (state !== 'closed') expect(leads(state)).toContain('closed');
    expect(leads('closed')).toEqual([]);
  });
});
