import { expect, test } from 'vitest';
import { LayerRates } from './layer-rates.ts';

/** A second of 30 pictures with two sizes and three frame rates. */
function second() {
  const rates = new LayerRates();
  for (let picture = 0; picture < 30; picture++) {
    const temporal = [0, 2, 1, 2][picture % 4]!;
    for (const [spatial, bytes] of [100, 300].entries())
      rates.record(spatial, temporal, picture * 3000, bytes);
  }
  return rates;
}

test('a frame rate takes the lowest layer that brings it, or nearly', () => {
  const rates = second();
  rates.roll();
  expect([7, 8, 10, 15, 16, 20, 30, 60, 0].map((rate) => rates.temporalFor(rate))).toEqual([
    0, 0, 1, 1, 1, 2, 2, 7, 7,
  ]);
});

test('a size takes its bits and those of the smaller ones, of the last second', () => {
  const rates = second();
  expect(rates.spatialLayers).toBe(0);
  rates.roll();
  expect([rates.spatialLayers, rates.bitsUpTo(0), rates.bitsUpTo(1)]).toEqual([2, 24_000, 96_000]);
  rates.roll();
  expect(rates.spatialLayers).toBe(0);
});
