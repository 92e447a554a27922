import { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { cleanLine, recordText } from '../clean-text.ts';
import { decodeText } from '../decode-text.ts';
import { ExtractionError } from '../extraction-error.ts';
import type { ReaderInput, TextBlock } from '../text-block.ts';

const DELIMITERS = [',', ';', '\t', '|'];
const MAX_RECORD_CHARS = 1_000_000;
const MAX_COLUMNS = 2000;

/** Reads every row as a record. If the first row looks like a header, it names the columns. */
export async function* readCsv(input: ReaderInput): AsyncGenerator<TextBlock> {
  const decoded = decodeText(input.bytes, input.charset);
  const first = decoded.next().value ?? '';
  const total = input.bytes.length;
  let done = 0;
  const source = Readable.from(
    (function* () {
      for (const chunk of prepend(first, decoded)) {
        done += chunk.length;
        yield Buffer.from(chunk);
        input.onProgress({ unit: 'bytes', done: Math.min(done, total), total });
      }
    })(),
    { objectMode: false },
  );
  const rows = source.pipe(
    parse({
      delimiter: guessDelimiter(first),
      bom: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
      max_record_size: MAX_RECORD_CHARS,
    }),
  );
  let columns: string[] | undefined;
  try {
    for await (const raw of rows) {
      const row = (raw as string[]).slice(0, MAX_COLUMNS);
      if (columns === undefined && isHeader(row)) {
        columns = row.map(cleanLine);
        continue;
      }
      columns ??= [];
      const named = columns;
      const text = recordText(row.map((cell, at) => [named[at] ?? '', cell] as const));
      if (text !== '') yield { kind: row.length > 1 ? 'record' : 'paragraph', text };
    }
  } catch (error) {
    const code = (error as { code?: string }).code ?? '';
    if (!code.startsWith('CSV_')) throw error;
    throw new ExtractionError('damaged', `The file is not well-formed CSV: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

function* prepend(first: string, rest: Iterable<string>): Generator<string> {
  yield first;
  yield* rest;
}

/** Returns the delimiter that occurs most evenly in the first lines. */
function guessDelimiter(text: string): string {
  const lines = text
    .slice(0, 20_000)
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .slice(0, 10)
    .map((line) => line.replace(/"(?:[^"]|"")*"/g, ''));
  let best = { delimiter: ',', score: 0 };
  for (const delimiter of DELIMITERS) {
    const counts = lines.map((line) => line.split(delimiter).length - 1);
    const least = Math.min(...counts);
    const score = least > 0 ? least * 10 + counts.filter((count) => count === counts[0]).length : 0;
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}

function isHeader(row: string[]): boolean {
  const filled = row.filter((cell) => cell !== '');
  return (
    row.length > 1 &&
    filled.length >= row.length / 2 &&
    new Set(filled).size === filled.length &&
    filled.every((cell) => cell.length <= 80 && !/^[\d\s.,:/€$£%+-]+$/.test(cell))
  );
}
