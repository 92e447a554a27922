import { ExtractionError } from '@visavis/server/dist/knowledge/extraction/extraction-error.js';
import { readZip } from '@visavis/server/dist/knowledge/extraction/read-zip.js';
import { makeDocx, paragraph } from '@visavis/server/dist/knowledge/extraction/testing/make-docx.js';
import { makeZip } from '@visavis/server/dist/knowledge/extraction/testing/make-zip.js';
import type { FuzzTarget } from '../fuzz-target.ts';

const LIMITS = { entries: 20, entryBytes: 2 ** 20, totalBytes: 2 ** 21, ratio: 300 };

export const target: FuzzTarget = {
  about: 'Word documents that are uploaded: the directory of their archive, and what they unpack to',
  covers: ['/extraction/read-zip.js', '/yauzl/'],
  seeds: [
    makeDocx(paragraph('hello')),
    makeZip([{ name: 'a.xml', content: '<a/>' }]),
    makeZip([
      { name: 'a.xml', content: 'x'.repeat(5000) },
      { name: 'b', content: '' },
    ]),
  ],
  tokens: 'PK\x01\x02 PK\x03\x04 PK\x05\x06 PK\x06\x06 PK\x06\x07 a.xml ../',
  declares: [ExtractionError],
  async read(input) {
    let bytes = 0;
    const count = (_name: string, chunk: Buffer) => {
      bytes += chunk.length;
    };
    return [await readZip(input, /\.xml$/, count, LIMITS), bytes];
  },
};
