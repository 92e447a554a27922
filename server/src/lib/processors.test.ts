import { expect, test } from 'vitest';
import { parseProcessorList, parseQuota } from './processors.ts';

test('reads lists of processors as the kernel writes them', () => {
  expect([...parseProcessorList('0-2,5\n')]).toEqual([0, 1, 2, 5]);
  expect([...parseProcessorList('3')]).toEqual([3]);
});

test('reads the quota of a cgroup', () => {
  expect(parseQuota('50000 100000\n')).toBe(0.5);
  expect(parseQuota('max 100000\n')).toBeUndefined();
  expect(parseQuota(undefined)).toBeUndefined();
});
