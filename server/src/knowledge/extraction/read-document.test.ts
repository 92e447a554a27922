import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { openReader } from './read-document.ts';
import { docxParts, heading, makeBody, makeDocx, paragraph, table } from './testing/make-docx.ts';
import { makePdf } from './testing/make-pdf.ts';
import { makeZip } from './testing/make-zip.ts';
import { rejection } from './testing/rejection.ts';
import type { TextBlock } from './text-block.ts';

const PDF = 'application/pdf';
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

  it.each([
    ['windows-1251', 'text/plain', 'cff0e8', 'При'],
    ['"Shift_JIS"', 'text/plain', '93fa967b8cea', '日本語'],
    // Seven-bit, so it is valid UTF-8 as well.
    ['iso-2022-jp', 'text/plain', '1b2442467c4b5c386c1b2842', '日本語'],
    ['gbk', 'text/csv', 'd3a2b9fa', '英国'],
    ['utf-16le', 'text/markdown', 'e565 2c67 9e8a', '日本語'],
    // Wrong declarations: programs declare these for any text.
    ['iso-8859-1', 'text/html', 'd09fd180d0b8', 'При'],
    ['koi8-r', 'application/json', '22f0d2c922', 'При'],
  ])('follows a declared character set: %s', async (charset, mediaType, hex, text) => {
    const bytes = Buffer.from(hex.replaceAll(' ', ''), 'hex');
    expect(await blocks(bytes, `${mediaType}; charset=${charset}`)).toEqual([`paragraph: ${text}`]);
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

  it('has front matter at its beginning alone, between lines of dashes', async () => {
    const rules = '# Hours\n\nOpen from nine.\n\n---\n\n## Prices\n\nTea 2.10\n\n---\n\nBye.\n';
    expect(await blocks(rules, 'text/markdown')).toEqual([
      'heading: Hours',
      'paragraph: Open from nine.',
      'heading: Prices',
      'paragraph: Tea 2.10',
      'paragraph: Bye.',
    ]);
    expect(await blocks('---\r\na: b\r\n...\r\nHi.', 'text/markdown')).toEqual([
      'record: a: b',
      'paragraph: Hi.',
    ]);
  });
});

describe('HTML', () => {
  it('goes on after an element of XHTML that closes itself', async () => {
    const html =
      '<?xml version="1.0" encoding="iso-8859-2"?><html><p>Before</p><iframe src="x"/><p>\xb3\xf3d\xbc</p></html>';
    expect(await blocks(Buffer.from(html, 'latin1'), 'application/xhtml+xml')).toEqual([
      'paragraph: Before',
      'paragraph: łódź',
    ]);
  });

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

  it('keeps the digits of numbers as they are written', async () => {
    const numbers = ['12345678901234567890', '-0.12345678901234567890', '2.50', '1E400', '1e3', '-0', '7'];
    const json = `{"a": ${numbers[0]}, "list": [${numbers.join(',')}], "text": "\\" 1.50, \\\\", "b":${numbers[2]}}`;
    const record = `a: ${numbers[0]}; list: ${numbers.join(', ')}; text: " 1.50, \\; b: 2.50`;
    expect(await blocks(json, 'application/json')).toEqual([`record: ${record}`]);
    expect(await blocks(`{"a":${numbers[0]},"b":2.50}\n{"a":1.0,"b":2}\n`, 'application/json')).toEqual([
      `record: a: ${numbers[0]}; b: 2.50`,
      'record: a: 1.0; b: 2',
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
});

describe('of a Word document nothing is read that was not checked before:', () => {
  it('no entry that is missing from its directory', async () => {
    const archive = makeZip([
      ...docxParts(makeBody(paragraph('counted'))),
      { name: 'word/document.xml', content: makeBody(paragraph('hidden')) },
    ]);
    const counts = archive.length - 22 + 8;
    for (const at of [counts, counts + 2]) archive.writeUInt16LE(archive.readUInt16LE(at) - 1, at);
    expect(await blocks(archive, DOCX)).toEqual(['paragraph: counted']);
  });

  it('no main part of another type', async () => {
    const parts = docxParts(makeBody(paragraph('of this type'))).map((part) => ({
      ...part,
      content: String(part.content).replace('Target="word/document.xml"', 'Target="word/other.bin"'),
    }));
    const other = { name: 'word/other.bin', content: makeBody(paragraph('of another type')) };
    expect(await blocks(makeZip([...parts, other]), DOCX)).toEqual(['paragraph: of this type']);
  });
});

it('only a few combining marks per letter are read', async () => {
  const [block] = await blocks(`a${'\u0301\u0323'.repeat(5_000)}b`, 'text/plain');
  expect(block).toMatch(/^paragraph: \P{M}\p{M}{29,30}b$/u);
});

describe('documents that take quadratic time are rejected before they are read', () => {
  const each = (count: number, text: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => text(at)).join('');
  it.each([
    ['elements in elements', '<w:sdt>'.repeat(600) + '</w:sdt>'.repeat(600)],
    ['elements that do not end', each(600, (at) => `<e${at}>`)],
    ['elements of ever new names', each(4000, (at) => `<e${at}></e${at}>`)],
  ])('a Word document with %s', async (_what, body) => {
    const error = await rejection(read(makeDocx(body), DOCX));
    expect(error).toMatchObject({ reason: 'too_complex', message: expect.stringContaining('too deeply') });
  });

  it.each([
    ['comments that do not end', '<!-- '.repeat(100)],
    ['instructions that do not end', '<?a '.repeat(100)],
    ['an instruction of many blanks', `<?a ${' '.repeat(2_000)}b ?>`],
    ['a tag in a tag', '<w:p <w:p/>'],
    ['a tag in quotes', '<w:p a="<w:p/>"/>'],
  ])('a Word document with %s', async (_what, body) => {
    const error = await rejection(read(makeDocx(paragraph('x') + body), DOCX));
    expect(error).toMatchObject({ reason: 'damaged', message: expect.stringContaining('malformed') });
  });

  it('but not a Word document with properly closed comments and instructions', async () => {
    const body = `<!-- < --><?a < ?><w:p a='">' b=">'"><w:r><w:t><![CDATA[a < b]]>c</w:t></w:r></w:p>`;
    expect(await blocks(makeDocx(body), DOCX)).toEqual(['paragraph: c']);
  });
});

it('reads a PDF that contains a script, without running the script or loading a script engine', async () => {
  const script = '/OpenAction << /S /JavaScript /JS (globalThis.scriptRan = true) >>';
  const pdf = makePdf([[{ text: 'hello', y: 700 }]])
    .toString('latin1')
    .replace('/Type /Catalog', `/Type /Catalog ${script}`);
  expect(pdf).toContain(script);
  expect(await blocks(Buffer.from(pdf, 'latin1'), PDF)).toEqual(['paragraph: hello']);
  expect('scriptRan' in globalThis).toBe(false);
  // The scripting sandbox is a separate module that a viewer must import by name.
  for (const part of ['pdf.mjs', 'pdf.worker.mjs']) {
    const code = await readFile(new URL(import.meta.resolve(`pdfjs-dist/legacy/build/${part}`)), 'utf8');
    expect(code).not.toContain('pdf.sandbox');
  }
});

describe('what cannot be read is rejected', () => {
  const pdf = makePdf([[{ text: 'hello', y: 700 }]]);
  const id = '<00112233445566778899aabbccddeeff>';
  const encrypt = `/Filter /Standard /V 1 /R 2 /P -44 /O <${'11'.repeat(32)}> /U <${'22'.repeat(32)}>`;
  const lock = `/Root 1 0 R /ID [${id}${id}] /Encrypt << ${encrypt} >>`;
  const word = makeDocx(paragraph('hello'));
  it.each<[what: string, mediaType: string, bytes: string | Buffer, reason: string, says?: string]>([
    ['an empty file', 'text/plain', '', 'empty'],
    ['blanks', 'text/plain', ' \n\t\n ', 'empty', 'No text was found in the document.'],
    [
      'a character set that nobody knows',
      'text/plain; charset=cp99',
      Buffer.from('Gr\xfc\xdfe', 'latin1'),
      'unsupported_type',
      'The character set "cp99" is unknown. Save the document as UTF-8.',
    ],
    ['an unknown type', 'image/png', 'x', 'unsupported_type'],
    ['CSV with a cell that never ends', 'text/csv', `a,b\n"${'never closed, '.repeat(9000)}`, 'damaged'],
    ['JSON that was cut off', 'application/json', '{"a": [1, 2', 'damaged', 'not valid JSON'],
    ['a number that JSON does not have', 'application/json', '{"a": 01.50}', 'damaged', 'not valid JSON'],
    ['a PDF without text', PDF, makePdf([[]]), 'empty', 'only scanned pages'],
    ['a PDF that was cut off', PDF, pdf.subarray(0, 60), 'damaged'],
    ['a protected PDF', PDF, Buffer.from(pdf.toString('latin1').replace('/Root 1 0 R', lock)), 'encrypted'],
    ['a Word document that was cut off', DOCX, word.subarray(0, word.length / 2), 'damaged'],
    ['a protected one', DOCX, zip('word/document.xml', 1), 'encrypted'],
    // The actual content of a file counts, not its declared type.
    ['a workbook as a Word document', DOCX, zip('xl/workbook.xml'), 'wrong_type', 'an Excel workbook'],
    ['an old one', DOCX, Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'wrong_type', 'an old Office document'],
    ['a PDF as text', 'text/plain', pdf, 'wrong_type', 'it is a PDF'],
    ['a picture', 'text/markdown', Buffer.from('89504e470d0a1a0a', 'hex'), 'wrong_type', 'a PNG picture'],
    ['text as a PDF', PDF, 'hello', 'wrong_type', 'something else'],
    ['a Word document as a PDF', PDF, word, 'wrong_type', 'a ZIP archive'],
    [
      'a PDF that is a ZIP archive, too',
      PDF,
      Buffer.concat([pdf, zip('a')]),
      'wrong_type',
      'both a PDF and a ZIP archive',
    ],
    ['random bytes as CSV', 'text/csv', randomBytes(4000), 'wrong_type', 'binary data'],
  ])('%s', async (_what, mediaType, bytes, reason, says = '') => {
    const error = await rejection(read(bytes, mediaType));
    expect(error).toMatchObject({ reason, message: expect.stringContaining(says) });
  });
});

function zip(name: string, flags = 0): Buffer {
  return makeZip([{ name, content: 'x', flags }]);
}
