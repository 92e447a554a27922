/**
 * Random faults, by a seed, while clients write and converse: kills processes and threads, fills and frees the disk,
 * drops and delays connections. Afterwards no acknowledged write may be missing, every conversation must have a reason
 * for its end, all capacity must be free, and memory must be released. The report is
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
  // No report with fewer kinds of faults or less time: such runs look for the cause of one fault.
  if (only.length < FAULT_NAMES.length || minutes < 30) return;
  const date = new Date().toISOString().slice(0, 10);
  writeFileSync(new URL(`../../results/faults-seed-${seed}-${date}.md`, import.meta.url), report.toString());
}
