import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RateGate } from '../../lib/rate-gate.ts';
import { defaultLimits } from '../limits.ts';
import { FairScheduler } from './fair-scheduler.ts';

let nowMs = 0;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setImmediate', 'setTimeout', 'clearTimeout'] });
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const { workMsPerSecondPerPerson: personMs, workMsPerSecondPerOwner: ownerMs } = defaultLimits;
const person = () => ({ workMs: new RateGate(personMs) });

/** Creates a scheduler, and a function that adds a task of `ms` milliseconds that records its name. */
function start() {
  const scheduler = new FairScheduler(defaultLimits);
  const done: string[] = [];
  const add = (owner: string, who: ReturnType<typeof person>, name: string, ms: number, count = 1) => {
    for (let piece = 0; piece < count; piece++)
      scheduler.add(owner, who, () => {
        nowMs += ms;
        done.push(name);
      });
  };
  return { done, add };
}

/** Runs more event loop iterations than there are tasks. A timer set in one of them fires a millisecond later. */
const run = () => {
  for (let iteration = 0; iteration < 500; iteration++) vi.advanceTimersByTime(1);
};
const letPass = (ms: number) => {
  nowMs += ms;
  vi.advanceTimersByTime(ms);
  run();
};

test("work of another owner waits for at most one piece of anybody's work", () => {
  const { done, add } = start();
  for (let visitor = 0; visitor < 32; visitor++) add('attacked', person(), 'flood', 1, 6);
  add('other', person(), 'asks', 1);
  run();
  expect(done.indexOf('asks')).toBeLessThanOrEqual(1);
  expect(done).toHaveLength(32 * 6 + 1);
});

test('a participant that has used up its share waits, and others of its owner do not', () => {
  const { done, add } = start();
  const [greedy, modest] = [person(), person()];
  add('shop', greedy, 'greedy', personMs / 2, 10);
  run();
  const first = done.length;
  // The share refills while the work runs.
  expect(first).toBeLessThanOrEqual(3);
  add('shop', modest, 'modest', 1);
  run();
  expect(done.at(-1)).toBe('modest');
  letPass(60_000);
  expect(done.length).toBeGreaterThan(first + 1);
});

test('an owner has one share however many participants it has, and another owner has its own', () => {
  const { done, add } = start();
  for (let visitor = 0; visitor < 100; visitor++) add('attacked', person(), 'flood', personMs / 2, 2);
  run();
  expect(done.length).toBeLessThanOrEqual((1.5 * ownerMs) / (personMs / 2));
  add('other', person(), 'asks', 1);
  run();
  expect(done.at(-1)).toBe('asks');
});
