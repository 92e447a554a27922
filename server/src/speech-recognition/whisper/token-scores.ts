import type { Tensor } from '../../models/runtime/onnx-types.ts';

/** Scores that are lower by so much add nothing to a sum of probabilities. */
const NEGLIGIBLE = -20;

/** The scores of all tokens for the place after the last one that the decoder was given. */
export function lastRow({ data, dims }: Tensor): Float32Array {
  const size = dims.at(-1)!;
  return (data as Float32Array).subarray(data.length - size);
}

/** The scores of all tokens for the place after the first one. */
export function firstRow({ data, dims }: Tensor): Float32Array {
  return (data as Float32Array).subarray(0, dims.at(-1)!);
}

/** What is subtracted from a score to have its token's log probability. */
export function logOfSum(scores: Float32Array): number {
  let most = Number.NEGATIVE_INFINITY;
  for (let token = 0; token < scores.length; token++) most = Math.max(most, scores[token]!);
  let sum = 0;
  for (let token = 0; token < scores.length; token++)
    if (scores[token]! - most > NEGLIGIBLE) sum += Math.exp(scores[token]! - most);
  return most + Math.log(sum);
}

/**
 * The `count` likeliest tokens up to `last` that are not forbidden, the likeliest first; only `last`, which ends the text,
 * where all are.
 */
export function likeliest(
  scores: Float32Array,
  count: number,
  last: number,
  forbidden: ReadonlySet<number>,
): number[] {
  const best: number[] = [];
  let least = Number.NEGATIVE_INFINITY;
  for (let token = 0; token <= last; token++) {
    if (scores[token]! <= least || forbidden.has(token)) continue;
    const place = best.findIndex((other) => scores[token]! > scores[other]!);
    best.splice(place < 0 ? best.length : place, 0, token);
    if (best.length > count) best.pop();
    if (best.length === count) least = scores[best.at(-1)!]!;
  }
  return best.length > 0 ? best : [last];
}
