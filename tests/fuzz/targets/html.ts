import type { FuzzTarget } from '../fuzz-target.ts';
import { readTextDocument } from '../read-text-document.ts';

const shared = await readTextDocument('text/html');
export const target: FuzzTarget = {
  ...shared,
  about: 'uploaded documents in HTML',
  covers: ['/knowledge/extraction/', '/htmlparser2/'],
  seeds: [
    '<!doctype html><meta charset="utf-8"><title>T</title><h1>Rooms</h1><p>A <b>bold</b> text<br>here &amp; there',
    '<table><tr><th>a<th>b<tr><td>1<td>2<table><tr><td>3</table></table><ul><li>one<li>two</ul>',
    '<nav>no</nav><script>no()</script><!-- no --><img alt="a picture"><svg><p>x</svg><![CDATA[x]]><textarea><p></textarea>',
  ],
  tokens:
    '<table> <tr> <td> <li> <p> </p> <div> <script> </script <!-- --> <![CDATA[ &#x &amp <? <h1> <nav> = <svg> <title> <textarea>',
};
