import { expect, test } from 'vitest';
import { chooseWorker, mayShare, type PlacementCandidate, spares } from './placement.ts';

function place(load: number, over: Partial<PlacementCandidate> = {}): PlacementCandidate {
  return { ready: true, retired: false, worn: false, capacity: 4, conversations: { size: load }, ...over };
}

const [starting, full] = [place(0, { ready: false }), place(4)];
const [worn, retired] = [place(0, { worn: true }), place(0, { retired: true })];
test.each<[rule: string, places: PlacementCandidate[], chosen: number]>([
  ['the least loaded', [place(2), place(1), place(3)], 1],
  ['a loaded worker that is ready before an empty one that still starts', [starting, place(3)], 1],
  ['one that starts when the ready ones are full', [full, starting], 1],
  ['a worn one only where no other is ready', [worn, starting, place(3)], 2],
  ['a worn one before one that still starts', [starting, worn], 1],
  ['the load by what the worker takes', [place(1), place(3, { capacity: 16 })], 1],
  ['never a retired or a full one', [full, retired], -1],
])('chooseWorker takes %s', (_rule, places, chosen) => expect(chooseWorker(places)).toBe(places[chosen]));

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

test.each<[rule: string, isInCallerRoom: boolean, others: [organizationId: string, boolean][], may: boolean]>(
  [
    [
      'any in our rooms',
      false,
      [
        ['a', false],
        ['b', false],
      ],
      true,
    ],
    ['its own in their room', false, [['a', true]], true],
    [
      'those of others in their room',
      false,
      [
        ['a', false],
        ['b', true],
      ],
      false,
    ],
    [
      'others while it is in its own room',
      true,
      [
        ['a', false],
        ['b', false],
      ],
      false,
    ],
    [
      'its own while it is in its own room',
      true,
      [
        ['a', false],
        ['a', true],
      ],
      true,
    ],
  ],
)('a conversation may run beside %s', (_rule, isInCallerRoom, others, may) => {
  const tenants = others.map(([organizationId, isInCallerRoom]) => ({ organizationId, isInCallerRoom }));
  expect(mayShare({ organizationId: 'a', isInCallerRoom }, tenants)).toBe(may);
});
