import { cleanLine, recordText } from '../clean-text.ts';
import { decodeText } from '../decode-text.ts';
import { ExtractionError } from '../extraction-error.ts';
import { linesOf } from '../lines.ts';
import type { ReaderInput, TextBlock } from '../text-block.ts';

const LONG_TEXT_CHARS = 200;
const MAX_PATH_CHARS = 200;

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/**
 * Turns every object into a record of its plain values, with its path as heading (`hotel › rooms`); long texts become
 * separate paragraphs. JSON lines (one value per line) are read too.
 */
export function* readJson(input: ReaderInput): Generator<TextBlock> {
  const total = input.bytes.length;
  const text = asWritten([...decodeText(input.bytes, input.charset)].join('').replace(/^\ufeff/, ''));
  let value: Json;
  try {
    value = JSON.parse(text);
  } catch (error) {
    yield* readJsonLines(text, error as Error);
    return;
  }
  yield* flatten(value);
  input.onProgress({ unit: 'bytes', done: total, total });
}

function* readJsonLines(text: string, wholeError: Error): Generator<TextBlock> {
  let read = 0;
  for (const line of linesOf([text])) {
    if (line.trim() === '') continue;
    try {
      yield* flatten(JSON.parse(line));
      read++;
    } catch {
      const where = read === 0 ? wholeError.message : `line ${read + 1} is invalid`;
      throw new ExtractionError('damaged', `The file is not valid JSON: ${where.slice(0, 200)}`, {
        cause: wholeError,
      });
    }
  }
}

/**
 * Quotes numbers that JavaScript would write differently, such as an account number with more digits than it keeps, or
 * a price with trailing zeros. Invalid JSON stays invalid, except if such a number is used as a name.
 */
function asWritten(json: string): string {
  const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
  const parts: string[] = [];
  let copiedUntil = 0;
  let quoted = false;
  for (let at = 0; at < json.length; at++) {
    const char = json[at]!;
    if (char === '"') quoted = !quoted;
    else if (quoted && char === '\\') at++;
    if (quoted || !(char === '-' || (char >= '0' && char <= '9'))) continue;
    number.lastIndex = at;
    const written = number.exec(json)?.[0] ?? char;
    if (String(Number(written)) !== written && written !== '-') {
      parts.push(json.slice(copiedUntil, at), `"${written}"`);
      copiedUntil = at + written.length;
    }
    at += written.length - 1;
  }
  return parts.join('') + json.slice(copiedUntil);
}

/** Without recursion, because JSON may be nested deeper than the stack permits. */
function* flatten(root: Json): Generator<TextBlock> {
  const stack: { path: string; value: Json }[] = [{ path: '', value: root }];
  let heading = '';
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { path, value } = next;
    const fields: [string, string][] = [];
    const texts: string[] = [];
    const nested: { path: string; value: Json }[] = [];
    for (const [key, child] of entriesOf(value)) {
      if (child === null || child === '') continue;
      if (typeof child === 'object') {
        if (isPlainList(child)) fields.push([key, child.join(', ')]);
        else nested.push({ path: join(path, key), value: child });
      } else if (typeof child === 'string' && child.length > LONG_TEXT_CHARS) {
        texts.push(key === '' ? child : `${key}: ${child}`);
      } else {
        fields.push([key, String(child)]);
      }
    }
    for (const child of nested.reverse()) stack.push(child);
    const record = recordText(fields);
    if (record === '' && texts.length === 0) continue;
    if (path !== heading) yield { kind: 'heading', level: 1, text: path === '' ? 'Entries' : path };
    heading = path;
    if (record !== '') yield { kind: fields.length > 1 ? 'record' : 'paragraph', text: record };
    for (const text of texts) {
      const clean = cleanLine(text);
      if (clean !== '') yield { kind: 'paragraph', text: clean };
    }
  }
}

/** Returns an object's entries. Entries of an array have no names of their own: they belong to the array's path. */
function entriesOf(value: Json): Iterable<[string, Json]> {
  if (Array.isArray(value)) return value.map((child) => ['', child] as [string, Json]);
  if (value !== null && typeof value === 'object') return Object.entries(value);
  return [['', value]];
}

function isPlainList(value: Json): value is (string | number | boolean)[] {
  return (
    Array.isArray(value) &&
    value.length <= 30 &&
    value.every((item) => item !== null && typeof item !== 'object' && String(item).length <= 100)
  );
}

function join(path: string, key: string): string {
  const name = cleanLine(key.replaceAll('_', ' '));
  if (name === '') return path;
  const whole = path === '' ? name : `${path} › ${name}`;
  return whole.length <= MAX_PATH_CHARS ? whole : path;
}
