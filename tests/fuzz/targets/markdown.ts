import type { FuzzTarget } from '../fuzz-target.ts';
import { readTextDocument } from '../read-text-document.ts';

export const target: FuzzTarget = {
  ...(await readTextDocument('text/markdown')),
  about: 'uploaded documents in Markdown',
  covers: ['/knowledge/extraction/'],
  seeds: [
    '---\ntitle: "Hotel"\n---\n# Rooms\n\nText with **bold**, _it_ and [a link](https://a.b).\n',
    '| a | b |\n|---|:-:|\n| 1 | `2` |\n\nTitle\n=====\n- [x] one\n2) two\n> quoted\n',
    '```ts\ncode\n```\n~~gone~~ ![alt](p.png) <https://a.b> &amp; \\*x\\* <!-- no -->\n***\n',
  ],
  tokens: '``` ~~~ | |---| -\t > ![ ]( <!-- --> ** _ ` \\ &nbsp; ---\n ===\n \r\n \u2028 \ufeff',
};
