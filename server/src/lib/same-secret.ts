import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether the two are equal; the time that it takes tells neither how much of them is, nor how long they are. */
export function isSameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected));
}

const digest = (text: string) => createHash('sha256').update(text).digest();
