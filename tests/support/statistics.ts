export function median(values: number[]): number {
  return quantile(values, 0.5);
}

/** The value below which `share` of the values lie, the nearest rank. */
export function quantile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
