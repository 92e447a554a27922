import { Parser } from 'htmlparser2';
import mammoth from 'mammoth';
import { messageOf } from '../../../lib/message-of.ts';
import { ExtractionError } from '../extraction-error.ts';
import { lookIntoZip } from '../look-into-zip.ts';
import type { ReaderInput, TextBlock } from '../text-block.ts';
import { readHtmlText } from './html.ts';

/** The parts that mammoth unpacks. */
/** Its relationships name it, and some programs number it. */
const MAIN_PART = /^word\/document\d*\.xml$/;
const PARTS = /(\.xml|\.rels)$/i;
/** Word nests some fifty elements, and has less than a thousand names for them. */
const MAX_DEPTH = 500;
const MAX_ELEMENT_NAMES = 3000;

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
    if (error instanceof RangeError) throw nestedTooDeeply(error);
    const why = messageOf(error);
    throw new ExtractionError('damaged', `The Word document is damaged: ${why.slice(0, 150)}`, {
      cause: error,
    });
  }
  yield* readHtmlText([html]);
  input.onProgress({ unit: 'bytes', done: input.bytes.length, total: input.bytes.length });
}

/**
 * Reads the parts once before mammoth does: its XML reader keeps a list of namespaces for each level, and looks for the
 * end of each name in the whole text, so that its time grows with the square of both.
 */
async function checkParts(bytes: Uint8Array): Promise<void> {
  let part: XmlPart | undefined;
  const names = await lookIntoZip(bytes, PARTS, (name, chunk) => {
    if (part?.name !== name) part = new XmlPart(name);
    part.take(chunk.toString('latin1'));
  });
  if (!names.has('[Content_Types].xml') || ![...names].some((name) => MAIN_PART.test(name))) {
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

class XmlPart {
  readonly name: string;
  readonly #parser: Parser;
  readonly #elements = new Set<string>();
  #depth = 0;
  #tail = '';

  constructor(name: string) {
    this.name = name;
    this.#parser = new Parser(
      { onopentagname: (element) => this.#open(element), onclosetag: () => void this.#depth-- },
      { xmlMode: true, decodeEntities: false },
    );
  }

  /** @throws {ExtractionError} `too_complex` */
  take(chunk: string): void {
    // Office XML never has a document type declaration, which could define entities that expand without end.
    const text = this.#tail + chunk;
    if (/<!(DOCTYPE|ENTITY)/i.test(text))
      throw new ExtractionError('too_complex', 'The document is not opened: it declares XML entities.');
    this.#tail = text.slice(-10);
    this.#parser.write(chunk);
  }

  #open(element: string): void {
    this.#elements.add(element);
    if (++this.#depth > MAX_DEPTH || this.#elements.size > MAX_ELEMENT_NAMES) throw nestedTooDeeply();
  }
}

const nestedTooDeeply = (cause?: unknown) =>
  new ExtractionError('too_complex', 'The document is nested too deeply to be read: save it as plain text.', {
    cause,
  });
