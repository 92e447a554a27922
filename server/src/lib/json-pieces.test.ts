import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { compiled, countCharacters, isOnePiece, jsonPieces } from './json-pieces.ts';

const Row = Type.Object({
  name: Type.String(),
  note: Type.Optional(Type.String()),
  inner: Type.Optional(Type.Object({ texts: Type.Array(Type.Object({ text: Type.String() })) })),
  values: Type.Optional(Type.Unsafe({ type: 'object', additionalProperties: true })),
});
const Rows = Type.Object({ total: Type.Optional(Type.Number()), rows: Type.Array(Row) });
const LONG = '\u0001'.repeat(100_000);

const whole = (schema: object, value: unknown) => JSON.parse(compiled(schema)(value)) as unknown;
const joined = (schema: object, value: unknown) =>
  JSON.parse([...jsonPieces(schema, value)].join('')) as unknown;

test.each([
  ['rows of one piece each', { total: 3, rows: [{ name: LONG }, { name: LONG }, { name: 'short' }] }],
  [
    'an object without its first fields',
    {
      rows: [
        { name: 'a', note: LONG },
        { name: 'b', note: LONG },
      ],
    },
  ],
  [
    'a row of several pieces',
    {
      rows: [
        { name: LONG, inner: { texts: Array.from({ length: 50 }, () => ({ text: 'é"\n'.repeat(4_000) })) } },
        { name: 'b', values: { free: [LONG, LONG] } },
      ],
    },
  ],
  ['fields that no schema names', { rows: [{ name: LONG, secret: LONG, inner: { texts: [] } }] }],
])('%s: the pieces together are what the schema says', (_name, value) => {
  expect(isOnePiece(value)).toBe(false);
  expect(joined(Rows, value)).toEqual(whole(Rows, value));
});

test('no piece is larger than one value of a row, however many there are', () => {
  const texts = Array.from({ length: 300 }, () => ({ text: '\u0001'.repeat(4_000) }));
  const rows = Array.from({ length: 10 }, () => ({ name: LONG, inner: { texts } }));
  const lengths = [...jsonPieces(Rows, { rows })].map((piece) => piece.length);
  expect(lengths.reduce((all, length) => all + length)).toBeGreaterThan(75_000_000);
  expect(Math.max(...lengths)).toBeLessThan(900_000);
});

test('pieces are made when they are asked for', () => {
  let read = 0;
  const row = () => ({
    get name() {
      read++;
      return LONG;
    },
  });
  const pieces = jsonPieces(Rows, { rows: Array.from({ length: 50 }, row) });
  pieces.next();
  expect(read).toBeLessThan(10);
});

test.each([
  ['a field with one value', { rows: [{ name: LONG }, { note: LONG }] }],
  ['a field with many', { rows: [{ name: LONG, note: LONG, inner: {} }] }],
])('%s that is missing throws an error', (_name, value) =>
  expect(() => joined(Rows, value)).toThrow('is required'),
);

test('counting ends with what is asked for', () => {
  expect(countCharacters({ a: 'bc' }, Infinity)).toBeGreaterThanOrEqual('{"a":"bc"}'.length);
  const endless = { texts: Array.from({ length: 1_000_000 }, () => 'x') };
  expect(countCharacters(endless, 100)).toBeLessThan(200);
});
