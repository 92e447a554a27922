import { expect, it } from 'vitest';
import { FakeClock } from '../lib/testing/fake-clock.ts';
import { MessageBudget } from './message-budget.ts';

it('does not delay a sender of a minute of sound at once that then pauses', () => {
  const clock = new FakeClock();
  const budget = new MessageBudget(clock);
  for (let answer = 0; answer < 20; answer++) {
    for (let n = 0; n < 400; n++) budget.charge(9_000);
    expect(budget.waitMs).toBe(0);
    clock.stall(10_000);
  }
  expect(budget.isExhausted).toBe(false);
});

it('is exhausted by a sender that has to be delayed for 30 seconds without a pause', () => {
  const clock = new FakeClock();
  const budget = new MessageBudget(clock);
  const startMs = clock.now();
  while (!budget.isExhausted && clock.now() - startMs < 100_000) {
    budget.charge(500_000);
    clock.stall(budget.waitMs);
  }
  expect(clock.now() - startMs).toBeGreaterThanOrEqual(30_000);
  expect(clock.now() - startMs).toBeLessThan(40_000);
});

it('forgets the delay of a sender once it has paused', () => {
  const clock = new FakeClock();
  const budget = new MessageBudget(clock);
  for (let answer = 0; answer < 20; answer++) {
    for (let n = 0; n < 600; n++) budget.charge(100);
    expect(budget.waitMs).toBeGreaterThan(0);
    clock.stall(5000);
  }
  expect(budget.isExhausted).toBe(false);
});
