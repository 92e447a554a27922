import { describe, expect, test } from 'vitest';
import { choosePlace, type Place, spares } from './placement.ts';

function place(load: number, over: Partial<Place> = {}): Place {
  return { ready: true, retired: false, conversations: { size: load }, ...over };
}

describe('choosePlace', () => {
  test('takes the least loaded', () => {
    const places = [place(2), place(1), place(3)];
    expect(choosePlace(places, 4)).toBe(places[1]);
  });

  test('takes a loaded worker that is ready before an empty one that still starts', () => {
    const places = [place(0, { ready: false }), place(3)];
    expect(choosePlace(places, 4)).toBe(places[1]);
  });

  test('waits for a starting one when the ready ones are full', () => {
    const places = [place(0, { ready: false }), place(4)];
    expect(choosePlace(places, 4)).toBe(places[0]);
  });

  test('never takes a retired or a full one', () => {
    expect(choosePlace([place(4), place(0, { retired: true })], 4)).toBeUndefined();
  });
});

test('spares are idle and in service', () => {
  const places = [place(0), place(1), place(0, { retired: true }), place(0, { ready: false })];
  expect(spares(places)).toEqual([places[0], places[3]]);
});
