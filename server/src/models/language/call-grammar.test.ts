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
      '("{" gap "\\"a\\"" gap ":" gap value gap ("," gap ("\\"b\\"" gap ":" gap (null | string)) gap){0,1} "}")',
    ],
    [
      'a greatest length',
      { properties: { s: { type: ['string', 'null'], maxLength: 20.5 } }, required: ['s'] },
      String.raw`("{" gap "\"s\"" gap ":" gap (("\"" character{0,20} "\"") | null) gap "}")`.replaceAll(
        '\\\\',
        '\\',
      ),
    ],
    [
      'a greatest length that is no limit',
      { properties: { s: { type: 'string', maxLength: -1 } }, required: ['s'] },
      '("{" gap "\\"s\\"" gap ":" gap string gap "}")',
    ],
    [
      'a list that must be empty',
      { properties: { l: { type: 'array', items: {}, maxItems: 0 } }, required: ['l'] },
      '("{" gap "\\"l\\"" gap ":" gap ("[" gap "]") gap "}")',
    ],
  ])('accepts %s', (_, parameters, expected) => expect(rootOf(parameters)).toBe(expected));

  it.each([
    ['as the schema says', { maxItems: 3 }, 2],
    ['at most 16', { maxItems: 500 }, 15],
    ['at most 16 where it says nothing', {}, 15],
  ])('lets a list have as many items %s', (_, limits, more) => {
    const parameters = { properties: { l: { type: 'array', items: {}, ...limits } } };
    const grammar = callGrammar([{ name: 'book', description: '', parameters }]);
    expect(grammar).toContain(`r0 gap ("," gap r0 gap){0,${more}}`);
  });

  it('is limited in depth and size', () => {
    let deep: unknown = { type: 'string' };
    for (let level = 0; level < 10_000; level++) deep = { type: 'array', items: deep };
    expect(rootOf({ properties: { deep }, required: ['deep'] }).length).toBeLessThan(20_000);
    const properties = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`p${n}`, {}]));
    expect(() => rootOf({ properties, required: Object.keys(properties) })).toThrow('are too large');
    expect(() => rootOf({ properties })).toThrow('are too large');
  });
});
