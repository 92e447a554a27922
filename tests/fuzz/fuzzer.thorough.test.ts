import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { hex, packetsOf, sequenceOf } from './fuzz-target.ts';
import { runThread } from './run-thread.ts';
import { storedInputs, storeInputs } from './targets.ts';

const fuzz = (suspicious: string, runs: number, hangsMs?: number, stored?: Buffer[]) =>
  runThread({
    module: `${new URL('planted.js', import.meta.url).href}?${suspicious}`,
    seed: 4,
    runs,
    ...(hangsMs && { hangsMs }),
    ...(stored && { stored }),
  });

test('a fault behind four bytes is found by what leads to it; errors that are declared are none', async () => {
  const { finds } = await fuzz('', 70_000);
  expect(finds.map(({ kind, what }) => [kind, what.split('\n')[0]])).toEqual([
    ['throws', 'TypeError: planted'],
  ]);
  expect(finds[0]!.input.subarray(0, 4).toString('hex')).toBe('4d41471c');
});

test('the same seed leads to the same', async () => {
  const [first, again] = [await fuzz('', 10_000), await fuzz('', 10_000)];
  expect(first.corpus).toBeGreaterThan(3);
  expect(again).toEqual(first);
});

test('a run begins where another has stored what it reached', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'visavis-corpus-'));
  const corpus = pathToFileURL(`${folder}/`);
  try {
    expect(storedInputs('planted', corpus)).toEqual([]);
    const { added, blocks } = await fuzz('', 10_000);
    storeInputs('planted', added, corpus);
    const stored = storedInputs('planted', corpus);
    expect(stored).toHaveLength(added.length);
    const later = await fuzz('', 1, undefined, stored);
    expect([later.blocks, later.added]).toEqual([blocks, []]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('what takes long for its length is found, once for all inputs that show it', async () => {
  const { finds } = await fuzz('slow', 500);
  expect(finds.map(({ kind, what }) => [kind, what])).toEqual([['hangs', '1000 ms for 4 bytes']]);
});

test('an input of which too much stays in memory is found', async () => {
  const { finds } = await fuzz('keep', 1);
  expect(finds.map(({ kind, input }) => [kind, input.toString()])).toEqual([['keeps', 'keep']]);
});

test('a parser that never ends is found, and has read the input again before it is said to hang', async () => {
  const { finds } = await fuzz('endless', 1, 400);
  expect(finds.map(({ kind, input }) => [kind, input.toString()])).toEqual([['hangs', 'endless']]);
});

test('a sequence is cut into the packets that it was made of, and to its end where a length leads beyond it', () => {
  const cut = (bytes: Buffer) => packetsOf(bytes).map((packet) => packet.toString('hex'));
  expect(cut(sequenceOf(hex('0102'), hex(''), hex('03')))).toEqual(['0102', '', '03']);
  expect(cut(hex('ffff 01'))).toEqual(['01']);
});
