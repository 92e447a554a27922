import { splitSentences } from '../lib/split-sentences.ts';
import type { TextBlock } from './extraction/text-block.ts';

export interface Passage {
  /** The position in the document, from 0. */
  ordinal: number;
  /** The headings above it, such as `Facilities › Pool`; absent before the first heading. */
  title?: string;
  /** Without the title. Paragraphs are separated by blank lines, items begin with `- `, and records are lines. */
  text: string;
  /** The page on which it begins, in formats that have pages. */
  page?: number;
}

/** Returns a passage as engines receive it: `# title`, a blank line and the text. */
export function withTitle(passage: { title?: string | null; text: string }): string {
  return passage.title ? `# ${passage.title}\n\n${passage.text}` : passage.text;
}

/** Sizes are in words; seven characters without spaces count as one. */
const TARGET = 90;
const MAX = 120;
const OVERLAP = 28;
const MAX_TITLE_CHARS = 160;
const MAX_HEADING_CHARS = 80;

interface Piece {
  kind: 'sentence' | 'item' | 'record';
  text: string;
  size: number;
  startsParagraph: boolean;
  page: number | undefined;
}

/**
 * Splits a document, block by block, into passages for search and quotation: about 60 to 120 words, of whole sentences,
 * list items and table rows, never across a heading. A passage begins with the last sentences of the previous one,
 * unless a heading separates them. The same blocks yield the same passages, and memory does not grow with the document.
 */
export class PassageSplitter {
  #ordinal = 0;
  #headings: { level: number; text: string }[] = [];
  #pieces: Piece[] = [];
  #size = 0;
  /** How many of the pieces were also in the previous passage. */
  #repeatedCount = 0;

  *addBlock(block: TextBlock): Generator<Passage> {
    if (block.kind === 'heading') {
      yield* this.#flush(false);
      const level = block.level ?? 1;
      this.#headings = this.#headings.filter((heading) => heading.level < level);
      this.#headings.push({ level, text: shorten(block.text, MAX_HEADING_CHARS) });
      return;
    }
    let startsParagraph = true;
    for (const text of piecesOf(block)) {
      const size = sizeOf(text);
      if (this.#size + size > MAX || (this.#size >= TARGET && this.#pieces.length > this.#repeatedCount))
        yield* this.#flush(true);
      const kind = block.kind === 'paragraph' ? 'sentence' : block.kind;
      this.#pieces.push({ kind, text, size, startsParagraph, page: block.page });
      this.#size += size;
      startsParagraph = false;
    }
  }

  *end(): Generator<Passage> {
    yield* this.#flush(false);
  }

  *#flush(overlaps: boolean): Generator<Passage> {
    const pieces = this.#pieces;
    if (pieces.length > this.#repeatedCount) {
      const title = this.#title();
      const body = bodyOf(pieces);
      const page = pieces[0]!.page;
      yield {
        ordinal: this.#ordinal++,
        ...(title === '' ? {} : { title }),
        text: body,
        ...(page === undefined ? {} : { page }),
      };
    }
    this.#pieces = overlaps ? tailOf(pieces) : [];
    this.#repeatedCount = this.#pieces.length;
    this.#size = this.#pieces.reduce((sum, piece) => sum + piece.size, 0);
  }

  #title(): string {
    return shorten(this.#headings.map((heading) => heading.text).join(' › '), MAX_TITLE_CHARS);
  }
}

/** Returns the overlap with the next passage: whole last sentences, or a list's introduction and items. */
function tailOf(pieces: Piece[]): Piece[] {
  const tail: Piece[] = [];
  let size = 0;
  for (let at = pieces.length - 1; at > 0; at--) {
    const piece = pieces[at]!;
    if (piece.kind === 'record' || size + piece.size > OVERLAP) break;
    tail.unshift(piece);
    size += piece.size;
  }
  if (tail.length > 0) tail[0] = { ...tail[0]!, startsParagraph: true };
  return tail;
}

function bodyOf(pieces: Piece[]): string {
  let body = '';
  let previous: Piece | undefined;
  for (const piece of pieces) {
    if (previous !== undefined) {
      const lines = piece.kind !== 'sentence' && previous.kind === piece.kind;
      const introduced = piece.kind === 'item' && previous.text.endsWith(':');
      body += lines || introduced ? '\n' : piece.startsParagraph ? '\n\n' : ' ';
    }
    body += piece.kind === 'item' ? `- ${piece.text}` : piece.text;
    previous = piece;
  }
  return body;
}

function* piecesOf(block: TextBlock): Generator<string> {
  const whole = block.kind === 'paragraph' ? splitSentences(block.text) : [block.text];
  for (const text of whole)
    yield* sizeOf(text) <= MAX ? [text] : splitLong(text, block.kind === 'record' ? '; ' : ' ');
}

/** Splits a text that is too long for one passage between words or fields, or between characters if it has none. */
function* splitLong(text: string, separator: string): Generator<string> {
  const maxChars = TARGET * 7;
  let piece = '';
  let words = 0;
  for (const part of text.split(separator)) {
    const size = sizeOf(part);
    if (piece !== '' && (words + size > TARGET || piece.length + part.length > maxChars)) {
      yield piece;
      piece = '';
      words = 0;
    }
    let rest = part;
    while (rest.length > maxChars) {
      const high = rest.charCodeAt(maxChars - 1);
      const end = high >= 0xd800 && high < 0xdc00 ? maxChars - 1 : maxChars;
      yield rest.slice(0, end);
      rest = rest.slice(end);
    }
    piece = piece === '' ? rest : `${piece}${separator}${rest}`;
    words += size;
  }
  if (piece.trim() !== '') yield piece;
}

function sizeOf(text: string): number {
  let words = 1;
  for (let at = text.indexOf(' '); at >= 0; at = text.indexOf(' ', at + 1)) words++;
  return Math.max(words, Math.ceil(text.length / 7));
}

function shorten(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const cut = text.slice(0, maxChars - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), maxChars / 2)).replace(/\p{Surrogate}$/u, '')}…`;
}
