import { describe, expect, test } from 'vitest';
import { choosePlace, chooseToGive, isWorn, type Place, spares } from './placement.ts';

function place(load: number, over: Partial<Place> = {}): Place {
  return { ready: true, retired: false, worn: false, capacity: 4, conversations: { size: load }, ...over };
}

describe('chooseToGive', () => {
  const guest = (load: number, capacity = 4, movable = true) => ({
    movable,
    capacity,
    conversations: { size: load },
  });

  test('gives an idle worker until both have as many places, and not the last', () => {
    const idle = guest(0);
    expect(chooseToGive([guest(1), idle], 8, 0)).toBe(idle);
    expect(chooseToGive([guest(0), guest(0)], 8, 4)).toBeUndefined();
    expect(chooseToGive([guest(0)], 4, 0)).toBeUndefined();
  });

  test('takes a worker from its conversations only for a process without one', () => {
    const lessBusy = guest(1);
    expect(chooseToGive([guest(2), lessBusy, guest(3)], 12, 0)).toBe(lessBusy);
    expect(chooseToGive([guest(2), guest(1), guest(3)], 12, 4)).toBeUndefined();
  });

  test('gives the biggest that does not turn the difference round', () => {
    const small = guest(0, 2);
    expect(chooseToGive([guest(0, 8), small], 10, 0)).toBe(small);
    const big = guest(0, 8);
    expect(chooseToGive([small, big, guest(0, 8)], 18, 0)).toBe(big);
  });

  test('passes over those that did not find their way lately', () => {
    expect(chooseToGive([guest(0, 4, false), guest(0, 4, false)], 8, 0)).toBeUndefined();
  });
});

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
