import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Admissions } from './admissions.ts';
import { defaultLimits } from './limits.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Admits two rooms of one owner, and one of another. */
const admit = (limits: { joinsPerSecondPerOwner?: number }) =>
  new Admissions(
    [
      { room: 'storm', owner: 'org-1' },
      { room: 'storm-2', owner: 'org-1' },
      { room: 'quiet', owner: 'org-2' },
    ],
    { ...defaultLimits, ...limits },
  );

const passed = (admissions: Admissions, room: string) =>
  Array.from({ length: 60 }, () => admissions.passJoin(room)).filter(Boolean).length;

test('one owner starts no more joins per second than its share, in all its rooms together', () => {
  const admissions = admit({ joinsPerSecondPerOwner: 5 });
  expect([passed(admissions, 'storm'), passed(admissions, 'storm-2')]).toEqual([5, 0]);
  expect(passed(admissions, 'quiet')).toBe(5);
  vi.advanceTimersByTime(600);
  expect(passed(admissions, 'storm-2')).toBe(3);
  vi.advanceTimersByTime(60_000);
  expect(passed(admissions, 'storm')).toBe(5);
});

test('rooms that end users have started leave some joins for the other rooms of their owner', () => {
  const admissions = new Admissions([], {
    ...defaultLimits,
    joinsPerSecondPerOwner: 5,
    joinsPerSecondOfEndUsers: 4,
  });
  for (const room of ['visit', 'visit-2']) admissions.admit({ room, owner: 'org-1', isOfEndUser: true });
  admissions.admit({ room: 'own', owner: 'org-1' });
  expect([passed(admissions, 'visit'), passed(admissions, 'visit-2')]).toEqual([4, 0]);
  expect(passed(admissions, 'own')).toBe(1);
  vi.advanceTimersByTime(1_000);
  expect([passed(admissions, 'own'), passed(admissions, 'visit')]).toEqual([5, 0]);
});

test('a room that is not admitted, or is sealed, has no share', () => {
  const admissions = admit({});
  expect(admissions.ownerOf('unknown')).toBeUndefined();
  admissions.seal('quiet');
  expect(admissions.ownerOf('quiet')).toBeUndefined();
  expect(admissions.ownerOf('storm')).toBe('org-1');
});
