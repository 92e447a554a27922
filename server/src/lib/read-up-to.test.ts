import { describe, expect, it } from 'vitest';
import { readUpTo } from './read-up-to.ts';

describe('readUpTo', () => {
  it.each([
    ['nothing', [], '', true],
    ['less than the limit', ['ab', '', 'c'], 'abc', true],
    ['as much as the limit', ['abc', 'de'], 'abcde', true],
    ['more, in one part', ['abcdefgh'], 'abcde', false],
    ['more, in a last part', ['abc', 'def'], 'abcde', false],
  ])('reads %s', async (_, parts, text, isWhole) => {
    const read = await readUpTo(
      parts.map((part) => Buffer.from(part)),
      5,
    );
    expect({ ...read, bytes: read.bytes.toString() }).toEqual({ bytes: text, isWhole });
  });

  it('keeps none of the buffers in which the parts came', async () => {
    const part = Buffer.from('x');
    const { bytes } = await readUpTo(
      Array.from({ length: 1000 }, () => part),
      5000,
    );
    part.fill('y');
    expect(bytes.equals(Buffer.alloc(1000, 'x'))).toBe(true);
    expect(bytes.buffer.byteLength).toBeLessThanOrEqual(8192);
  });
});
