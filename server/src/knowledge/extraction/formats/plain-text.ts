import { cleanLine } from '../clean-text.ts';
import { decodeText } from '../decode-text.ts';
import { linesOf } from '../lines.ts';
import type { ReaderInput, TextBlock } from '../text-block.ts';

const MAX_PARAGRAPH_CHARS = 20_000;
const ITEM = /^\s*(?:[-*•‣▪–]|\d{1,3}[.)])\s+(?=\S)/;

/** Reads paragraphs separated by blank lines. A short line on its own before a longer paragraph is a heading. */
export function* readPlainText(input: ReaderInput): Generator<TextBlock> {
  let paragraph: string[] = [];
  let chars = 0;
  /** A single short line that is a heading if a longer paragraph follows. */
  let candidate: string | undefined;
  const total = input.bytes.length;
  const lines = linesOf(decodeText(input.bytes, input.charset), (done) =>
    input.onProgress({ unit: 'bytes', done: Math.min(done, total), total }),
  );

  function* flush(): Generator<TextBlock> {
    const text = cleanLine(paragraph.join(' '));
    const single = paragraph.length === 1;
    paragraph = [];
    chars = 0;
    if (text === '') return;
    if (candidate !== undefined) {
      if (text.length > candidate.length) yield { kind: 'heading', level: 2, text: candidate };
      else yield { kind: 'paragraph', text: candidate };
      candidate = undefined;
    }
    if (single && isHeadingLike(text)) candidate = text;
    else yield { kind: 'paragraph', text };
  }

  for (const line of lines) {
    if (line.trim() === '') {
      yield* flush();
    } else if (/^\s*([=\-_*~])\1{3,}\s*$/.test(line)) {
      // An underlined heading: "Opening hours" above "=====".
      const heading = paragraph.pop();
      yield* flush();
      if (heading !== undefined) yield* asHeading(heading);
    } else if (ITEM.test(line)) {
      yield* flush();
      if (candidate !== undefined) yield { kind: 'heading', level: 2, text: candidate };
      candidate = undefined;
      const text = cleanLine(line.replace(ITEM, ''));
      if (text !== '') yield { kind: 'item', text };
    } else {
      paragraph.push(line);
      chars += line.length;
      if (chars > MAX_PARAGRAPH_CHARS) yield* flush();
    }
  }
  yield* flush();
  if (candidate !== undefined) yield { kind: 'paragraph', text: candidate };
}

function* asHeading(line: string): Generator<TextBlock> {
  const text = cleanLine(line);
  if (text !== '') yield { kind: 'heading', level: 1, text };
}

function isHeadingLike(text: string): boolean {
  return text.length <= 70 && !/[.!?;,:…]$/.test(text) && /\p{L}/u.test(text);
}
