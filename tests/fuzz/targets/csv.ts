import type { FuzzTarget } from '../fuzz-target.ts';
import { readTextDocument } from '../read-text-document.ts';

const shared = await readTextDocument('text/csv');
export const target: FuzzTarget = {
  ...shared,
  about: 'uploaded tables (CSV)',
  covers: ['/knowledge/extraction/', '/csv-parse/'],
  seeds: ['name;price\nroom;12,50\n"a ""b""";3\n', 'a,b,c\n1,2\n\n3,4,5,6\n', 'x\ty\n1\t"two\nlines"\n'],
  tokens: '" "" , ; \t | \r \r\n \ufeff \n"',
};
