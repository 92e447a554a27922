import { expect, test } from 'vitest';
import { newBandwidthState, updateBudget } from './bandwidth.ts';

/** Simulates a connection whose receiver estimates 85% of its capacity on overload, as libwebrtc does. */
function simulate(capacity: number, wanted: number, seconds: number) {
  const state = newBandwidthState();
  const budgets: number[] = [];
  let estimate = wanted;
  for (let second = 0; second < seconds; second++) {
    const sent = state.budget === 0 ? wanted : Math.min(wanted, state.budget);
    const over = sent > capacity;
    estimate = over ? capacity * 0.85 : Math.min(estimate * 1.08, sent * 1.5 + 10_000);
    updateBudget(state, { sent, estimate, loss: over ? 1 - capacity / sent : 0 });
    budgets.push(state.budget);
  }
  return budgets;
}

test('a connection that is wide enough is never limited', () =>
  expect(Math.max(...simulate(5_000_000, 1_000_000, 60))).toBe(0));

test('a low first estimate alone limits nothing', () => {
  const state = newBandwidthState();
  for (const estimate of [700_000, 650_000, 700_000, 760_000])
    updateBudget(state, { sent: 1_000_000, estimate: 700_000 + estimate / 1e3, loss: 0 });
  expect(state.budget).toBe(0);
});

test('a narrow connection is filled well, and seldom overfilled', () => {
  const budgets = simulate(500_000, 1_500_000, 120).slice(5);
  const mean = budgets.reduce((sum, budget) => sum + budget, 0) / budgets.length;
  expect(mean).toBeGreaterThan(350_000);
  expect(mean).toBeLessThan(550_000);
  expect(budgets.filter((budget) => budget > 550_000).length).toBeLessThan(budgets.length / 4);
});

test('the limit goes away when the need does', () => {
  const state = newBandwidthState();
  updateBudget(state, { sent: 1_000_000, estimate: 1_000_000, loss: 0 });
  updateBudget(state, { sent: 1_000_000, estimate: 400_000, loss: 0.3 });
  expect(state.budget).toBe(400_000);
  for (let second = 0; second < 40; second++)
    updateBudget(state, { sent: 150_000, estimate: 400_000, loss: 0 });
  expect(state.budget).toBe(0);
});
