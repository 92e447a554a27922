import { summarize } from './report.ts';

const ADDITIONS = 20_000_000;
const ROUNDS = 7;

/** What is compared with it, in words. */
export const ARITHMETIC = 'a loop of twenty million additions';

/**
 * Milliseconds of processor time that the loop takes on this machine now: a yardstick for code that computes, because the ratio
 * to it hardly depends on the machine or its load.
 */
export function timeArithmetic(): number {
  let sum = add();
  const rounds = Array.from({ length: ROUNDS }, () => {
    const before = process.cpuUsage();
    sum += add();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  // The sum is used, so that the loop cannot be left out.
  return sum === 0 ? Number.NaN : summarize(rounds).median;
}

function add(): number {
  let sum = 0;
  for (let n = 1; n <= ADDITIONS; n++) sum = (sum + n) % 1_000_003;
  return sum;
}
