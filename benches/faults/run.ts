/**
 * Faults at random, by a seed, while clients write and converse: processes and threads are killed, the disk is filled
 * and freed, connections are dropped and delayed. Afterwards nothing that was acknowledged may be missing, every
 * conversation has a reason for its end, no place is taken, and memory is freed. The report is
 * benches/results/faults-seed-<N>-<date>.md.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Bench } from '../support/report.ts';
import { FAULT_NAMES, FaultRun } from './fault-run.ts';

export const run: Bench = async (args, report) => {
  const { values } = parseArgs({
    args,
    options: {
      seed: { type: 'string', default: '1' },
      minutes: { type: 'string', default: '30' },
      only: { type: 'string', default: FAULT_NAMES.join(',') },
    },
  });
  const seed = Number(values.seed);
  const minutes = Number(values.minutes);
  const only = FAULT_NAMES.filter((name) => values.only.split(',').includes(name));
  if (!Number.isInteger(seed) || !(minutes > 0) || only.length === 0)
    throw new Error(`--seed N, --minutes M and --only ${FAULT_NAMES.join(',')}`);
  const faults = await FaultRun.open({ seed, minutes, only }, report);
  try {
    await faults.play();
  } finally {
    await faults.close();
  }
  // No report of fewer kinds of faults or less time: such runs look for the cause of one fault.
  if (only.length < FAULT_NAMES.length || minutes < 30) return;
  const date = new Date().toISOString().slice(0, 10);
  writeFileSync(new URL(`../../results/faults-seed-${seed}-${date}.md`, import.meta.url), report.toString());
};
