/** The weights of a band in a spectrum, from bin `from` on. */
export interface Band {
  from: number;
  weights: Float64Array;
}

/**
 * Returns bands that overlap by half: each rises from one edge to the next, and falls to the one after that.
 * @param edges in bins, ascending; two more than there are bands
 */
export function triangularBands(edges: readonly number[]): Band[] {
  return edges.slice(2).map((high, band) => {
    const [low, middle] = [edges[band]!, edges[band + 1]!];
    const weightOf = (bin: number) => Math.min((bin - low) / (middle - low), (high - bin) / (high - middle));
    const from = Math.ceil(low);
    const length = Math.ceil(high) - from;
    return { from, weights: Float64Array.from({ length }, (_, n) => weightOf(from + n)) };
  });
}
