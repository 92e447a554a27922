import { fileURLToPath } from 'node:url';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { cleanLine } from '../clean-text.ts';
import { ExtractionError, TOO_MUCH_MEMORY } from '../extraction-error.ts';
import type { ReaderInput, TextBlock } from '../text-block.ts';
import {
  bodySize,
  dropRunningLines,
  joinLines,
  type PdfLine,
  type PdfPage,
  type PdfTextItem,
} from './pdf-lines.ts';

// pdf.js needs this class when it is loaded; it comes with a native canvas. It is used only for drawing, and nothing is
// drawn here.
Object.assign(globalThis, { DOMMatrix: class {} });
const { getDocument, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs');

const MAX_PAGES = 5000;
const ITEM = /^(?:[•‣▪●○◦–*-]|\d{1,2}[.)]|\(?[a-z]\))\s+(?=\S)/;

/**
 * Reads the text of a PDF page by page. Larger type makes headings, gaps separate paragraphs, and lines that repeat at
 * the edges of pages are left out. Pictures are not read, so a scan has no text.
 */
export async function* readPdf(input: ReaderInput): AsyncGenerator<TextBlock> {
  const assets = (folder: string) =>
    fileURLToPath(new URL(`../../${folder}/`, import.meta.resolve('pdfjs-dist/legacy/build/pdf.mjs')));
  const task = getDocument({
    // pdf.js takes ownership of the array; a copy would need the same memory again.
    data: new Uint8Array(input.bytes.buffer, input.bytes.byteOffset, input.bytes.byteLength),
    cMapUrl: assets('cmaps'),
    cMapPacked: true,
    standardFontDataUrl: assets('standard_fonts'),
    disableFontFace: true,
    isEvalSupported: false,
    useSystemFonts: false,
    stopAtErrors: false,
    verbosity: VerbosityLevel.ERRORS,
  });
  try {
    const document = await task.promise;
    if (document.numPages > MAX_PAGES)
      throw new ExtractionError(
        'too_large',
        `The PDF has ${document.numPages} pages; at most ${MAX_PAGES} are allowed.`,
      );
    const pages = dropRunningLines(await readPages(document, input));
    yield* blocksOf(pages);
  } catch (error) {
    throw rejection(error);
  } finally {
    await task.destroy();
  }
}

async function readPages(document: PDFDocumentProxy, input: ReaderInput): Promise<PdfPage[]> {
  const pages: PdfPage[] = [];
  let characters = 0;
  let broken: unknown;
  for (let number = 1; number <= document.numPages; number++) {
    try {
      const page = await document.getPage(number);
      const content = await page.getTextContent();
      const lines = joinLines(
        content.items.filter((item): item is typeof item & PdfTextItem => 'str' in item),
        number,
      );
      for (const line of lines) characters += line.text.length;
      pages.push({ lines, height: page.view[3] ?? 842 });
      page.cleanup();
    } catch (error) {
      // A broken page does not prevent reading the others.
      broken = error;
    }
    if (characters > input.maxCharacters)
      throw new ExtractionError(
        'too_large',
        `The PDF contains more than ${input.maxCharacters} characters of text.`,
      );
    input.onProgress({ unit: 'pages', done: number, total: document.numPages });
  }
  if (broken !== undefined && pages.every(({ lines }) => lines.length === 0)) throw broken;
  return pages;
}

function* blocksOf(pages: PdfLine[][]): Generator<TextBlock> {
  const body = bodySize(pages);
  let block: TextBlock | undefined;
  let last: PdfLine | undefined;
  for (const line of pages.flat()) {
    const level = headingLevel(line, body);
    const item = ITEM.test(line.text);
    const joins = block !== undefined && last !== undefined && !item && continues(block, last, line, level);
    if (joins) {
      block!.text = joinText(block!.text, line.text);
    } else {
      if (block !== undefined) yield* finish(block);
      if (level > 0) block = { kind: 'heading', level, text: line.text, page: line.page };
      else if (item) block = { kind: 'item', text: line.text.replace(ITEM, ''), page: line.page };
      else block = { kind: 'paragraph', text: line.text, page: line.page };
    }
    last = line;
  }
  if (block !== undefined) yield* finish(block);
}

function* finish(block: TextBlock): Generator<TextBlock> {
  // Splits ligatures, and replaces the dots that lead to a page number.
  const text = cleanLine(
    block.text
      .replace(/[\ufb00-\ufb06]/g, (ligature) => ligature.normalize('NFKC'))
      .replace(/(?:\s?\.){4,}/g, ' …'),
  );
  if (text !== '') yield { ...block, text };
}

function headingLevel(line: PdfLine, body: number): number {
  if (line.text.length > 120 || !/\p{L}/u.test(line.text) || /[.,;]$|(?:\s?\.){4}/.test(line.text)) return 0;
  const ratio = line.size / (body || line.size || 1);
  return ratio >= 1.7 ? 1 : ratio >= 1.3 ? 2 : ratio >= 1.12 ? 3 : 0;
}

function continues(block: TextBlock, last: PdfLine, line: PdfLine, level: number): boolean {
  const heading = block.kind === 'heading';
  if (heading !== level > 0 || (heading && block.level !== level)) return false;
  if (block.text.length > 20_000) return false;
  // A sentence may continue on the next page.
  if (last.page !== line.page)
    return !heading && !/[.!?:…]["”)]?$/.test(last.text) && /^\p{Ll}/u.test(line.text);
  const gap = last.y - line.y;
  const size = Math.max(last.size, line.size);
  // A line further up is in the next column, or is text that was placed later.
  if (gap < -size) return !/[.!?:…]["”)]?$/.test(last.text) && /^\p{Ll}/u.test(line.text);
  return gap <= size * 1.75 && Math.abs(last.size - line.size) < size * 0.12;
}

/** Joins lines. A word hyphenated at the end of a line becomes whole; a hyphen before a capital belongs to the word. */
function joinText(text: string, next: string): string {
  if (/\p{L}[-\u00ad\u2010]$/u.test(text) && /^\p{Ll}/u.test(next)) return text.slice(0, -1) + next;
  return `${text} ${next}`;
}

function rejection(error: unknown): unknown {
  if (error instanceof ExtractionError) return error;
  const name = error instanceof Error ? error.name : '';
  const why = error instanceof Error ? error.message.slice(0, 150) : String(error);
  if (name === 'PasswordException')
    return new ExtractionError('encrypted', 'The PDF is protected by a password. Upload it without one.', {
      cause: error,
    });
  if (error instanceof RangeError || /allocation failed|call stack/i.test(why))
    return new ExtractionError('too_complex', TOO_MUCH_MEMORY, {
      cause: error,
    });
  return new ExtractionError('damaged', `The PDF is damaged: ${why}`, { cause: error });
}
