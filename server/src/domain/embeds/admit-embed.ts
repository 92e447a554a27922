import { EMBED_LIMITS } from '@visavis/contracts';
import { DomainError, quotaExceeded } from '../errors.ts';
import type { Embed, EmbedUse } from './embeds.ts';

export type EmbedTerms = Pick<
  Embed,
  'id' | 'greeting' | 'video' | 'concurrentConversations' | 'secondsPerDay'
>;

/**
 * Returns the maximum seconds of one more conversation: at most what is left of the day.
 * @throws DomainError `concurrency_limit`, `quota_exceeded`
 */
export function admitToEmbed(terms: EmbedTerms, use: EmbedUse, maxSeconds: number): number {
  checkConcurrency(terms, use.running);
  const remainingSeconds = Math.floor(terms.secondsPerDay - use.secondsToday);
  if (remainingSeconds < EMBED_LIMITS.countedSeconds) {
    throw quotaExceeded('This avatar has reached its daily limit; it is available again after midnight UTC.');
  }
  return Math.min(maxSeconds, remainingSeconds);
}

/** @throws DomainError `concurrency_limit` if the `running` conversations, with those that start, are the maximum */
export function checkConcurrency(terms: Pick<EmbedTerms, 'concurrentConversations'>, running: number): void {
  if (running < terms.concurrentConversations) return;
  throw new DomainError(
    'concurrency_limit',
    'This avatar is already talking with as many visitors as it can; try again in a moment.',
    { retryAfterSeconds: 10 },
  );
}
