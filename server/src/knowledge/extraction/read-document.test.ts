import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openReader } from './read-document.ts';
import { heading, makeDocx, paragraph, table } from './testing/make-docx.ts';
import { makePdf } from './testing/make-pdf.ts';
import { makeZip } from './testing/make-zip.ts';
import { rejection } from './testing/rejection.ts';
import type { TextBlock } from './text-block.ts';

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

async function read(content: string | Uint8Array, mediaType: string): Promise<TextBlock[]> {
  const reader = await openReader({ mediaType, maxCharacters: 64_000_000, onProgress: () => undefined });
  const found: TextBlock[] = [];
  for await (const block of reader(Uint8Array.from(Buffer.from(content)))) found.push(block);
  return found;
}

async function blocks(content: string | Uint8Array, mediaType: string): Promise<string[]> {
  return (await read(content, mediaType)).map(({ kind, text }) => `${kind}: ${text}`);
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

  it('reads some hundred nested elements', async () => {
    expect(await blocks(`${'<div>'.repeat(900)}deep`, 'text/html')).toEqual(['paragraph: deep']);
  });
});

describe('tables and data', () => {
  it('names the columns of CSV, with any separator', async () => {
    const rows = ['record: name: Espresso; price: 2,50', 'record: name: Tea; price: 1,90'];
    expect(await blocks('name;price\nEspresso;2,50\nTea;1,90\n', 'text/csv')).toEqual(rows);
    expect(await blocks('name,price\nEspresso,"2,50"\n"Tea",  "1,90"\n', 'text/csv')).toEqual(rows);
  });

  it('rejects CSV with a cell that never ends', async () => {
    const csv = `a,b\n"${'never closed, '.repeat(20_000)}`;
    expect((await rejection(read(csv, 'text/csv'))).reason).toBe('damaged');
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
    const error = await rejection(read('{"a": [1, 2', 'application/json'));
    expect(error).toMatchObject({ reason: 'damaged', message: expect.stringContaining('not valid JSON') });
  });
});

describe('PDF', () => {
  it('says that a PDF without text may be a scan', async () => {
    const error = await rejection(read(makePdf([[]]), 'application/pdf'));
    expect(error).toMatchObject({ reason: 'empty', message: 'No text was found (a scanned PDF?).' });
  });

  it('rejects a PDF that was cut off, and one that is protected', async () => {
    const whole = makePdf([[{ text: 'hello', y: 700 }]]);
    expect((await rejection(read(whole.subarray(0, 60), 'application/pdf'))).reason).toBe('damaged');
    const locked = Buffer.from(
      whole
        .toString('latin1')
        .replace(
          '/Root 1 0 R',
          `/Root 1 0 R /ID [<00112233445566778899aabbccddeeff><00112233445566778899aabbccddeeff>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -44 /O <${'11'.repeat(32)}> /U <${'22'.repeat(32)}> >>`,
        ),
      'latin1',
    );
    expect((await rejection(read(locked, 'application/pdf'))).reason).toBe('encrypted');
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
    expect((await rejection(read(sheet, DOCX))).message).toContain('an Excel workbook');
    const cut = makeDocx(paragraph('hello'));
    expect((await rejection(read(cut.subarray(0, cut.length / 2), DOCX))).reason).toBe('damaged');
    const locked = makeZip([{ name: 'word/document.xml', content: 'x', flags: 1 }]);
    expect((await rejection(read(locked, DOCX))).reason).toBe('encrypted');
  });
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
    const error = await rejection(read(bytes, mimeType));
    expect(error).toMatchObject({ reason: 'wrong_type', message: expect.stringContaining(says) });
  });

  it('rejects an empty file, blanks, and unknown types', async () => {
    expect((await rejection(read('', 'text/plain'))).reason).toBe('empty');
    expect((await rejection(read(' \n\t\n ', 'text/plain'))).message).toBe(
      'No text was found in the document.',
    );
    expect((await rejection(read('x', 'image/png'))).reason).toBe('unsupported_type');
  });
});
