import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares two secrets in constant time: the duration reveals neither common prefixes nor lengths. */
export function isSameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected));
}

const digest = (text: string) => createHash('sha256').update(text).digest();
