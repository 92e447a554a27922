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

export const median = (values: readonly number[]) => summarize(values).median;

export type Row = readonly (string | number)[];

export interface Series {
  name: string;
  values: readonly number[];
  unit: string;
  /** The baseline: values measured in the same run, or a number. */
  to?: readonly number[] | number | undefined;
  target?: string | undefined;
}

/** The tables of a benchmark, printed as they are created: every figure with its n, median and p95. */
export class Report {
  readonly #lines: string[] = [];

  heading(text: string): void {
    this.text(`${this.#lines.at(-1) === '' ? '' : '\n'}## ${text}\n`);
  }

  text(line: string): void {
    this.#lines.push(line);
    process.stdout.write(`${line}\n`);
  }

  /** Prints a table; the first row is the header. */
  table(rows: readonly Row[]): void {
    const cells = rows.map((row) => row.map((cell) => (typeof cell === 'number' ? round(cell) : cell)));
    const widths = cells[0]!.map((_, i) => Math.max(...cells.map((row) => (row[i] ?? '').length)));
    const line = (row: readonly string[]) =>
      `| ${widths.map((width, i) => (row[i] ?? '').padEnd(width)).join(' | ')} |`;
    const [head, ...body] = cells;
    this.text(line(head!));
    this.text(`|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`);
    for (const row of body) this.text(line(row));
    this.text('');
  }

  /** Prints one row per series; the ratio is that of the medians. */
  measured(series: readonly Series[]): void {
    this.table([
      ['', 'n', 'median', 'p95', 'unit', 'ratio to the yardstick', 'target'],
      ...series.map(({ name, values, unit, to, target }) => {
        const { n, median: middle, p95 } = summarize(values);
        const ratio = to === undefined ? '' : middle / (typeof to === 'number' ? to : median(to));
        return [name, String(n), middle, p95, unit, ratio, target ?? ''];
      }),
    ]);
  }

  toString(): string {
    return `${this.#lines.join('\n').trimEnd()}\n`;
  }
}

function round(value: number): string {
  if (!Number.isFinite(value)) return 'none';
  if (Number.isInteger(value)) return String(value);
  const size = Math.abs(value);
  return value.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : 2);
}
