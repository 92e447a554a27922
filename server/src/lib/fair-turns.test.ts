import { expect, test } from 'vitest';
import { FairTurns } from './fair-turns.ts';

const settled = () => new Promise(setImmediate);

function start(bounds: { atOnce: number; ofOne?: number; waitingOfOne?: number; waiting?: number }) {
  const turns = new FairTurns({ waitingOfOne: 50, waiting: 100, ...bounds }, () => new Error('full'));
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string, signal?: AbortSignal) => {
    const until = () => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.set(name, resolve));
    };
    return turns.run(name[0]!, until, signal);
  };
  const end = async (name: string) => {
    ends.get(name)!();
    await settled();
  };
  return { turns, begun, work, end };
}

test('owners take turns, however much one of them wants', async () => {
  const { begun, work, end } = start({ atOnce: 1 });
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) void work(name);
  await settled();
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']) {
    expect(begun.at(-1)).toBe(name);
    await end(name);
  }
});

test('as many run at once as allowed, each for another owner', async () => {
  const { begun, work, end } = start({ atOnce: 2 });
  for (const name of ['a1', 'a2', 'b1', 'c1']) void work(name);
  await settled();
  expect(begun).toEqual(['a1', 'b1']);
  await end('b1');
  expect(begun).toEqual(['a1', 'b1', 'c1']);
  await end('c1');
  await end('a1');
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2']);
});

test('one owner has as many running at once as allowed, and no more', async () => {
  const { begun, work, end } = start({ atOnce: 3, ofOne: 2 });
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2']) void work(name);
  await settled();
  expect(begun).toEqual(['a1', 'a2', 'b1']);
  await end('b1');
  expect(begun).toEqual(['a1', 'a2', 'b1', 'b2']);
  await end('a1');
  expect(begun).toEqual(['a1', 'a2', 'b1', 'b2', 'a3']);
});

test('too long a queue is refused, and failures free their place', async () => {
  const { turns, begun, work, end } = start({ atOnce: 1, waitingOfOne: 1, waiting: 2 });
  const failing = turns.run('z', () => Promise.reject(new Error('failed')));
  void work('a1');
  await expect(failing).rejects.toThrow('failed');
  expect(begun).toEqual(['a1']);
  void work('a2');
  await expect(work('a3')).rejects.toThrow('full');
  void work('b1');
  await expect(work('c1')).rejects.toThrow('full');
  await end('a1');
  void work('c2');
  await end('a2');
  await end('b1');
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c2']);
});

test('cancelled work leaves the queue, and frees its place', async () => {
  const { begun, work, end } = start({ atOnce: 1, waitingOfOne: 1, waiting: 2 });
  void work('a1');
  const gone = new AbortController();
  const leaving = work('a2', gone.signal);
  void work('b1');
  await expect(work('a3')).rejects.toThrow('full');
  gone.abort(new Error('not wanted'));
  await expect(leaving).rejects.toThrow('not wanted');
  await expect(work('c1', gone.signal)).rejects.toThrow('not wanted');
  void work('a4');
  await end('a1');
  await end('b1');
  expect(begun).toEqual(['a1', 'b1', 'a4']);
});
