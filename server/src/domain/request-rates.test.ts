import { describe, expect, test } from 'vitest';
import { silentLogger } from '../lib/logger.ts';
import { bucketOfAddress, createRequestRates, type RequestRateStore } from './request-rates.ts';

/** Creates a shared store with a clock that the test advances. */
function setUp() {
  let now = Date.parse('2026-01-01T00:00:10Z');
  let isAway = false;
  let adds = 0;
  const kept = new Map<string, number>();
  const store: RequestRateStore = {
    async add(bucket, hits, windowStart) {
      adds += 1;
      if (isAway) throw new Error('no store');
      const key = `${bucket} ${windowStart.toISOString()}`;
      kept.set(key, (kept.get(key) ?? 0) + hits);
      return kept.get(key)!;
    },
    deleteExpired: async () => undefined,
  };
  return {
    process: () => createRequestRates(store, () => new Date(now), silentLogger),
    alone: () => createRequestRates(undefined, () => new Date(now), silentLogger),
    store: { adds: () => adds, goAway: () => (isAway = true), names: () => [...kept.keys()].join() },
    advance: (ms: number) => (now += ms),
  };
}

/** Returns how many of `count` requests were within the limit. */
async function within(rates: ReturnType<typeof createRequestRates>, limit: number, count: number) {
  let passed = 0;
  for (let at = 0; at < count; at += 1) if ((await rates.count('a', limit)).hits <= limit) passed += 1;
  return passed;
}

describe('several processes', () => {
  test('a small limit is exact', async () => {
    const { process } = setUp();
    const [one, other] = [process(), process()];
    expect(await within(one, 6, 4)).toBe(4);
    expect(await within(other, 6, 4)).toBe(2);
    expect(await within(one, 6, 4)).toBe(0);
  });
  test('of simultaneous requests, exactly as many pass as a small limit allows', async () => {
    const { process } = setUp();
    const one = process();
    const counts = await Promise.all(Array.from({ length: 8 }, () => one.count('a', 3)));
    expect(counts.map(({ hits }) => hits)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });
  test('a large limit is exceeded by at most 5% per process, with few statements', async () => {
    const { process, store } = setUp();
    const processes = [process(), process(), process()];
    let passed = 0;
    for (let round = 0; round < 1_000; round += 1) {
      for (const one of processes) passed += await within(one, 1_000, 1);
    }
    expect(passed).toBeGreaterThan(900);
    expect(passed).toBeLessThanOrEqual(1_150);
    expect(store.adds()).toBeLessThan(30);
  });
  test('without the store each process counts separately, and no count is lost', async () => {
    const { process, store } = setUp();
    const one = process();
    expect(await within(one, 10, 3)).toBe(3);
    store.goAway();
    expect(await within(one, 10, 20)).toBe(7);
  });
  test('the store gets no addresses and no user names', async () => {
    const { process, store } = setUp();
    await process().count('address 192.0.2.7', 10);
    expect(store.names()).not.toContain('192.0.2.7');
  });
});

test('the counts of an organization and its users are kept, however many addresses call', async () => {
  const rates = setUp().alone();
  const known = ['organization org', 'users org', 'user {"user":"ada"}'];
  for (const name of known) await rates.count(name, 10);
  for (let at = 0; at < 100_000; at += 1)
    await rates.count(
      bucketOfAddress(`2001:db8:${(at >> 16).toString(16)}:${(at & 0xffff).toString(16)}::`, 'attempts'),
      600,
    );
  for (const name of known) expect((await rates.count(name, 10)).hits).toBe(2);
});
