type Cell = string | number | undefined;

/** A table for spreadsheets, whose first row names the columns. */
export const toCsv = (rows: readonly (readonly Cell[])[]): string =>
  // Without the mark, Excel takes it for another character set.
  `\uFEFF${rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')}`;

function cellOf(value: Cell): string {
  const text = String(value ?? '');
  // A text that begins so would be run as a formula, also after a quotation mark of CSV.
  const safe = typeof value === 'string' && /^\s*[=+\-@＝＋－＠\t\r\n]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
