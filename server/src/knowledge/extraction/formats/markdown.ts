import MarkdownIt from 'markdown-it';
import { recordText } from '../clean-text.ts';
import { decodeText } from '../decode-text.ts';
import type { ReaderInput, TextBlock } from '../text-block.ts';
import { readHtmlText } from './html.ts';

const FRONT_MATTER = /^\ufeff?---[ \t]*\r?\n([\s\S]*?)(?<=\n)(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/;
/** It guarantees linear time for any text, which few other parsers do. */
const markdown = new MarkdownIt({ html: true });

/** Reads Markdown by way of its HTML: headings, lists, tables (as records), code; front matter line by line. */
export function* readMarkdown(input: ReaderInput): Generator<TextBlock> {
  const text = [...decodeText(input.bytes, input.charset)].join('');
  const [whole = '', frontMatter = ''] = FRONT_MATTER.exec(text) ?? [];
  for (const line of frontMatter.split('\n')) {
    const record = recordText([fieldOf(line)]);
    if (record !== '') yield { kind: 'record', text: record };
  }
  yield* readHtmlText([markdown.render(text.slice(whole.length))]);
  const total = input.bytes.length;
  input.onProgress({ unit: 'bytes', done: total, total });
}

function fieldOf(line: string): [string, string] {
  const at = line.indexOf(':');
  return at < 0 ? ['', line] : [line.slice(0, at), line.slice(at + 1).replace(/^\s*["']|["']\s*$/g, '')];
}
