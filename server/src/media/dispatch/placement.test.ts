import { describe, expect, test } from 'vitest';
import { choosePlace, isWorn, type Place, spares } from './placement.ts';

function place(load: number, over: Partial<Place> = {}): Place {
  return { ready: true, retired: false, worn: false, capacity: 4, conversations: { size: load }, ...over };
}

describe('choosePlace', () => {
  test('takes the least loaded', () => {
    const places = [place(2), place(1), place(3)];
    expect(choosePlace(places)).toBe(places[1]);
  });

  test('takes a loaded worker that is ready before an empty one that still starts', () => {
    const places = [place(0, { ready: false }), place(3)];
    expect(choosePlace(places)).toBe(places[1]);
  });

  test('waits for a starting one when the ready ones are full', () => {
    const places = [place(0, { ready: false }), place(4)];
    expect(choosePlace(places)).toBe(places[0]);
  });

  test('takes a worn one only where no other is ready, and then before one that still starts', () => {
    const worn = place(0, { worn: true });
    const busy = place(3);
    const starting = place(0, { ready: false });
    expect(choosePlace([worn, starting, busy])).toBe(busy);
    expect(choosePlace([starting, worn])).toBe(worn);
  });

  test('measures a load by what the worker takes', () => {
    const big = place(3, { capacity: 16 });
    expect(choosePlace([place(1), big])).toBe(big);
  });

  test('never takes a retired or a full one', () => {
    expect(choosePlace([place(4), place(0, { retired: true })])).toBeUndefined();
  });
});

test('spares are idle and in service', () => {
  const places = [
    place(0),
    place(1),
    place(0, { retired: true }),
    place(0, { ready: false }),
    place(0, { worn: true }),
  ];
  expect(spares(places)).toEqual([places[0], places[3]]);
});

test('a worker is worn by what it has done or by what it holds', () => {
  const limits = { conversations: 3, residentBytes: 1000 };
  expect(isWorn({ served: 2, residentBytes: 999 }, limits)).toBe(false);
  expect(isWorn({ served: 3, residentBytes: 0 }, limits)).toBe(true);
  expect(isWorn({ served: 0, residentBytes: 1000 }, limits)).toBe(true);
});
