import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
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
