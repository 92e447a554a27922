type Cell = string | number | undefined;

/** Returns a table as CSV for spreadsheets. The first row names the columns. */
export const toCsv = (rows: readonly (readonly Cell[])[]): string =>
  // Without the byte order mark, Excel assumes another character set.
  `\uFEFF${rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')}`;

function cellOf(value: Cell): string {
  const text = String(value ?? '');
  // A spreadsheet would run a text with such a beginning as a formula, even inside CSV quotation marks.
  const safe = typeof value === 'string' && /^\s*[=+\-@＝＋－＠\t\r\n]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
