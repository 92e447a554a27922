import { describe, expect, it } from 'vitest';
import type { Tensor } from '../../models/runtime/onnx-types.ts';
import { beamSearch, type Cache } from './beam-search.ts';

const [ICE, NICE, CREAM, AND, CAKE, TEA, END, START] = [0, 1, 2, 3, 4, 5, 6, 7];
const VOCABULARY = 8;
const facts = {
  endToken: END,
  suppressed: new Set<number>(),
  suppressedAtStart: new Set([END]),
  noSpeechToken: undefined,
};

/** Creates a decoder with these probabilities of the next word, and nearly 0 for others. Counts its runs. */
function decoder(after: Readonly<Record<number, Readonly<Record<number, number>>>>) {
  const made = {
    runs: 0,
    facts,
    async step(tokens: readonly number[]): Promise<{ logits: Tensor; cache: Cache }> {
      made.runs++;
      const given = after[tokens.at(-1)!] ?? {};
      const data = Float32Array.from({ length: VOCABULARY }, (_, token) => Math.log(given[token] ?? 1e-9));
      return { logits: { dims: [1, 1, data.length], data }, cache: {} };
    },
  };
  return made;
}

const SEARCH = { maxTokens: 20, beamWidth: 3 };

describe('the search for the likeliest text', () => {
  it('finds a text that is more likely as a whole than the one with the most likely first word', async () => {
    const model = decoder({
      [START]: { [ICE]: 0.4, [NICE]: 0.6 },
      [NICE]: { [TEA]: 0.3, [CAKE]: 0.3, [END]: 0.3 },
      [ICE]: { [CREAM]: 1 },
      [CREAM]: { [END]: 1 },
    });
    const { tokens, logProb } = await beamSearch(model, [START], SEARCH);
    expect(tokens).toEqual([ICE, CREAM]);
    expect(logProb).toBeCloseTo(Math.log(0.4) / 3, 5);
  });

  it('runs the decoder once for each word if the model is certain', async () => {
    const model = decoder({
      [START]: { [ICE]: 0.9, [NICE]: 0.1 },
      [ICE]: { [CREAM]: 0.9, [TEA]: 0.1 },
      [CREAM]: { [END]: 0.9, [AND]: 0.1 },
    });
    expect((await beamSearch(model, [START], SEARCH)).tokens).toEqual([ICE, CREAM]);
    expect(model.runs).toBe(3);
  });

  it('follows the more likely of two texts that continue with the same three words', async () => {
    const model = decoder({
      [START]: { [ICE]: 0.6, [NICE]: 0.4 },
      [ICE]: { [CREAM]: 1 },
      [NICE]: { [CREAM]: 1 },
      [CREAM]: { [AND]: 1 },
      [AND]: { [CAKE]: 1 },
      [CAKE]: { [TEA]: 1 },
      [TEA]: { [END]: 1 },
    });
    expect((await beamSearch(model, [START], SEARCH)).tokens).toEqual([ICE, CREAM, AND, CAKE, TEA]);
    expect(model.runs).toBe(1 + 2 * 3 + 2);
  });

  it('ends at the limit, and detects a repetition, keeping one occurrence', async () => {
    const endless = { [START]: { [ICE]: 1 }, [ICE]: { [ICE]: 1 } };
    expect(await beamSearch(decoder(endless), [START], { ...SEARCH, maxTokens: 4 })).toMatchObject({
      tokens: [ICE, ICE, ICE, ICE],
      repetitionTokens: 0,
    });
    expect(await beamSearch(decoder(endless), [START], SEARCH)).toMatchObject({
      tokens: [ICE],
      repetitionTokens: 1,
    });
  });
});
