import { checkContent } from './check-content.ts';
import { type DocumentFormat, readMediaType } from './document-formats.ts';
import { ExtractionError } from './extraction-error.ts';
import type { BlockReader, ExtractionProgress, TextBlock } from './text-block.ts';

export interface ReadDocumentOptions {
  mediaType: string;
  maxCharacters: number;
  onProgress: (progress: ExtractionProgress) => void;
}

/** Parsers are loaded on demand, because most documents need only one. */
const READERS: Record<DocumentFormat, () => Promise<BlockReader>> = {
  text: async () => (await import('./formats/plain-text.ts')).readPlainText,
  markdown: async () => (await import('./formats/markdown.ts')).readMarkdown,
  html: async () => (await import('./formats/html.ts')).readHtml,
  csv: async () => (await import('./formats/csv.ts')).readCsv,
  json: async () => (await import('./formats/json.ts')).readJson,
  pdf: async () => (await import('./formats/pdf.ts')).readPdf,
  docx: async () => (await import('./formats/docx.ts')).readDocx,
};

export type OpenReader = (bytes: Uint8Array) => AsyncGenerator<TextBlock>;

/**
 * Loads the reader for a media type. It yields the text block by block. It limits neither memory nor time, which the
 * surrounding process does, and throws an `ExtractionError` for every fault of a document.
 */
export async function openReader(options: ReadDocumentOptions): Promise<OpenReader> {
  const { format, charset } = readMediaType(options.mediaType);
  const reader = await READERS[format]();
  return (bytes) => readDocument(bytes, format, reader, { ...options, ...(charset && { charset }) });
}

async function* readDocument(
  bytes: Uint8Array,
  format: DocumentFormat,
  reader: BlockReader,
  options: ReadDocumentOptions & { charset?: string },
): AsyncGenerator<TextBlock> {
  checkContent(bytes, format);
  const { maxCharacters } = options;
  let characters = 0;
  let words = false;
  for await (const block of reader({ bytes, ...options })) {
    characters += block.text.length;
    if (characters > maxCharacters)
      throw new ExtractionError(
        'too_large',
        `The document contains more than ${maxCharacters} characters of text.`,
      );
    words ||= /[\p{L}\p{N}]/u.test(block.text);
    yield block;
  }
  if (!words)
    throw new ExtractionError(
      'empty',
      format === 'pdf'
        ? 'No text was found in the PDF. It may contain only scanned pages.'
        : 'No text was found in the document.',
    );
}
