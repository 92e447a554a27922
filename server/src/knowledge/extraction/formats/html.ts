import { Parser } from 'htmlparser2';
import { cleanLine, recordText } from '../clean-text.ts';
import { decodeText } from '../decode-text.ts';
import { ExtractionError } from '../extraction-error.ts';
import type { ReaderInput, TextBlock } from '../text-block.ts';

const MAX_TEXT_CHARS = 20_000;
/** The maximum nesting depth. Browsers stop at 512, and the parser's time grows with its square. */
const MAX_DEPTH = 1000;
/** Elements whose content readers do not see. */
const SILENT = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'svg',
  'math',
  'iframe',
  'object',
  'select',
  'textarea',
  'button',
  'canvas',
]);
/** Elements that surround the text on every page of a site. */
const CHROME = new Set(['nav', 'footer', 'aside']);
const BLOCKS = new Set(
  'address article aside blockquote body dd details div dl dt fieldset figcaption figure footer form header hr main nav ol p pre section summary table ul br'.split(
    ' ',
  ),
);

/** Reads HTML as a stream, without building a tree. @throws {ExtractionError} `too_complex` */
export function* readHtml(input: ReaderInput): Generator<TextBlock> {
  const { chunks, isXml } = decodeHtml(input);
  yield* readHtmlText(chunks, isXml);
}

/** Decodes a file, by the character set that it declares if none was given. */
export function decodeHtml(input: Pick<ReaderInput, 'bytes' | 'charset' | 'onProgress'>): {
  chunks: Generator<string>;
  isXml: boolean;
} {
  const head = new TextDecoder('latin1').decode(input.bytes.subarray(0, 2048));
  const declaration = /^\s*<\?xml\b[^>]{0,200}>/.exec(head)?.[0];
  const charset =
    input.charset ??
    /\bencoding\s*=\s*["']([\w.:-]+)/.exec(declaration ?? '')?.[1] ??
    /<meta[^>]{0,200}charset\s*=\s*["']?([\w.:-]+)/i.exec(head)?.[1];
  // XHTML may close an element in its own tag, such as `<iframe/>`.
  const isXml = declaration !== undefined || /<html[^>]{0,300}\bxmlns\s*=/i.test(head);
  const total = input.bytes.length;
  let done = 0;
  const chunks = (function* () {
    for (const chunk of decodeText(input.bytes, charset)) {
      yield chunk;
      done += chunk.length;
      input.onProgress({ unit: 'bytes', done: Math.min(done, total), total });
    }
  })();
  return { chunks, isXml };
}

/** @param depth the number of open elements @throws {ExtractionError} `too_complex` */
export function refuseTooDeep(depth: number): void {
  if (depth > MAX_DEPTH)
    throw new ExtractionError('too_complex', 'The HTML is nested too deeply. Save it as plain text.');
}

/** Like `readHtml`, for text that is already decoded. */
export function* readHtmlText(chunks: Iterable<string>, isXml = false): Generator<TextBlock> {
  const collector = new HtmlCollector();
  const parser = new Parser(collector, {
    decodeEntities: true,
    lowerCaseTags: true,
    recognizeSelfClosing: isXml,
  });
  for (const chunk of chunks) {
    parser.write(chunk);
    yield* collector.takeBlocks();
  }
  parser.end();
  collector.flush();
  yield* collector.takeBlocks();
}

class HtmlCollector {
  #ready: TextBlock[] = [];
  #text = '';
  #kind: 'paragraph' | 'item' = 'paragraph';
  #heading = 0;
  #depth = 0;
  /** The number of open elements whose content is left out. */
  #silent = 0;
  #table: Table | undefined;
  #outerTables: (Table | undefined)[] = [];

  takeBlocks(): TextBlock[] {
    const ready = this.#ready;
    this.#ready = [];
    return ready;
  }

  onopentag(name: string, attributes: Record<string, string>): void {
    refuseTooDeep(++this.#depth);
    if (SILENT.has(name) || CHROME.has(name)) {
      this.flush();
      this.#silent++;
      return;
    }
    if (this.#silent > 0) return;
    if (/^h[1-6]$/.test(name)) {
      this.flush();
      this.#heading = Number(name[1]);
    } else if (name === 'title') {
      this.flush();
      this.#heading = 1;
    } else if (name === 'li') {
      this.flush();
      this.#kind = 'item';
    } else if (name === 'table') {
      this.flush();
      this.#outerTables.push(this.#table);
      this.#table = { columns: undefined, row: [], header: true };
    } else if (name === 'tr') {
      this.#endRow();
    } else if (name === 'td' || name === 'th') {
      this.#endCell();
      if (this.#table !== undefined) {
        this.#table.cell = '';
        if (name === 'td') this.#table.header = false;
      }
    } else if (name === 'img' && attributes.alt) {
      this.ontext(` ${attributes.alt} `);
    } else if (BLOCKS.has(name)) {
      this.#break();
    }
  }

  ontext(text: string): void {
    if (this.#silent > 0) return;
    if (this.#table?.cell !== undefined) {
      if (this.#table.cell.length < MAX_TEXT_CHARS) this.#table.cell += text;
    } else {
      this.#text += text;
      if (this.#text.length > MAX_TEXT_CHARS) this.flush();
    }
  }

  onclosetag(name: string): void {
    this.#depth--;
    if (SILENT.has(name) || CHROME.has(name)) {
      if (this.#silent > 0) this.#silent--;
      return;
    }
    if (this.#silent > 0) return;
    if (name === 'td' || name === 'th') this.#endCell();
    else if (name === 'tr') this.#endRow();
    else if (name === 'table') {
      this.#endRow();
      this.#table = this.#outerTables.pop();
    } else if (/^h[1-6]$/.test(name) || name === 'title' || name === 'li') this.flush();
    else if (BLOCKS.has(name)) this.#break();
  }

  /** Ends a paragraph. Inside a cell, an item or a heading it only separates words. */
  #break(): void {
    if (this.#table?.cell !== undefined || this.#kind === 'item' || this.#heading > 0) this.ontext(' ');
    else this.flush();
  }

  flush(): void {
    const text = cleanLine(this.#text);
    this.#text = '';
    const level = this.#heading;
    const kind = this.#kind;
    this.#heading = 0;
    this.#kind = 'paragraph';
    if (text === '') return;
    if (level > 0) this.#ready.push({ kind: 'heading', level, text });
    else this.#ready.push({ kind, text });
  }

  #endCell(): void {
    const table = this.#table;
    if (table?.cell === undefined) return;
    table.row.push(cleanLine(table.cell));
    table.cell = undefined;
  }

  #endRow(): void {
    this.#endCell();
    const table = this.#table;
    if (table === undefined || table.row.length === 0) return;
    const row = table.row;
    table.row = [];
    const isHeader = table.columns === undefined && (table.header || looksLikeHeader(row));
    table.header = true;
    if (isHeader) {
      table.columns = row;
      return;
    }
    table.columns ??= [];
    const { columns } = table;
    const text = recordText(row.map((cell, at) => [columns[at] ?? '', cell] as const));
    if (text !== '') this.#ready.push({ kind: row.length > 1 ? 'record' : 'paragraph', text });
  }
}

interface Table {
  columns: string[] | undefined;
  row: string[];
  /** The text of the open cell. */
  cell?: string | undefined;
  /** Whether the row has had no `td` so far. */
  header: boolean;
}

/** Recognizes a header row, which word processors do not mark: short, distinct values without numbers. */
function looksLikeHeader(row: string[]): boolean {
  const distinct = new Set(row).size === row.length;
  return (
    row.length > 1 &&
    distinct &&
    row.every((cell) => cell !== '' && cell.length <= 40 && !/\d|[.!?]$/.test(cell))
  );
}
