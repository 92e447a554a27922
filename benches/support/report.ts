/** Tables of a benchmark: every figure with its n, median and p95, and what it was compared with in the same run. */

export interface Measured {
  n: number;
  median: number;
  p95: number;
  p99: number;
}

export function summarize(values: readonly number[]): Measured {
  const sorted = values.filter(Number.isFinite).sort((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { n: sorted.length, median: at(0.5), p95: at(0.95), p99: at(0.99) };
}

export class Report {
  readonly #lines: string[] = [];

  heading(text: string): void {
    this.#print(`\n## ${text}\n`);
  }

  text(text: string): void {
    this.#print(text);
  }

  /** First row is the head. */
  table(rows: readonly (readonly (string | number)[])[]): void {
    const cells = rows.map((row) => row.map((cell) => (typeof cell === 'number' ? round(cell) : cell)));
    const widths = cells[0]!.map((_, i) => Math.max(...cells.map((row) => (row[i] ?? '').length)));
    const line = (row: readonly string[]) =>
      `| ${widths.map((w, i) => (row[i] ?? '').padEnd(w)).join(' | ')} |`;
    const [head, ...body] = cells;
    this.#print(line(head!));
    this.#print(`|${widths.map((w) => '-'.repeat(w + 2)).join('|')}|`);
    for (const row of body) this.#print(line(row));
  }

  /** One row a series: name, n, median, p95, unit, target. */
  measured(
    series: readonly { name: string; values: readonly number[]; unit: string; target?: string }[],
  ): void {
    this.table([
      ['', 'n', 'median', 'p95', 'unit', 'target'],
      ...series.map(({ name, values, unit, target }) => {
        const { n, median, p95 } = summarize(values);
        return [name, String(n), median, p95, unit, target ?? ''];
      }),
    ]);
  }

  toString(): string {
    return `${this.#lines.join('\n')}\n`;
  }

  #print(line: string): void {
    this.#lines.push(line);
    process.stdout.write(`${line}\n`);
  }
}

function round(value: number): string {
  if (!Number.isFinite(value)) return 'none';
  return Math.abs(value) >= 100
    ? value.toFixed(0)
    : Math.abs(value) >= 10
      ? value.toFixed(1)
      : value.toFixed(2);
}

export type Bench = (args: string[], report: Report) => Promise<void>;
