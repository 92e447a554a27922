import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { Passage } from '../passages.ts';
import { type ExtractionOptions, type ExtractionSource, extractPassages } from './extract-text.ts';
import type { ExtractionReason } from './extraction-error.ts';
import { ExtractionError } from './extraction-error.ts';
import { docxParts, makeDocx, paragraph } from './testing/make-docx.ts';
import { bombStream, makePdf, makePdfOf, stream } from './testing/make-pdf.ts';
import { makeZip, type ZipPart } from './testing/make-zip.ts';
import { rejection } from './testing/rejection.ts';

const MEGABYTES = 20;
const PDF = 'application/pdf';
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

async function extractAll(source: ExtractionSource, options: ExtractionOptions = {}): Promise<Passage[]> {
  const passages: Passage[] = [];
  for await (const batch of extractPassages(source, options)) passages.push(...batch);
  return passages;
}

function extract(content: string | Uint8Array, mimeType: string, options: ExtractionOptions = {}) {
  return extractAll({ content: Readable.from([Buffer.from(content)]), mimeType }, options);
}

describe('a document', () => {
  it('is cut where its headings, paragraphs and items are, without running titles', async () => {
    const page = (number: number) => [
      { text: 'Guide of the house', y: 800 },
      { text: `Chapter ${number}`, y: 760, size: 20 },
      { text: `The pool of floor ${number} is open from seven to ten. It is hea-`, y: 730 },
      { text: 'ted in winter (and in spring).', y: 716 },
      { text: 'A new paragraph begins here.', y: 680 },
      { text: '- an item', y: 650 },
      { text: `Page ${number}`, y: 40 },
    ];
    const progress: string[] = [];
    const passages = await extract(makePdf([page(1), page(2), page(3)]), 'application/pdf', {
      onProgress: ({ unit, done, total }) => progress.push(`${done} of ${total} ${unit}`),
    });
    expect(progress.at(-1)).toBe('3 of 3 pages');
    expect(passages.map(({ title }) => title)).toEqual(['Chapter 1', 'Chapter 2', 'Chapter 3']);
    expect(passages[1]!.text).toBe(
      'The pool of floor 2 is open from seven to ten. It is heated in winter (and in spring).\n\nA new paragraph begins here.\n\n- an item',
    );
  });

  it(`reads ${MEGABYTES} MB of text within its bounds`, async () => {
    const sentence = 'The quick brown fox jumps over the lazy dog near the river bank. ';
    const text = `${sentence.repeat(14)}\n\n`.repeat(Math.ceil((MEGABYTES * 1e6) / (sentence.length * 14)));
    let passages = 0;
    for await (const batch of extractPassages({
      content: Readable.from([Buffer.from(text)]),
      mimeType: 'text/plain',
    }))
      passages += batch.length;
    expect(passages).toBeGreaterThan(1500 * MEGABYTES);
  }, 600_000);
});

describe('harmful documents are rejected', () => {
  const lie = (part: ZipPart) => ({ ...part, statedSize: 5000 });
  const tree = (count: number) =>
    Array.from({ length: count }, () => paragraph(randomBytes(12).toString('hex'))).join('');
  const emptyFiles = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ name: `f${at}`, content: '' }));
  const NESTED = `/Annots ${'['.repeat(300_000)}`;
  // Small limits, which are quicker to reach than the real ones and enforced in the same way.
  const limits = { heapMiB: 96, dataKiB: 400_000, timeoutMs: 500_000 };
  const blanks = () => docxParts(Buffer.alloc(100_000_000, 0x20));
  const bombs: [what: string, mimeType: string, make: () => Buffer, ...reasons: ExtractionReason[]][] = [
    ['a Word document that unpacks to 100 MB', DOCX, () => makeZip(blanks()), 'too_complex'],
    [
      'one with entities',
      DOCX,
      () => makeZip(docxParts('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>')),
      'too_complex',
    ],
    [
      'a page of a million nested elements',
      'text/html',
      () => Buffer.from('<div>'.repeat(1_000_000)),
      'too_complex',
    ],
    ['a PDF whose stream unpacks to 300 MB', PDF, () => makePdfOf([bombStream(300_000_000)]), 'too_complex'],
    ['one whose size is stated wrongly', DOCX, () => makeZip(blanks().map(lie)), 'damaged'],
    ['one whose tree fills the memory', DOCX, () => makeDocx(tree(90_000)), 'too_complex'],
    [
      'one that is nested too deeply',
      DOCX,
      () => makeDocx('<w:sdt><w:sdtContent>'.repeat(60_000)),
      'too_complex',
      'damaged',
    ],
    ['one with too many files', DOCX, () => makeDocx(paragraph('x'), emptyFiles(6000)), 'too_complex'],
    [
      'a PDF that is nested too deeply',
      PDF,
      () => makePdfOf([stream(Buffer.from('BT ET'), '')], NESTED),
      'too_complex',
      'empty',
      'damaged',
    ],
    [
      'JSON that fills the memory',
      'application/json',
      () => Buffer.from(`[${'[],'.repeat(4_000_000)}[]]`),
      'too_complex',
      'empty',
    ],
  ];

  it.each(bombs)('%s', { timeout: 600_000 }, async (_what, mimeType, make, ...reasons) => {
    const error = await rejection(extract(make(), mimeType, { limits }));
    expect(reasons).toContain(error.reason);
    expect(error.message).toMatch(/^[A-Z].*\.$|^The /);
  });
});

describe('the process', () => {
  it('is ended when its time is over', async () => {
    const never = new Readable({ read: () => undefined });
    const error = await rejection(
      extractAll({ content: never, mimeType: 'text/plain' }, { limits: { timeoutMs: 50 } }),
    );
    expect(error.reason).toBe('timeout');
    expect(never.destroyed).toBe(true);
  });

  it('is ended when the caller gives up', async () => {
    const never = new Readable({ read: () => undefined });
    const controller = new AbortController();
    const work = extractAll({ content: never, mimeType: 'text/plain' }, { signal: controller.signal });
    controller.abort(new Error('deleted meanwhile'));
    await expect(work).rejects.toThrow('deleted meanwhile');
  });

  it('does not blame the document for a source that fails', async () => {
    const broken = new Readable({ read: () => undefined });
    broken.push('some text');
    const work = extractAll({ content: broken, mimeType: 'text/plain' });
    broken.destroy(new Error('the disk is gone'));
    await expect(work).rejects.toThrow('the disk is gone');
    await expect(work).rejects.not.toBeInstanceOf(ExtractionError);
    await expect(extractAll({ content: '/nonexistent/file', mimeType: 'text/plain' })).rejects.toThrow(
      'ENOENT',
    );
  });

  it('refuses what is larger than allowed', async () => {
    const limits = { maxBytes: 1000 };
    expect((await rejection(extract('word '.repeat(300), 'text/plain', { limits }))).reason).toBe(
      'too_large',
    );
    const few = { maxCharacters: 100 };
    expect((await rejection(extract('word '.repeat(300), 'text/plain', { limits: few }))).reason).toBe(
      'too_large',
    );
  });

  it('counts the headings of small passages in what it sends at once, and refuses too many passages', async () => {
    const page = `<h1>${'漢'.repeat(80)}</h1><h2>${'字'.repeat(70)}</h2>${'<h3>a</h3>bb'.repeat(2_000)}`;
    const read = async (limits: ExtractionOptions['limits']) => {
      const sizes: number[] = [];
      const source = { content: Readable.from([Buffer.from(page)]), mimeType: 'text/html' };
      for await (const batch of extractPassages(source, { limits })) sizes.push(batch.length);
      return sizes;
    };
    const sizes = await read({ maxPassages: 2_000 });
    expect(sizes.reduce((sum, size) => sum + size)).toBe(2_000);
    expect(Math.max(...sizes)).toBeLessThan(400);
    const error = await rejection(read({ maxPassages: 1_999 }));
    expect(error).toMatchObject({
      reason: 'too_large',
      message: 'The document has more than 1999 passages. Split it into smaller ones.',
    });
  });

  it('stops when the reader of the passages leaves', async () => {
    const content = Readable.from([Buffer.from('One sentence, and then another one. '.repeat(30_000))]);
    for await (const batch of extractPassages({ content, mimeType: 'text/plain' })) {
      expect(batch[0]!.ordinal).toBe(0);
      break;
    }
    expect(content.destroyed).toBe(true);
  });
});
