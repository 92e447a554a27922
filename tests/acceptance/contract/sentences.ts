import { readFileSync } from 'node:fs';
import { test } from 'vitest';

/** The contract as originally given, line by line. */
export const LINES: readonly string[] = readFileSync(
  new URL('../../../acceptance/contract/contract.md', import.meta.url),
  'utf8',
).split('\n');

/** Returns the cells of a table row, without the markup. */
export const cells = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

const isRow = (line: string | undefined) => line?.startsWith('|') ?? false;
const isRule = (line: string | undefined) => /^\|[-|]+$/.test(line ?? '');

/** Returns the rows of the first table after a line with this beginning. */
export function tableBelow(start: string): string[] {
  const from = LINES.findIndex((line) => line.startsWith(start));
  const rule = LINES.findIndex((line, n) => n > from && isRule(line));
  if (from < 0 || rule < 0) throw new Error(`the specification has no table below ${start}`);
  const rows: string[] = [];
  for (let n = rule + 1; isRow(LINES[n]); n++) rows.push(LINES[n]!);
  return rows;
}

/** Returns the lines that state something: no markup, no headings, and nothing that the specification leaves open. */
function findStatements(): string[] {
  let isGap = false;
  return LINES.filter((line, n) => {
    if (line === '') isGap = false;
    if (line.startsWith('Gaps in this part')) isGap = true;
    if (isGap || line === '' || line.startsWith('#') || /not shown/.test(line)) return false;
    return !isRule(line) && !isRule(LINES[n + 1]);
  });
}

const proven = new Set<string>();

/** Declares a test of what these sentences of the specification say. They are the name of the test. */
export function specified(quotes: string | readonly string[], prove: () => void | Promise<void>): void {
  const sentences = [quotes].flat();
  const lines = sentences.map((quote) => {
    const line = LINES.find((each) => each.includes(quote));
    if (line === undefined) throw new Error(`the specification does not say: ${quote}`);
    return line;
  });
  test(sentences.join(' … '), async () => {
    await prove();
    for (const line of lines) proven.add(line);
  });
}

/** Marks the rows of a table as compared with the transcription. */
export function proveRows(rows: readonly string[]): void {
  for (const row of rows) proven.add(row);
}

/** Returns the statements that no passed test covers. */
export const unproven = (): string[] => findStatements().filter((line) => !proven.has(line));
