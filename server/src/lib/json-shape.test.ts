import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exceededShape } from './json-shape.ts';

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

function countValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((sum, inner) => sum + countValues(inner), 1);
}

test('depth is exact, and values are counted within a factor of two, whatever the strings hold', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.nat(8), fc.boolean(), (value, depth, isIndented) => {
      const text = JSON.stringify(value, null, isIndented ? 1 : 0);
      const isDeep = exceededShape(text, { depth, values: Number.MAX_SAFE_INTEGER }) === 'depth';
      expect(isDeep).toBe(depthOf(value) > depth);
      // An empty list counts as if it had an element.
      const values = countValues(value);
      expect(exceededShape(text, { depth: 99, values: values * 2 })).toBeUndefined();
      if (values > 1) expect(exceededShape(text, { depth: 99, values: values - 1 })).toBe('values');
    }),
  );
});

test('quotes and backslashes do not mislead it', () => {
  const max = { depth: 1, values: 3 };
  expect(exceededShape(String.raw`["\"[[[,,,"]`, max)).toBeUndefined();
  expect(exceededShape(String.raw`["\\",[[`, max)).toBe('depth');
  expect(exceededShape(String.raw`["\\\",[[`, max)).toBeUndefined();
  expect(exceededShape('"never closed [[[[', max)).toBeUndefined();
});
