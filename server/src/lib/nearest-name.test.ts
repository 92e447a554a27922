import { expect, test } from 'vitest';
import { nearestName } from './nearest-name.ts';

const names = ['maxDuration', 'avatar', 'agent', 'client', 'name', 'additionalCtx'];

test.each([
  ['maxDurations', 'maxDuration'],
  ['max_duration', 'maxDuration'],
  ['cleint', 'client'],
  ['Name', 'name'],
  ['aditionalContext', 'additionalCtx'],
])('%s means %s', (typed, name) => {
  expect(nearestName(typed, names)).toBe(name);
});

test.each(['temperature', 'x'.repeat(1000), '0123456789'])('%s means none of them', (typed) => {
  expect(nearestName(typed, names)).toBeUndefined();
});
