import { Parser } from 'htmlparser2';
import mammoth from 'mammoth';
import { messageOf } from '../../../lib/message-of.ts';
import { ExtractionError } from '../extraction-error.ts';
import { readZip } from '../read-zip.ts';
import type { ReaderInput, TextBlock } from '../text-block.ts';
import { readHtmlText } from './html.ts';

/** The main part. Relationships name it, and some programs number it. */
const MAIN_PART = /^word\/document\d*\.xml$/;
/** The parts that contain text. */
const PARTS = /(\.xml|\.rels)$/i;
/** Word nests about fifty elements, and has fewer than a thousand names for them. */
const MAX_DEPTH = 500;
const MAX_ELEMENT_NAMES = 3000;
const MAX_INSTRUCTION_CHARS = 1000;

/** Reads Word documents by way of mammoth's HTML. Headings, lists and tables are preserved; pictures are left out. */
export async function* readDocx(input: ReaderInput): AsyncGenerator<TextBlock> {
  const parts = await unpackParts(input.bytes);
  const picture = mammoth.images.imgElement(() => Promise.resolve({ src: '' }));
  let html: string;
  try {
    const result = await mammoth.convertToHtml({ file: asArchive(parts) } as unknown as { buffer: Buffer }, {
      convertImage: picture,
      includeEmbeddedStyleMap: false,
    });
    html = result.value;
  } catch (error) {
    if (error instanceof ExtractionError) throw error;
    if (error instanceof RangeError) throw nestedTooDeeply(error);
    throw damaged(messageOf(error), error);
  }
  yield* readHtmlText([html]);
  input.onProgress({ unit: 'bytes', done: input.bytes.length, total: input.bytes.length });
}

type Parts = ReadonlyMap<string, readonly Buffer[]>;

/**
 * Wraps the parts in the form in which mammoth reads an archive. mammoth must not unpack it itself: its unpacker reads
 * entries that the directory does not list, and any part that a relationship names.
 */
function asArchive(parts: Parts) {
  return {
    exists: (name: string) => parts.has(name),
    read: async (name: string) => {
      const xml = new TextDecoder().decode(Buffer.concat(parts.get(name) ?? []));
      checkXml(xml);
      return xml;
    },
  };
}

async function unpackParts(bytes: Uint8Array): Promise<Parts> {
  const parts = new Map<string, Buffer[]>();
  const names = await readZip(bytes, PARTS, (name, chunk) => {
    const chunks = parts.get(name) ?? [];
    parts.set(name, chunks);
    chunks.push(chunk);
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
  return parts;
}

/**
 * Refuses XML for which mammoth's parser takes time that grows with the square of its length: it keeps a list of
 * namespaces per level, searches the whole text for the end of each name, comment and instruction, and continues after
 * errors.
 */
function checkXml(xml: string): void {
  // Office XML never has a document type declaration, which could define entities that expand endlessly.
  if (/<!(DOCTYPE|ENTITY)/i.test(xml))
    throw new ExtractionError('too_complex', 'The document was refused: it declares XML entities.');
  for (let at = xml.indexOf('<'); at >= 0; at = xml.indexOf('<', at)) {
    const end = endOfMarkup(xml, at);
    if (end <= at) throw damaged('its XML is truncated or malformed.');
    at = end;
  }
  const elements = new Set<string>();
  let depth = 0;
  const parser = new Parser(
    {
      onopentagname(element) {
        elements.add(element);
        if (++depth > MAX_DEPTH || elements.size > MAX_ELEMENT_NAMES) throw nestedTooDeeply();
      },
      onclosetag: () => void depth--,
    },
    { xmlMode: true, decodeEntities: false },
  );
  parser.write(xml);
}

const TAG = /<[^<>"']*(?:"[^<"]*"[^<>"']*|'[^<']*'[^<>"']*)*>/y;
const OTHERS = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const;

/** Returns the index after the markup at `at`; `at` or less if it does not end or is too long. */
function endOfMarkup(xml: string, at: number): number {
  const other = OTHERS.find(([begin]) => xml.startsWith(begin, at));
  TAG.lastIndex = at;
  if (!other) return TAG.test(xml) ? TAG.lastIndex : at;
  const end = xml.indexOf(other[1], at) + other[1].length;
  return other[0] === '<?' && end - at > MAX_INSTRUCTION_CHARS ? at : end;
}

const damaged = (why: string, cause?: unknown) =>
  new ExtractionError('damaged', `The Word document is damaged: ${why.slice(0, 150)}`, { cause });

const nestedTooDeeply = (cause?: unknown) =>
  new ExtractionError('too_complex', 'The document is nested too deeply. Save it as plain text.', {
    cause,
  });
