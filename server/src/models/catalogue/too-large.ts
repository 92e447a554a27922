import { totalmem } from 'node:os';

/** The fraction of memory that a language model may use, so that some is left for the rest of the machine. */
const MAX_SHARE = 0.7;

/**
 * Returns why a language model is too large for this machine, or undefined.
 * @param neededBytes the size of its files, all of which must be in memory, and of the conversations that it keeps
 */
export function tooLarge(neededBytes: number, thereBytes = totalmem()): string | undefined {
  const mb = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;
  return neededBytes > MAX_SHARE * thereBytes
    ? `it needs ${mb(neededBytes)} of memory, more than ${100 * MAX_SHARE}% of the ${mb(thereBytes)} of this machine`
    : undefined;
}
