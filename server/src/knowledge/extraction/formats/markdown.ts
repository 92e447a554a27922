import { cleanLine, recordText } from '../clean-text.ts';
import { decodeText } from '../decode-text.ts';
import { linesOf } from '../lines.ts';
import type { ReaderInput, TextBlock } from '../text-block.ts';

const MAX_PARAGRAPH_CHARS = 20_000;

/** CommonMark as far as text goes: headings, lists, tables (as records), code, front matter; marks are taken off. */
export function* readMarkdown(input: ReaderInput): Generator<TextBlock> {
  const total = input.bytes.length;
  const lines = linesOf(decodeText(input.bytes, input.charset), (done) =>
    input.onProgress({ unit: 'bytes', done: Math.min(done, total), total }),
  );
  const reader = new MarkdownReader();
  for (const line of lines) yield* reader.take(line);
  yield* reader.end();
}

class MarkdownReader {
  #paragraph: string[] = [];
  #chars = 0;
  #kind: 'paragraph' | 'item' = 'paragraph';
  #fence: string | undefined;
  #frontMatter = false;
  #columns: string[] | undefined;
  #first = true;

  *take(line: string): Generator<TextBlock> {
    const first = this.#first;
    this.#first = false;
    if (first && line.trim() === '---') {
      this.#frontMatter = true;
      return;
    }
    if (this.#frontMatter) {
      if (/^(---|\.\.\.)\s*$/.test(line)) this.#frontMatter = false;
      else yield* one('record', recordText([[...splitOnce(line)] as [string, string]]));
      return;
    }
    const fence = /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (this.#fence !== undefined) {
      if (fence?.startsWith(this.#fence) === true) {
        this.#fence = undefined;
        yield* this.#flush();
      } else yield* this.#add(line);
      return;
    }
    if (fence !== undefined) {
      yield* this.#flush();
      this.#fence = fence;
      return;
    }
    yield* this.#takeText(line);
  }

  *#takeText(line: string): Generator<TextBlock> {
    const text = line.replace(/^(\s{0,3}>\s?)+/, '');
    const atx = /^\s{0,3}(#{1,6})(?=\s|$)/.exec(text);
    const item = /^\s*(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?(.*)$/.exec(text);
    if (text.trim() === '') {
      this.#columns = undefined;
      yield* this.#flush();
    } else if (atx !== null) {
      yield* this.#flush();
      const title = text.slice(atx[0].length).trim();
      yield* heading(atx[1]!.length, title.replace(/\s#+$/, ''));
    } else if (/^\s{0,3}(=+|-+)\s*$/.test(text) && this.#paragraph.length > 0 && this.#kind === 'paragraph') {
      const title = this.#paragraph.pop()!;
      yield* this.#flush();
      yield* heading(text.includes('=') ? 1 : 2, title);
    } else if (/^\s{0,3}([-*_])(\s*\1){2,}\s*$/.test(text)) {
      yield* this.#flush();
    } else if (isTableRule(text) && this.#paragraph.length > 0) {
      this.#columns = cellsOf(this.#paragraph.pop()!);
      yield* this.#flush();
    } else if (this.#columns !== undefined && text.includes('|')) {
      const columns = this.#columns;
      yield* one('record', recordText(cellsOf(text).map((cell, at) => [columns[at] ?? '', cell] as const)));
    } else if (
      item !== null &&
      (this.#paragraph.length === 0 || !/^\s*\d/.test(text) || this.#kind === 'item')
    ) {
      yield* this.#flush();
      this.#kind = 'item';
      yield* this.#add(item[1]!);
    } else {
      yield* this.#add(text);
    }
  }

  *#add(line: string): Generator<TextBlock> {
    this.#paragraph.push(line);
    this.#chars += line.length;
    if (this.#chars > MAX_PARAGRAPH_CHARS) yield* this.#flush();
  }

  *#flush(): Generator<TextBlock> {
    const text = this.#paragraph.join(' ');
    const kind = this.#kind;
    this.#paragraph = [];
    this.#chars = 0;
    this.#kind = 'paragraph';
    yield* one(kind, cleanLine(this.#fence === undefined ? stripInline(text) : text));
  }

  *end(): Generator<TextBlock> {
    yield* this.#flush();
  }
}

function* one(kind: TextBlock['kind'], text: string): Generator<TextBlock> {
  if (text !== '') yield { kind, text };
}

function* heading(level: number, raw: string): Generator<TextBlock> {
  const text = cleanLine(stripInline(raw));
  if (text !== '') yield { kind: 'heading', level, text };
}

function splitOnce(line: string): [string, string] {
  const at = line.indexOf(':');
  return at < 0 ? ['', line] : [line.slice(0, at), line.slice(at + 1).replace(/^\s*["']|["']\s*$/g, '')];
}

function isTableRule(line: string): boolean {
  if (!line.includes('|')) return false;
  const cells = line.split('|').map((cell) => cell.trim());
  if (cells[0] === '') cells.shift();
  if (cells.at(-1) === '') cells.pop();
  return cells.length > 0 && cells.every((cell) => /^:?-{2,}:?$/.test(cell));
}

function cellsOf(line: string): string[] {
  return line
    .replace(/^\s*\||\|\s*$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => stripInline(cell).trim());
}

/** Takes the marks off running text and keeps what a reader would see. */
function stripInline(text: string): string {
  return text
    .replace(/<!--(?:(?!<!--)[\s\S])*?-->/g, ' ')
    .replace(/!\[([^\]]{0,500})\]\([^)]{0,2000}\)/g, '$1')
    .replace(/\[([^\]]{0,500})\](?:\([^)]{0,2000}\)|\[[^\]]{0,200}\])/g, '$1')
    .replace(/<(https?:[^>\s]{1,2000}|[^>\s@]{1,64}@[^>\s]{1,255})>/g, '$1')
    .replace(/<\/?[a-z][^>]{0,500}>/gi, ' ')
    .replace(/(?<!`)(`+)([^`]+)\1/g, '$2')
    .replace(/(\*\*|__)(?=\S)([^*_]{1,2000}?)\1/g, '$2')
    .replace(/(?<![\p{L}\p{N}*_])([*_])(?=[^\s*_])([^*_]{1,2000}?)\1(?![\p{L}\p{N}])/gu, '$2')
    .replace(/~~([^~]{1,2000})~~/g, '$1')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/&nbsp;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&');
}
