import { describe, expect, it } from 'vitest';
import { commonLength, Sequences } from './sequences.ts';

const patient = new AbortController().signal;

describe('sequences', () => {
  it('gives a conversation its previous sequence, or else the one unused for longest', async () => {
    const sequences = new Sequences(2);
    const ids: Record<string, number> = {};
    for (const key of ['a', 'b', 'a', 'c']) {
      const sequence = await sequences.take(key, patient);
      sequences.release(key, sequence);
      ids[key] ??= sequence.id;
    }
    expect(ids.b).not.toBe(ids.a);
    // `b` lost its sequence, and `a` still has its own.
    expect(ids.c).toBe(ids.b);
    expect((await sequences.take('a', patient)).id).toBe(ids.a);
  });

  it('makes the next request of a conversation wait for the previous one, even if another sequence is free', async () => {
    const sequences = new Sequences(2);
    const first = await sequences.take('a', patient);
    const second = sequences.take('a', patient);
    const other = await sequences.take('b', patient);
    sequences.release('b', other);
    sequences.release('a', first);
    expect((await second).id).toBe(first.id);
  });

  it('makes a request wait if no sequence is free, until it is cancelled', async () => {
    const sequences = new Sequences(1);
    const first = await sequences.take('a', patient);
    const leaving = new AbortController();
    const left = sequences.take('b', leaving.signal);
    const waiting = sequences.take('c', patient);
    leaving.abort();
    await expect(left).rejects.toMatchObject({ name: 'AbortError' });
    sequences.release('a', first);
    expect((await waiting).id).toBe(first.id);
  });
});

it('counts the common prefix of two lists', () => {
  expect(commonLength([1, 2, 3], [1, 2, 4, 5])).toBe(2);
  expect(commonLength([1, 2], [1, 2, 3])).toBe(2);
  expect(commonLength([], [1])).toBe(0);
});
