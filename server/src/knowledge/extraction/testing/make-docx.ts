import { makeZip, type ZipPart } from './make-zip.ts';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const TYPES = `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`;
const RELS = `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`;
const STYLES = `${XML}<w:styles ${W}><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/></w:style></w:styles>`;

/** Creates a Word document. `body` is WordprocessingML, see `paragraph`, `heading` and `table`. */
export function makeDocx(body: string, more: ZipPart[] = []): Buffer {
  return makeZip([...docxParts(makeBody(body)), ...more]);
}

export const makeBody = (body: string) => `${XML}<w:document ${W}><w:body>${body}</w:body></w:document>`;

export function docxParts(document: string | Uint8Array): ZipPart[] {
  return [
    { name: '[Content_Types].xml', content: TYPES },
    { name: '_rels/.rels', content: RELS },
    { name: 'word/document.xml', content: document },
    { name: 'word/styles.xml', content: STYLES },
  ];
}

export function paragraph(text: string): string {
  return `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
}

export function heading(text: string): string {
  return `<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
}

export function table(rows: string[][]): string {
  const cells = (row: string[]) => row.map((cell) => `<w:tc>${paragraph(cell)}</w:tc>`).join('');
  return `<w:tbl>${rows.map((row) => `<w:tr>${cells(row)}</w:tr>`).join('')}</w:tbl>`;
}
