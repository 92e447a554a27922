/** Reads Prometheus' text format, as far as one looks things up in it. */
export class MetricsText {
  readonly #samples = new Map<string, { labels: string; value: number }[]>();

  constructor(text: string) {
    for (const line of text.split('\n')) {
      const match = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)/.exec(line);
      if (!match) continue;
      const [, name, labels = '', value] = match;
      const samples = this.#samples.get(name!) ?? [];
      this.#samples.set(name!, samples);
      samples.push({ labels, value: Number(value!.replace('+Inf', 'Infinity')) });
    }
  }

  /** Over all labels; undefined where there is none. */
  sum(name: string): number | undefined {
    return this.#samples.get(name)?.reduce((total, { value }) => total + value, 0);
  }

  /** Observations by upper bound, over all other labels: each bucket has those of the smaller ones, too. */
  buckets(name: string): Map<number, number> {
    const counts = new Map<number, number>();
    for (const { labels, value } of this.#samples.get(`${name}_bucket`) ?? []) {
      const bound = Number(/le="([^"]*)"/.exec(labels)?.[1]?.replace('+Inf', 'Infinity'));
      counts.set(bound, (counts.get(bound) ?? 0) + value);
    }
    return counts;
  }
}

/**
 * The bound below which this share of the observations between two readings lies, interpolated within its bucket as
 * `histogram_quantile` does; undefined where there was none.
 */
export function quantile(
  share: number,
  now: Map<number, number>,
  before?: Map<number, number>,
): number | undefined {
  const bounds = [...now.keys()].toSorted((a, b) => a - b);
  const count = (bound: number) => (now.get(bound) ?? 0) - (before?.get(bound) ?? 0);
  const total = bounds.length > 0 ? count(bounds.at(-1)!) : 0;
  if (total <= 0) return undefined;
  let [lower, below] = [0, 0];
  for (const bound of bounds) {
    const upTo = count(bound);
    if (upTo >= share * total) {
      if (bound === Number.POSITIVE_INFINITY) return lower;
      return lower + (bound - lower) * ((share * total - below) / (upTo - below));
    }
    [lower, below] = [bound, upTo];
  }
  return lower;
}
