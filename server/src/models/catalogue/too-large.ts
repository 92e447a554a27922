import { totalmem } from 'node:os';

/** Share of the memory that a language model may take, so that the rest of the machine has some as well. */
const MAX_SHARE = 0.7;

/**
 * Why a language model is too large for this machine: all of its weights are in memory. `undefined` where it is not.
 * @param neededBytes size of its files
 */
export function tooLarge(neededBytes: number, thereBytes = totalmem()): string | undefined {
  const mb = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;
  return neededBytes > MAX_SHARE * thereBytes
    ? `it needs ${mb(neededBytes)} of memory, more than ${100 * MAX_SHARE}% of the ${mb(thereBytes)} of this machine`
    : undefined;
}
