import { type Report, summarize } from '../support/report.ts';

/** The measurements of each contender, one row per measurement, and how the first compares with the others. */
export class Figures {
  readonly #names: readonly string[];
  readonly #rows = new Map<string, Map<string, number[]>>();

  constructor(names: readonly string[]) {
    this.#names = names;
  }

  add(row: string, name: string, ...values: number[]): void {
    const cells = this.#rows.get(row) ?? new Map<string, number[]>();
    this.#rows.set(row, cells);
    cells.set(name, [...(cells.get(name) ?? []), ...values]);
  }

  show(report: Report): void {
    const [first = '', ...others] = this.#names;
    const cells = ({ n, median, p95 }: ReturnType<typeof summarize>, tried: number) =>
      n === 0
        ? `none (0 of ${tried})`
        : `${tell(median)} / ${tell(p95)} (${n === tried ? n : `${n} of ${tried}`})`;
    report.text('Median / p95 (n), and the ratio of the medians.\n');
    report.table([
      ['', ...this.#names, ...others.map((name) => `${first} : ${name}`)],
      ...[...this.#rows].map(([row, measured]) => {
        const of = (name: string) => summarize(measured.get(name) ?? []);
        return [
          row,
          ...this.#names.map((name) => cells(of(name), measured.get(name)?.length ?? 0)),
          ...others.map((name) => of(first).median / of(name).median),
        ];
      }),
    ]);
  }
}

function tell(value: number): string {
  return value.toFixed(Math.abs(value) >= 100 ? 0 : 1);
}
