/** Whether this is `npm run test:parts -- long`, which runs all of what `npm test` takes samples of. */
// biome-ignore lint/style/noProcessEnv: tests have no configuration but this.
export const isThorough = process.env.VISAVIS_TEST_THOROUGH === '1';

/** All cases in `npm run test:parts -- long`; in `npm test` the first ones, which stand for the others. */
export function sample<T>(cases: readonly T[], count: number): readonly T[] {
  return isThorough ? cases : cases.slice(0, count);
}
