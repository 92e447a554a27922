import { describe, expect, it } from 'vitest';
import { callGrammar } from './call-grammar.ts';

const rootOf = (parameters: unknown) =>
  callGrammar([{ name: 'book', description: '', parameters }])
    .split('\n')[0]!
    .replace(/^.*?"arguments\\"" gap ":" gap (.*)\) gap "}"$/, '$1');

describe('the grammar of a call', () => {
  it.each([
    ['no schema', undefined, 'object'],
    ['no properties', { properties: {} }, '("{" gap  gap "}")'],
    [
      'a type',
      { properties: { n: { type: 'integer' } }, required: ['n'] },
      '("{" gap "\\"n\\"" gap ":" gap integer gap "}")',
    ],
    [
      'values that are named',
      { properties: { q: { enum: ['a"b', 2] } }, required: ['q'] },
      '("{" gap "\\"q\\"" gap ":" gap ("\\"a\\\\\\"b\\"" | "2") gap "}")',
    ],
    [
      'properties that may be absent',
      { properties: { a: {}, b: { type: ['null', 'string'] } }, required: ['a'] },
      '("{" gap "\\"a\\"" gap ":" gap value gap ("," gap ("\\"b\\"" gap ":" gap (null | string)) gap){0,16} "}")',
    ],
  ])('takes %s', (_, parameters, expected) => {
    expect(rootOf(parameters)).toBe(expected);
  });

  it('is bounded in depth and in size', () => {
    let deep: unknown = { type: 'string' };
    for (let level = 0; level < 10_000; level++) deep = { type: 'array', items: deep };
    expect(rootOf({ properties: { deep }, required: ['deep'] }).length).toBeLessThan(20_000);
    const properties = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`p${n}`, {}]));
    expect(() => rootOf({ properties, required: Object.keys(properties) })).toThrow('are too large');
    expect(() => rootOf({ properties })).toThrow('are too large');
  });
});
