import { expect, test } from 'vitest';
import { readRetryAfter } from './read-retry-after.ts';

test.each([
  ['120', 120],
  [' 1.5 ', 1.5],
  ['0', 0],
  ['Wed, 21 Oct 2026 07:28:10 GMT', 10],
  ['Wed, 21 Oct 2026 07:27:00 GMT', 0],
  ['-1', undefined],
  ['soon', undefined],
  ['', undefined],
  [null, undefined],
])('%j is %j seconds', (header, seconds) =>
  expect(readRetryAfter(header, Date.UTC(2026, 9, 21, 7, 28))).toBe(seconds),
);
