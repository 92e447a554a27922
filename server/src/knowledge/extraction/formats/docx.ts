import mammoth from 'mammoth';
import { ExtractionError } from '../extraction-error.ts';
import { lookIntoZip } from '../look-into-zip.ts';
import type { ReaderInput, TextBlock } from '../text-block.ts';
import { readHtmlText } from './html.ts';

/** The parts that mammoth unpacks. */
const PARTS = /(\.xml|\.rels)$/i;

/** Word documents, by way of mammoth's HTML: headings, lists and tables survive, pictures are left out. */
export async function* readDocx(input: ReaderInput): AsyncGenerator<TextBlock> {
  await checkParts(input.bytes);
  const buffer = Buffer.from(input.bytes.buffer, input.bytes.byteOffset, input.bytes.byteLength);
  const picture = mammoth.images.imgElement(() => Promise.resolve({ src: '' }));
  let html: string;
  try {
    const result = await mammoth.convertToHtml(
      { buffer },
      { convertImage: picture, includeEmbeddedStyleMap: false },
    );
    html = result.value;
  } catch (error) {
    if (error instanceof RangeError)
      throw new ExtractionError('too_complex', 'The document is nested too deeply to be read.', {
        cause: error,
      });
    const why = error instanceof Error ? error.message : String(error);
    throw new ExtractionError('damaged', `The Word document is damaged: ${why.slice(0, 150)}`, {
      cause: error,
    });
  }
  yield* readHtmlText([html]);
  input.onProgress({ unit: 'bytes', done: input.bytes.length, total: input.bytes.length });
}

async function checkParts(bytes: Uint8Array): Promise<void> {
  // Office XML never has a document type declaration, which could define entities that expand without end.
  let tail = '';
  const names = await lookIntoZip(bytes, PARTS, (_name, chunk) => {
    const text = tail + chunk.toString('latin1');
    if (/<!(DOCTYPE|ENTITY)/i.test(text))
      throw new ExtractionError('too_complex', 'The document is not opened: it declares XML entities.');
    tail = text.slice(-10);
  });
  if (!names.has('[Content_Types].xml') || !names.has('word/document.xml')) {
    const what = names.has('xl/workbook.xml')
      ? 'an Excel workbook'
      : names.has('ppt/presentation.xml')
        ? 'a PowerPoint presentation'
        : names.has('content.xml')
          ? 'an OpenDocument file'
          : 'a ZIP archive';
    throw new ExtractionError('wrong_type', `The file was declared as Word (DOCX), but it is ${what}.`);
  }
}
