import { describe, expect, it } from 'vitest';
import { CATALOGUE } from '../catalogue/catalogue.ts';
import { sizeOf } from '../catalogue/model-entry.ts';
import { firstModel, recommendModel } from './recommend-model.ts';

const models = CATALOGUE.filter(({ purpose }) => purpose === 'language-model');
const named = (wanted: string) => models.find(({ name }) => name === wanted)!;
const measured = { model: 'qwen3-0.6b', bytes: sizeOf(named('qwen3-0.6b').files) };

describe('the language model that is recommended', () => {
  it.each([
    ['the largest, where all answer in time', { coldMs: 700, keptMs: 60, tokensPerSecond: 70 }, 'qwen3-4b'],
    ['a larger one on a faster machine', { coldMs: 1800, keptMs: 130, tokensPerSecond: 35 }, 'qwen3-1.7b'],
    // The larger one would write fast enough, but read the question too slowly.
    ['the measured one', { coldMs: 3100, keptMs: 260, tokensPerSecond: 19 }, 'qwen3-0.6b'],
    ['a smaller one', { coldMs: 9000, keptMs: 900, tokensPerSecond: 8 }, 'smollm2-135m'],
    ['none, where none is fast enough', { coldMs: 90_000, keptMs: 9000, tokensPerSecond: 0.5 }, undefined],
    ['none, where nothing came', { coldMs: 0, keptMs: 0, tokensPerSecond: 0 }, undefined],
  ])('is %s', (_which, speed, name) =>
    expect(recommendModel({ ...measured, ...speed }, models)?.name).toBe(name),
  );

  it("is estimated from the size of an operator's own model, which may be none of the catalogue", () => {
    const own = { ...measured, model: 'my-model' };
    const speed = { coldMs: 3100, keptMs: 260, tokensPerSecond: 19 };
    expect(recommendModel({ ...own, ...speed }, models)?.name).toBe('qwen3-1.7b');
  });

  it('depends on cores and memory if none was measured', () => {
    expect(firstModel(1, models)?.name).toBe('smollm2-135m');
    expect(firstModel(2, models)?.name).toBe('qwen3-0.6b');
    expect(firstModel(2, models.slice(0, 1))?.name).toBe('smollm2-135m');
    expect(firstModel(2, [])).toBeUndefined();
  });
});

describe('the language models of the catalogue', () => {
  it('are listed from the fastest to the best, with all that the estimate needs', () => {
    const sizes = models.map(({ files, size }) => [files[0]!.bytes, size!.parameters] as const);
    expect(sizes).toEqual([...sizes].sort(([a], [b]) => a - b));
    expect(sizes).toEqual([...sizes].sort(([, a], [, b]) => a - b));
  });

  it('are single files of a fixed revision with their sizes, under licences that allow any use', () => {
    for (const { files, license, needs } of models) {
      expect(license.name).toMatch(/^(?:Apache-2\.0|MIT)$/);
      expect(needs).toEqual(['language-runtime']);
      expect(files).toHaveLength(1);
      const { url, path, sha256 } = files[0]!;
      expect(url).toMatch(/^https:\/\/huggingface\.co\/[\w.-]+\/[\w.-]+\/resolve\/[0-9a-f]{40}\//);
      expect(url.endsWith(`/${path}`)).toBe(true);
      expect(sha256).toMatch(/^[0-9a-f]{64}$/);
    }
  });
});
