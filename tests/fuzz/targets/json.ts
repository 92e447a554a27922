import type { FuzzTarget } from '../fuzz-target.ts';
import { readTextDocument } from '../read-text-document.ts';

const shared = await readTextDocument('application/json');
export const target: FuzzTarget = {
  ...shared,
  about: 'uploaded documents in JSON, or lines of it',
  covers: ['/knowledge/extraction/'],
  seeds: [
    '{"hotel":{"rooms":[{"name":"a","beds":2},{"name":"b"}]}}',
    '{"a":1}\n{"b":[1,2,null]}\n',
    `["x",true,{"long_text":"${'y'.repeat(250)}"}]`,
  ],
  tokens: '{ } [ ] : , null true 1e999 " \\u0000 \\ud800 \n "__proto__":',
};
