import { deflateSync } from 'node:zlib';

/** A line of text; `y` is in points from the bottom of the page. */
export interface PdfText {
  text: string;
  y: number;
  size?: number;
  x?: number;
}

/** Creates a minimal PDF from one array of lines per page. */
export function makePdf(pages: PdfText[][]): Buffer {
  const contents = pages.map((lines) =>
    lines
      .map(({ text, y, size = 11, x = 60 }) => `BT /F1 ${size} Tf ${x} ${y} Td (${escapeText(text)}) Tj ET`)
      .join('\n'),
  );
  return makePdfOf(contents.map((content) => stream(Buffer.from(content, 'latin1'), '')));
}

/** Creates a PDF with one page per content stream; the streams are complete objects. */
export function makePdfOf(streams: Buffer[], pageExtra = ''): Buffer {
  const objects: Buffer[] = [
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from(
      `<< /Type /Pages /Count ${streams.length} /Kids [${streams.map((_, at) => `${4 + at * 2} 0 R`).join(' ')}] >>`,
    ),
    Buffer.from('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'),
  ];
  for (const [at, content] of streams.entries()) {
    objects.push(
      Buffer.from(
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${5 + at * 2} 0 R /Resources << /Font << /F1 3 0 R >> >> ${pageExtra} >>`,
      ),
      content,
    );
  }
  const chunks: Buffer[] = [Buffer.from('%PDF-1.4\n')];
  const offsets: number[] = [];
  let offset = chunks[0]!.length;
  for (const [at, object] of objects.entries()) {
    offsets.push(offset);
    const whole = Buffer.concat([Buffer.from(`${at + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
    chunks.push(whole);
    offset += whole.length;
  }
  const table = offsets.map((one) => `${String(one).padStart(10, '0')} 00000 n \n`).join('');
  chunks.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${offset}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(chunks);
}

/** Creates a stream object; `filter` is, for example, `/Filter /FlateDecode`. */
export function stream(bytes: Uint8Array, filter: string): Buffer {
  const head = `<< /Length ${bytes.length} ${filter} >>\nstream\n`;
  return Buffer.concat([Buffer.from(head), bytes, Buffer.from('\nendstream')]);
}

/** Creates a stream that is compressed twice, so that a few kilobytes unpack to `bytes` spaces. */
export function bombStream(bytes: number): Buffer {
  const once = deflateSync(Buffer.alloc(bytes, 0x20), { level: 9 });
  return stream(deflateSync(once, { level: 9 }), '/Filter [/FlateDecode /FlateDecode]');
}

function escapeText(text: string): string {
  return text.replace(/[\\()]/g, '\\$&');
}
