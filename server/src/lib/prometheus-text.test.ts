import { Histogram, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { MetricsText, quantile } from './prometheus-text.ts';

async function observed(values: number[]): Promise<MetricsText> {
  const registers = [new Registry()];
  const seconds = new Histogram({
    name: 'seconds',
    help: 'x',
    buckets: [0.1, 0.2, 0.4],
    labelNames: ['engine'],
    registers,
  });
  for (const [at, value] of values.entries()) seconds.observe({ engine: at % 2 ? 'a' : 'b' }, value);
  return new MetricsText(await registers[0]!.metrics());
}

test('sums over labels, of what the library writes', async () => {
  const metrics = await observed([0.05, 0.15, 0.15, 0.3]);
  expect(metrics.sum('seconds_count')).toBe(4);
  expect(metrics.sum('nothing')).toBeUndefined();
  expect([...metrics.buckets('seconds')]).toEqual([
    [0.1, 1],
    [0.2, 3],
    [0.4, 4],
    [Number.POSITIVE_INFINITY, 4],
  ]);
});

test('quantiles, interpolated within their bucket, between two readings', async () => {
  const before = (await observed([0.05, 0.05])).buckets('seconds');
  const now = (await observed([0.05, 0.05, 0.15, 0.15, 9])).buckets('seconds');
  expect(quantile(0.5, now)).toBeCloseTo(0.1 + 0.1 * (0.5 / 2), 10);
  expect(quantile(0.5, now, before)).toBeCloseTo(0.1 + 0.1 * (1.5 / 2), 10);
  // Above the last bound the value is unknown.
  expect(quantile(0.95, now, before)).toBe(0.4);
  expect(quantile(0.5, now, now)).toBeUndefined();
  expect(quantile(0.5, new Map())).toBeUndefined();
});
