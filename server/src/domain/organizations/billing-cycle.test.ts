import { expect, test } from 'vitest';
import { billingCycle } from './billing-cycle.ts';

test.each([
  [1, '2026-03-01T00:00:00Z', '2026-03-01', '2026-04-01'],
  [1, '2026-03-31T23:59:59Z', '2026-03-01', '2026-04-01'],
  [15, '2026-03-14T23:59:59Z', '2026-02-15', '2026-03-15'],
  [15, '2026-03-15T00:00:00Z', '2026-03-15', '2026-04-15'],
  [28, '2026-01-05T00:00:00Z', '2025-12-28', '2026-01-28'],
  [28, '2026-12-31T00:00:00Z', '2026-12-28', '2027-01-28'],
])('with anchor day %i, %s is in the cycle %s to %s', (anchorDay, at, start, end) => {
  const cycle = billingCycle(anchorDay, new Date(at));
  expect(cycle.start.toISOString().slice(0, 10)).toBe(start);
  expect(cycle.end.toISOString().slice(0, 10)).toBe(end);
});
