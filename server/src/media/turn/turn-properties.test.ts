import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HAPPENINGS, TurnWorld } from '../testing/turn-world.ts';
import type { TurnRow } from './turn-rows.ts';
import { TURN_TABLE } from './turn-table.ts';

/** An order of happenings that breaks an invariant, and what it breaks; undefined where none was found. */
function findFault(table: readonly TurnRow[], numRuns: number): string | undefined {
  const orders = fc.array(fc.constantFrom(...HAPPENINGS), { maxLength: 25 });
  const details = fc.check(
    fc.property(orders, (steps) => {
      const broken = new TurnWorld(table).run(steps);
      if (broken.length > 0) throw new Error(broken[0]);
    }),
    { numRuns, seed: 20_260_801 },
  );
  if (!details.failed) return undefined;
  const error = details.errorInstance instanceof Error ? details.errorInstance.message : '';
  return `${error} (${details.counterexample?.[0].join(', ')})`;
}

/** The table with the rows of one event in one state replaced, as a mistake would. */
function withFault(
  fits: (row: TurnRow) => boolean,
  fault: (row: TurnRow) => Partial<TurnRow> | 'removed',
): TurnRow[] {
  let touched = 0;
  const table = TURN_TABLE.flatMap((row) => {
    if (!fits(row)) return [row];
    touched++;
    const change = fault(row);
    return change === 'removed' ? [] : [{ ...row, ...change }];
  });
  expect(touched).toBeGreaterThan(0);
  return table;
}

describe('the turn, whatever happens in whatever order', () => {
  test('ends once, holds no state for ever, says nothing after closing, answers or explains, resumes nothing', () => {
    expect(findFault(TURN_TABLE, 10_000)).toBeUndefined();
  });
});

describe('a fault that is put in is found', () => {
  test('a lost end: the agent has been heard, and does not hang up', () => {
    const table = withFault(
      ({ on, to }) => on === 'utterance_played' && to === 'closing',
      ({ do: commands }) => ({
        from: ['hanging_up'],
        to: 'hanging_up',
        do: { settle_utterance: commands!.settle_utterance! },
      }),
    );
    expect(findFault(table, 20_000)).toContain('without a way out: hanging_up');
  });

  test('a double end: a failure in the middle of a hang-up that is under way is reported too', () => {
    const table = withFault(
      ({ on, from }) => on === 'engine_failed' && from.includes('closing'),
      () => ({ do: { report_failure: () => ({ message: 'the connection was lost' }) } }),
    );
    expect(findFault(table, 20_000)).toContain('ended twice');
  });

  test('a late first sound after an interruption: it is taken for a new answer', () => {
    const table = withFault(
      ({ on, from }) => on === 'utterance_started' && from.includes('thinking'),
      () => ({ set: () => ({}) }),
    );
    expect(findFault(table, 20_000)).toContain('interrupted speech resumed');
  });

  test('a tool that answers after closing: its sound is played', () => {
    const sounding = TURN_TABLE.find((row) => row.do?.play_audio)!;
    const table = withFault(
      ({ on, from }) => on === 'audio_received' && from.includes('closing'),
      () => ({ do: sounding.do! }),
    );
    expect(findFault(table, 20_000)).toContain('spoken after closing');
  });

  test('a provider that drops while it greets: the greeting is waited for', () => {
    const table = TURN_TABLE.flatMap((row) =>
      row.on === 'engine_failed' && row.to === 'failed'
        ? [
            { ...row, from: row.from.filter((name) => name !== 'greeting') },
            { from: ['greeting' as const], on: row.on, because: 'A fault of the test.' },
          ]
        : [row],
    );
    expect(findFault(table, 20_000)).toContain('without a way out: greeting');
  });
});
