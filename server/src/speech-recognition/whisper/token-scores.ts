import type { Tensor } from '../../models/runtime/onnx-types.ts';

/** Scores that are this much lower add nothing to a sum of probabilities. */
const NEGLIGIBLE = -20;

/** Returns the scores of all tokens for the position after the last token that the decoder was given. */
export function lastRow({ data, dims }: Tensor): Float32Array {
  const size = dims.at(-1)!;
  return (data as Float32Array).subarray(data.length - size);
}

/** Returns the scores of all tokens for the position after the first token. */
export function firstRow({ data, dims }: Tensor): Float32Array {
  return (data as Float32Array).subarray(0, dims.at(-1)!);
}

/** Returns the logarithm of the sum of the scores' exponentials: a score minus it is its token's log probability. */
export function logSumExp(scores: Float32Array): number {
  let highest = Number.NEGATIVE_INFINITY;
  for (let token = 0; token < scores.length; token++) highest = Math.max(highest, scores[token]!);
  let sum = 0;
  for (let token = 0; token < scores.length; token++)
    if (scores[token]! - highest > NEGLIGIBLE) sum += Math.exp(scores[token]! - highest);
  return highest + Math.log(sum);
}

/**
 * Returns the `count` likeliest tokens up to `last` that are not forbidden, the likeliest first. If all are forbidden,
 * returns only `last`, which ends the text.
 */
export function topTokens(
  scores: Float32Array,
  count: number,
  last: number,
  forbidden: ReadonlySet<number>,
): number[] {
  const best: number[] = [];
  let threshold = Number.NEGATIVE_INFINITY;
  for (let token = 0; token <= last; token++) {
    if (scores[token]! <= threshold || forbidden.has(token)) continue;
    const position = best.findIndex((other) => scores[token]! > scores[other]!);
    best.splice(position < 0 ? best.length : position, 0, token);
    if (best.length > count) best.pop();
    if (best.length === count) threshold = scores[best.at(-1)!]!;
  }
  return best.length > 0 ? best : [last];
}
