import { describe, expect, it } from 'vitest';
import { CATALOGUE } from '../catalogue/catalogue.ts';
import { firstModel, recommendModel } from './recommend-model.ts';

const models = CATALOGUE.filter(({ purpose }) => purpose === 'language-model');
const [small, middle, large] = models.map(({ name }) => name);
const bytes = models[1]!.files[0]!.bytes;

describe('the language model that is recommended', () => {
  it.each([
    ['the largest that should answer in time', { coldMs: 1000, keptMs: 80, tokensPerSecond: 60 }, large],
    ['the one that was measured', { coldMs: 3000, keptMs: 190, tokensPerSecond: 15 }, middle],
    ['a smaller one', { coldMs: 9000, keptMs: 900, tokensPerSecond: 8 }, small],
    ['none', { coldMs: 60_000, keptMs: 9000, tokensPerSecond: 0.5 }, undefined],
    ['none where nothing came', { coldMs: 0, keptMs: 0, tokensPerSecond: 0 }, undefined],
  ])('is %s', (_which, speed, name) => expect(recommendModel(bytes, speed, models)?.name).toBe(name));

  it('depends on cores and memory if none was measured', () => {
    expect(firstModel(1, models)?.name).toBe(small);
    expect(firstModel(2, models)?.name).toBe(middle);
    expect(firstModel(2, models.slice(0, 1))?.name).toBe(small);
    expect(firstModel(2, [])).toBeUndefined();
  });
});
