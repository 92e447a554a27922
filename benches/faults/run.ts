/**
 * Faults at random, by a seed, while clients write and converse: processes and threads are killed, the disk is filled
 * and freed, connections are dropped and delayed. Afterwards nothing that was acknowledged may be missing, every
 * conversation has a reason for its end, no place is taken, and memory is freed. The report is
 * benches/results/faults-seed-<N>-<date>.md.
 */
import { writeFileSync } from 'node:fs';
import type { Bench } from '../support/bench.ts';
import { FAULT_NAMES, playFaults } from './fault-run.ts';

export async function run({ options, scope, report }: Bench): Promise<void> {
  const { seed, minutes, only: wanted } = options({ seed: 1, minutes: 30, only: FAULT_NAMES.join(',') });
  const only = FAULT_NAMES.filter((name) => wanted.split(',').includes(name));
  if (!Number.isInteger(seed) || !(minutes > 0) || only.length === 0)
    throw new Error(`--seed N, --minutes M and --only ${FAULT_NAMES.join(',')}`);
  await playFaults(scope, report, { seed, minutes, only });
  // No report of fewer kinds of faults or less time: such runs look for the cause of one fault.
  if (only.length < FAULT_NAMES.length || minutes < 30) return;
  const date = new Date().toISOString().slice(0, 10);
  writeFileSync(new URL(`../../results/faults-seed-${seed}-${date}.md`, import.meta.url), report.toString());
}
