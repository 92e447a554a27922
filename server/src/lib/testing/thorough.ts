/** Whether this is a larger suite that runs all cases; elsewhere a sample of them is run. */
// biome-ignore lint/style/noProcessEnv: tests have no configuration but this.
export const isThorough = process.env.VISAVIS_TEST_THOROUGH === '1';

/** All cases in such a suite, else the first ones, which stand for the others. */
export function sample<T>(cases: readonly T[], count: number): readonly T[] {
  return isThorough ? cases : cases.slice(0, count);
}
