import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { readServerSentData } from './server-sent-events.ts';

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) {
    await Promise.resolve();
    yield bytes.subarray(at, at + size);
  }
}

async function read(text: string, size = 7): Promise<string[]> {
  const all: string[] = [];
  for await (const data of readServerSentData(inPieces(new TextEncoder().encode(text), size))) all.push(data);
  return all;
}

describe('readServerSentData', () => {
  it('reads data, whatever else is sent', async () => {
    const text =
      ': hello\r\n\r\nevent: x\r\ndata: {"a":1}\r\nid: 7\r\n\r\ndata:two\ndata: lines\n\n\n\ndata: [DONE]\n\n';
    expect(await read(text)).toEqual(['{"a":1}', 'two\nlines', '[DONE]']);
  });

  it('reads the last one without an empty line after it', async () => {
    expect(await read('data: one\n\ndata: two')).toEqual(['one', 'two']);
    expect(await read('data: one\n\ndata: two\n')).toEqual(['one', 'two']);
    expect(await read('')).toEqual([]);
  });

  it('does not scan characters repeatedly, however small the pieces of a long line are', async () => {
    const line = `data: ${'x'.repeat(5_000)}`;
    const split = vi.spyOn(RegExp.prototype, Symbol.split);
    try {
      expect(await read(`${line}\r\n\r\n`, 1)).toEqual([line.slice(6)]);
      const looked = split.mock.calls.reduce((sum, [text]) => sum + String(text).length, 0);
      expect(looked).toBeLessThan(3 * line.length);
    } finally {
      split.mockRestore();
    }
  });

  it.each([
    ['a line', 'x'],
    ['lines', 'data: x\n'],
  ])('refuses an event of endless %s', async (_kind, part) => {
    async function* endless() {
      yield Buffer.from('data: ');
      for (;;) yield Buffer.alloc(64 * 1024, part);
    }
    await expect(readServerSentData(endless()).next()).rejects.toThrow(RangeError);
  });

  it('refuses a stream of endless events', async () => {
    async function* endless() {
      for (;;) yield Buffer.alloc(64 * 1024, 'data: {}\n\n');
    }
    const readAll = async () => {
      let events = 0;
      for await (const _ of readServerSentData(endless())) if (++events > 1_000_000) return;
    };
    await expect(readAll()).rejects.toThrow(RangeError);
  });

  it.each([
    ['many lines', 'data: x\n\n'.repeat(1000), 50],
    ['long lines', `data: ${'x'.repeat(100_000)}\n\n`.repeat(15), 15],
  ])('lets other work run while it reads what has arrived: %s', async (_, text, least) => {
    let turns = 0;
    const count = () => {
      turns++;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    await read(text, 1_000_000);
    clearImmediate(next);
    expect(turns).toBeGreaterThanOrEqual(least);
  });

  it('does not care how the bytes were cut', async () => {
    const word = fc
      .string({ unit: 'grapheme' })
      .map((text) => text.replace(/[\r\n\u0085\u2028\u2029]/g, '').trim());
    await fc.assert(
      fc.asyncProperty(
        fc.array(word.filter((text) => text !== '')),
        fc.integer({ min: 1, max: 9 }),
        async (words, size) => {
          const text = words.map((each) => `data: ${each}\r\n\r\n`).join('');
          expect(await read(text, size)).toEqual(words);
        },
      ),
    );
  });
});
