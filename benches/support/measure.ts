import { median } from './report.ts';

const ADDITIONS = 20_000_000;
const ADDED = 7;

/** The work of `timeArithmetic`, in words. */
export const ARITHMETIC = 'a loop of twenty million additions';

export interface Timed<T> {
  value: T;
  ms: number;
  /** CPU time of this process with all its threads: on a busy machine it is more meaningful than wall time. */
  cpuMs: number;
}

export async function timed<T>(work: () => T | Promise<T>): Promise<Timed<T>> {
  const [start, used] = [performance.now(), process.cpuUsage()];
  const value = await work();
  const { user, system } = process.cpuUsage(used);
  return { value, ms: performance.now() - start, cpuMs: (user + system) / 1000 };
}

/** Returns the milliseconds of each task; they alternate, so that all see the same load of the machine. */
export async function inTurns(
  works: readonly (() => unknown)[],
  goesOn: (round: number) => boolean,
  warmUp = 0,
): Promise<number[][]> {
  const times = works.map((): number[] => []);
  for (let round = -warmUp; round < 0 || goesOn(round); round++) {
    for (const [at, work] of works.entries()) {
      const { ms } = await timed(work);
      if (round >= 0) times[at]!.push(ms);
    }
  }
  return times;
}

/**
 * Returns the milliseconds of CPU time that the loop takes on this machine now. It is a baseline for computations,
 * because the ratio to it hardly depends on the machine or its load.
 */
export async function timeArithmetic(): Promise<number> {
  let sum = add();
  const rounds: number[] = [];
  for (let round = 0; round < ADDED; round++) {
    const { value, cpuMs } = await timed(add);
    sum += value;
    rounds.push(cpuMs);
  }
  // Uses the sum, so that the loop cannot be optimized away.
  return sum === 0 ? Number.NaN : median(rounds);
}

function add(): number {
  let sum = 0;
  for (let n = 1; n <= ADDITIONS; n++) sum = (sum + n) % 1_000_003;
  return sum;
}

/** Returns the slope by least squares: how much the value grows with `at`. */
export function slope(points: readonly (readonly [at: number, value: number])[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [at, value] = [mean(points.map((point) => point[0])), mean(points.map((point) => point[1]))];
  const covariance = mean(points.map((point) => (point[0] - at) * (point[1] - value)));
  return covariance / mean(points.map((point) => (point[0] - at) ** 2));
}
