import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { type ExtractionOptions, extractPassages, extractText } from './extract-text.ts';
import type { ExtractionReason } from './extraction-error.ts';
import { ExtractionError } from './extraction-error.ts';
import { docxParts, heading, makeDocx, paragraph, table } from './testing/make-docx.ts';
import { bombStream, makePdf, makePdfOf, stream } from './testing/make-pdf.ts';
import { makeZip } from './testing/make-zip.ts';

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

function extract(content: string | Uint8Array, mimeType: string, options: ExtractionOptions = {}) {
  return extractText({ content: Readable.from([Buffer.from(content)]), mimeType }, options);
}

async function blocks(content: string | Uint8Array, mimeType: string) {
  return (await extract(content, mimeType)).blocks.map(({ kind, text }) => `${kind}: ${text}`);
}

async function rejection(work: Promise<unknown>): Promise<ExtractionError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof ExtractionError) return error;
  throw new Error('expected an ExtractionError', { cause: error });
}

describe('text', () => {
  it('finds headings, paragraphs and items in plain text', async () => {
    const text =
      'Opening hours\n\nWe are open from nine\nto five, every day.\n\nBring:\n- a passport\n- a photo\n';
    expect(await blocks(text, 'text/plain')).toEqual([
      'heading: Opening hours',
      'paragraph: We are open from nine to five, every day.',
      'paragraph: Bring:',
      'item: a passport',
      'item: a photo',
    ]);
  });

  it.each([
    ['UTF-8 with a byte-order mark', Buffer.from('\ufeffGrüße', 'utf8')],
    ['UTF-16, little end first', Buffer.from('\ufeffGrüße', 'utf16le')],
    ['UTF-16, big end first', Buffer.from('\ufeffGrüße', 'utf16le').swap16()],
    ['UTF-16 without a mark', Buffer.from('Grüße', 'utf16le')],
    ['Latin-1', Buffer.from('Grüße', 'latin1')],
  ])('reads %s', async (_name, bytes) => {
    expect(await blocks(bytes, 'text/plain')).toEqual(['paragraph: Grüße']);
  });

  it('follows a declared character set', async () => {
    expect(await blocks(Buffer.from([0xcf, 0xf0, 0xe8]), 'text/plain; charset=windows-1251')).toEqual([
      'paragraph: При',
    ]);
  });

  it('takes out control characters and repairs broken ones', async () => {
    const text = Buffer.concat([
      Buffer.from('a\u0000b\u0007c\u202ed é in a text with words enough '.repeat(9)),
      Buffer.from([0xed, 0xa0, 0x80]),
    ]);
    const [block] = await blocks(text, 'text/plain');
    expect(block).toMatch(/^paragraph: (abcd é in a text with words enough ){9}\ufffd+$/);
  });

  it('reads 20 MB of text within its bounds', async () => {
    const sentence = 'The quick brown fox jumps over the lazy dog near the river bank. ';
    const text = `${sentence.repeat(14)}\n\n`.repeat(Math.ceil(20_000_000 / (sentence.length * 14)));
    let passages = 0;
    for await (const batch of extractPassages({
      content: Readable.from([Buffer.from(text)]),
      mimeType: 'text/plain',
    }))
      passages += batch.length;
    expect(passages).toBeGreaterThan(30_000);
  }, 60_000);

  it('reads one line of 20 MB', async () => {
    const { blocks: found } = await extract('x'.repeat(20_000_000), 'text/plain');
    expect(found.reduce((sum, block) => sum + block.text.replaceAll(' ', '').length, 0)).toBe(20_000_000);
    expect(Math.max(...found.map((block) => block.text.length))).toBeLessThan(60_000);
  }, 60_000);
});

describe('Markdown', () => {
  it('takes the marks off and keeps the structure', async () => {
    const text =
      '---\ntitle: Menu\n---\n# The _menu_\n\nWe *love* **coffee** and `code`, see [here](https://x.example).\n\n' +
      '| Item | Price |\n|:--|--:|\n| Tea | 2.10 |\n\nSub\n---\n1. first\n2. second\n\n```js\nlet a = b * c;\n```\n';
    expect(await blocks(text, 'text/markdown')).toEqual([
      'record: title: Menu',
      'heading: The menu',
      'paragraph: We love coffee and code, see here.',
      'record: Item: Tea; Price: 2.10',
      'heading: Sub',
      'item: first',
      'item: second',
      'paragraph: let a = b * c;',
    ]);
  });

  it('does not change names with underscores and single stars', async () => {
    expect(await blocks('call snake_case_name with 2 * 3 * 4', 'text/markdown')).toEqual([
      'paragraph: call snake_case_name with 2 * 3 * 4',
    ]);
  });
});

describe('HTML', () => {
  it('keeps what a reader sees', async () => {
    const html =
      '<!doctype html><title>Shop</title><style>p{}</style><nav>Home</nav><h1>Caf&eacute; &amp; more</h1>' +
      '<p>One <b>bold</b><br>line.<script>steal()</script></p><ul><li>a<li>b</ul>' +
      '<table><tr><th>Item<th>Price</tr><tr><td>Tea</td><td>2</td></tr></table><footer>imprint</footer>';
    expect(await blocks(html, 'text/html')).toEqual([
      'heading: Shop',
      'heading: Café & more',
      'paragraph: One bold',
      'paragraph: line.',
      'item: a',
      'item: b',
      'record: Item: Tea; Price: 2',
    ]);
  });

  it('follows the character set of the page', async () => {
    const html = Buffer.from('<meta charset="iso-8859-2"><p>\xb3\xf3d\xbc</p>', 'latin1');
    expect(await blocks(html, 'text/html')).toEqual(['paragraph: łódź']);
  });

  it('reads some hundred nested elements, but not a million', async () => {
    expect(await blocks(`${'<div>'.repeat(900)}deep`, 'text/html')).toEqual(['paragraph: deep']);
    expect((await rejection(extract('<div>'.repeat(1_000_000), 'text/html'))).reason).toBe('too_complex');
  });
});

describe('tables and data', () => {
  it('names the columns of CSV, with any separator', async () => {
    const rows = ['record: name: Espresso; price: 2,50', 'record: name: Tea; price: 1,90'];
    expect(await blocks('name;price\nEspresso;2,50\nTea;1,90\n', 'text/csv')).toEqual(rows);
    expect(await blocks('name,price\nEspresso,"2,50"\n"Tea",  "1,90"\n', 'text/csv')).toEqual(rows);
  });

  it('reads CSV without a header', async () => {
    expect(await blocks('1,2\n3,4\n', 'text/csv')).toEqual(['record: 1; 2', 'record: 3; 4']);
  });

  it('rejects CSV with a cell that never ends', async () => {
    const csv = `a,b\n"${'never closed, '.repeat(200_000)}`;
    expect((await rejection(extract(csv, 'text/csv'))).reason).toBe('damaged');
  });

  it('turns JSON into records under their paths', async () => {
    const json = JSON.stringify({
      hotel: {
        name: 'Miramar',
        stars: 4,
        rooms: [
          { number: 1, price: 90 },
          { number: 2, price: 120 },
        ],
        tags: ['sea', 'sun'],
      },
    });
    expect(await blocks(json, 'application/json')).toEqual([
      'heading: hotel',
      'record: name: Miramar; stars: 4; tags: sea, sun',
      'heading: hotel › rooms',
      'record: number: 1; price: 90',
      'record: number: 2; price: 120',
    ]);
  });

  it('reads lines of JSON, and JSON that is nested deeply', async () => {
    expect(await blocks('{"a":1,"b":2}\n{"a":3,"b":4}\n', 'application/json')).toEqual([
      'record: a: 1; b: 2',
      'record: a: 3; b: 4',
    ]);
    const deep = `${'{"a":'.repeat(20_000)}"bottom"${'}'.repeat(20_000)}`;
    expect((await blocks(deep, 'application/json')).at(-1)).toBe('paragraph: a: bottom');
  });

  it('rejects JSON that was cut off', async () => {
    const error = await rejection(extract('{"a": [1, 2', 'application/json'));
    expect(error).toMatchObject({ reason: 'damaged', message: expect.stringContaining('not valid JSON') });
  });
});

describe('PDF', () => {
  it('finds pages, headings, paragraphs and items, and leaves running titles out', async () => {
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
    const result = await extract(makePdf([page(1), page(2), page(3)]), 'application/pdf', {
      onProgress: ({ unit, done, total }) => progress.push(`${done} of ${total} ${unit}`),
    });
    expect(result.pages).toBe(3);
    expect(progress.at(-1)).toBe('3 of 3 pages');
    expect(result.blocks.slice(4, 8)).toEqual([
      { kind: 'heading', level: 1, text: 'Chapter 2', page: 2 },
      {
        kind: 'paragraph',
        text: 'The pool of floor 2 is open from seven to ten. It is heated in winter (and in spring).',
        page: 2,
      },
      { kind: 'paragraph', text: 'A new paragraph begins here.', page: 2 },
      { kind: 'item', text: 'an item', page: 2 },
    ]);
    expect(result.blocks).toHaveLength(12);
  });

  it('says that a PDF without text may be a scan', async () => {
    const error = await rejection(extract(makePdf([[]]), 'application/pdf'));
    expect(error).toMatchObject({ reason: 'empty', message: 'No text was found (a scanned PDF?).' });
  });

  it('rejects a PDF that was cut off, and one that is protected', async () => {
    const whole = makePdf([[{ text: 'hello', y: 700 }]]);
    expect((await rejection(extract(whole.subarray(0, 60), 'application/pdf'))).reason).toBe('damaged');
    const locked = Buffer.from(
      whole
        .toString('latin1')
        .replace(
          '/Root 1 0 R',
          `/Root 1 0 R /ID [<00112233445566778899aabbccddeeff><00112233445566778899aabbccddeeff>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -44 /O <${'11'.repeat(32)}> /U <${'22'.repeat(32)}> >>`,
        ),
      'latin1',
    );
    expect((await rejection(extract(locked, 'application/pdf'))).reason).toBe('encrypted');
  });
});

describe('Word', () => {
  it('reads headings, paragraphs and tables', async () => {
    const body = `${heading('Prices')}${paragraph('All prices are in euros &amp; include tax.')}${table([
      ['Item', 'Price'],
      ['Tea', '2.10'],
    ])}`;
    expect(await blocks(makeDocx(body), DOCX)).toEqual([
      'heading: Prices',
      'paragraph: All prices are in euros & include tax.',
      'record: Item: Tea; Price: 2.10',
    ]);
  });

  it('rejects a file that is no Word document', async () => {
    const sheet = makeZip([{ name: 'xl/workbook.xml', content: '<workbook/>' }]);
    expect((await rejection(extract(sheet, DOCX))).message).toContain('an Excel workbook');
    const cut = makeDocx(paragraph('hello'));
    expect((await rejection(extract(cut.subarray(0, cut.length / 2), DOCX))).reason).toBe('damaged');
    const locked = makeZip([{ name: 'word/document.xml', content: 'x', flags: 1 }]);
    expect((await rejection(extract(locked, DOCX))).reason).toBe('encrypted');
  });
});

describe('harmful documents are rejected', () => {
  // Small limits, so that the tests need not reach the large ones; they are enforced in the same way.
  const limits = { heapMiB: 96, dataKiB: 400_000 };
  const bombs: [string, () => Buffer, string, ExtractionReason[]][] = [
    [
      'a Word document that unpacks to 100 MB',
      () => makeZip(docxParts(Buffer.alloc(100_000_000, 0x20))),
      DOCX,
      ['too_complex'],
    ],
    [
      'one that says that it does not',
      () =>
        makeZip(docxParts(Buffer.alloc(100_000_000, 0x20)).map((part) => ({ ...part, statedSize: 5000 }))),
      DOCX,
      ['damaged'],
    ],
    [
      'one whose tree fills the memory',
      () =>
        makeDocx(Array.from({ length: 90_000 }, () => paragraph(randomBytes(12).toString('hex'))).join('')),
      DOCX,
      ['too_complex'],
    ],
    [
      'one that is nested too deeply',
      () => makeDocx('<w:sdt><w:sdtContent>'.repeat(60_000)),
      DOCX,
      ['too_complex', 'damaged'],
    ],
    [
      'one with entities',
      () => makeZip(docxParts('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>')),
      DOCX,
      ['too_complex'],
    ],
    [
      'one with too many files',
      () =>
        makeDocx(
          paragraph('x'),
          Array.from({ length: 6000 }, (_, at) => ({ name: `f${at}`, content: '' })),
        ),
      DOCX,
      ['too_complex'],
    ],
    [
      'a PDF whose stream unpacks to 300 MB',
      () => makePdfOf([bombStream(300_000_000)]),
      'application/pdf',
      ['too_complex'],
    ],
    [
      'a PDF that is nested too deeply',
      () => makePdfOf([stream(Buffer.from('BT ET'), '')], `/Annots ${'['.repeat(300_000)}`),
      'application/pdf',
      ['too_complex', 'empty', 'damaged'],
    ],
    [
      'JSON that fills the memory',
      () => Buffer.from(`[${'[],'.repeat(4_000_000)}[]]`),
      'application/json',
      ['too_complex', 'empty'],
    ],
  ];

  it.each(bombs)(
    '%s',
    async (_name, make, mimeType, reasons) => {
      const error = await rejection(extract(make(), mimeType, { limits }));
      expect(reasons).toContain(error.reason);
      expect(error.message).toMatch(/^[A-Z].*\.$|^The /);
    },
    90_000,
  );
});

describe('the content of a file counts, not its declared type', () => {
  const pdf = makePdf([[{ text: 'hello', y: 700 }]]);
  it.each([
    ['a PDF as text', pdf, 'text/plain', 'it is a PDF'],
    ['a picture as Markdown', Buffer.from('89504e470d0a1a0a', 'hex'), 'text/markdown', 'a PNG picture'],
    ['text as a PDF', Buffer.from('hello'), 'application/pdf', 'something else'],
    ['a Word document as a PDF', makeDocx(paragraph('x')), 'application/pdf', 'a ZIP archive'],
    [
      'an old Word document as a new one',
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      DOCX,
      'an old Office document',
    ],
    [
      'a PDF that is also a ZIP archive',
      Buffer.concat([pdf, makeZip([{ name: 'a', content: 'b' }])]),
      'application/pdf',
      'at once',
    ],
    ['random bytes as CSV', randomBytes(4000), 'text/csv', 'binary data'],
  ])('rejects %s', async (_name, bytes, mimeType, says) => {
    const error = await rejection(extract(bytes, mimeType));
    expect(error).toMatchObject({ reason: 'wrong_type', message: expect.stringContaining(says) });
  });

  it('rejects an empty file, blanks, and unknown types', async () => {
    expect((await rejection(extract('', 'text/plain'))).reason).toBe('empty');
    expect((await rejection(extract(' \n\t\n ', 'text/plain'))).message).toBe(
      'No text was found in the document.',
    );
    expect((await rejection(extract('x', 'image/png'))).reason).toBe('unsupported_type');
  });
});

describe('the process', () => {
  it('is ended when its time is over', async () => {
    const never = new Readable({ read: () => undefined });
    const error = await rejection(
      extractText({ content: never, mimeType: 'text/plain' }, { limits: { timeoutMs: 400 } }),
    );
    expect(error.reason).toBe('timeout');
    expect(never.destroyed).toBe(true);
  });

  it('is ended when the caller gives up', async () => {
    const never = new Readable({ read: () => undefined });
    const controller = new AbortController();
    const work = extractText({ content: never, mimeType: 'text/plain' }, { signal: controller.signal });
    controller.abort(new Error('deleted meanwhile'));
    await expect(work).rejects.toThrow('deleted meanwhile');
    await expect(
      extractText({ content: Readable.from(['x']), mimeType: 'text/plain' }, { signal: controller.signal }),
    ).rejects.toThrow('deleted meanwhile');
  });

  it('does not blame the document for a source that breaks', async () => {
    const broken = new Readable({ read: () => undefined });
    broken.push('some text');
    const work = extractText({ content: broken, mimeType: 'text/plain' });
    broken.destroy(new Error('the disk is gone'));
    await expect(work).rejects.toThrow('the disk is gone');
    await expect(work).rejects.not.toBeInstanceOf(ExtractionError);
    await expect(extractText({ content: '/nonexistent/file', mimeType: 'text/plain' })).rejects.toThrow(
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

  it('reads a file by its path', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'extract-'));
    try {
      writeFileSync(join(folder, 'a.md'), '# Hello\n');
      const { blocks: found } = await extractText({
        content: join(folder, 'a.md'),
        mimeType: 'text/markdown',
      });
      expect(found).toEqual([{ kind: 'heading', level: 1, text: 'Hello' }]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('stops when the reader of the passages leaves', async () => {
    const content = Readable.from([Buffer.from('One sentence, and then another one. '.repeat(100_000))]);
    for await (const batch of extractPassages({ content, mimeType: 'text/plain' })) {
      expect(batch[0]!.ordinal).toBe(0);
      break;
    }
    expect(content.destroyed).toBe(true);
  });
});
