import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HAPPENINGS, TurnWorld } from '../testing/turn-world.ts';
import type { TurnRow } from './turn-rows.ts';
import { TURN_TABLE } from './turn-table.ts';

/** Returns the violated invariant with the order of events that violates it, or `undefined` if none is found. */
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

test('the turn, for any events in any order: ends once, keeps no state forever, says nothing after closing, answers or explains, resumes nothing', () =>
  expect(findFault(TURN_TABLE, 10_000)).toBeUndefined());

/** A deliberate mistake: the rows that it applies to, and what it makes of each. */
type Fault = [broken: string, fits: (row: TurnRow) => boolean, change: (row: TurnRow) => TurnRow[]];

const instead = (change: (row: TurnRow) => Partial<TurnRow>) => (row: TurnRow) => [
  { ...row, ...change(row) },
];
const soundOf = ({ do: commands }: TurnRow) => commands?.play_audio;

test.each<Fault>([
  [
    'without a way out: hanging_up',
    ({ on, to }) => on === 'utterance_played' && to === 'closing',
    instead(({ do: commands }) => ({
      from: ['hanging_up'],
      to: 'hanging_up',
      do: { settle_utterance: commands!.settle_utterance! },
    })),
  ],
  [
    'ended twice',
    ({ on, from }) => on === 'engine_failed' && from.includes('closing'),
    instead(() => ({ do: { report_failure: () => ({ message: 'the connection was lost' }) } })),
  ],
  [
    'interrupted speech resumed',
    ({ on, from }) => on === 'utterance_started' && from.includes('thinking'),
    instead(() => ({ set: () => ({}) })),
  ],
  [
    'spoken after closing',
    ({ on, from }) => on === 'audio_received' && from.includes('closing'),
    instead(() => ({ do: TURN_TABLE.find(soundOf)!.do! })),
  ],
  [
    'without a way out: greeting',
    ({ on, to }) => on === 'engine_failed' && to === 'failed',
    (row) => [
      { ...row, from: row.from.filter((name) => name !== 'greeting') },
      { from: ['greeting'], on: row.on, because: 'A fault of the test.' },
    ],
  ],
])('an injected fault is found: %s', (broken, fits, change) => {
  expect(TURN_TABLE.filter(fits)).not.toEqual([]);
  const table = TURN_TABLE.flatMap((row) => (fits(row) ? change(row) : [row]));
  expect(findFault(table, 20_000)).toContain(broken);
});
