import { systemClock } from '../../lib/clock.ts';
import { sleepUnlessAborted } from '../../lib/sleep-unless-aborted.ts';
import type { ErasedRecords } from './erasure-store.ts';

const PIECE = 20;

/**
 * Erases conversations piece by piece until none is left or `signal` fires, and yields what went with each piece. The embedded
 * store does one transaction after the other: a request waits for one piece at most, and for none while this rests.
 *
 * @param erase erases at most so many conversations
 * @param rest between two pieces, as a multiple of the time that the last one took
 */
export async function* erasedPieces(
  erase: (most: number) => Promise<ErasedRecords>,
  rest: number,
  signal: AbortSignal = new AbortController().signal,
): AsyncGenerator<ErasedRecords> {
  while (!signal.aborted) {
    const begun = performance.now();
    const gone = await erase(PIECE);
    yield gone;
    if (gone.conversations < PIECE) return;
    await sleepUnlessAborted(systemClock, rest * (performance.now() - begun), signal);
  }
}
