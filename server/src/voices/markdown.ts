/**
 * Returns the text of Markdown as a person would read it aloud: blocks (paragraphs, headings, list items, table rows)
 * separated by line breaks. Code blocks, images without a description, rules and tags are left out. Runs in linear time
 * on any input.
 */
export function stripMarkdown(markdown: string): string {
  const blocks: string[] = [];
  let open = false;
  let fence: string | undefined;
  for (const line of markdown.split(/\r\n?|\n|\u2028|\u2029/)) {
    const marker = /^\s{0,3}(```|~~~)/.exec(line)?.[1];
    if (fence !== undefined || marker !== undefined) {
      if (fence === undefined) fence = marker;
      else if (marker === fence) fence = undefined;
      open = false;
      continue;
    }
    const { text, starts, ends } = readLine(line);
    if (text !== '' && open && !starts) blocks[blocks.length - 1] += ` ${text}`;
    else if (text !== '') blocks.push(text);
    open = text !== '' && !ends;
  }
  return blocks.join('\n');
}

/** Returns a line without its block's marks, and whether it must start or end its own block. */
function readLine(line: string): { text: string; starts: boolean; ends: boolean } {
  let text = line.replace(/^[\s>]+/, '');
  if (/^(?:[-*_=]\s*){3,}$/.test(text)) return { text: '', starts: true, ends: true };
  const isOfMarks = /^[\s|:-]+$/.test(text);
  const dash = text.indexOf('-');
  if (text.startsWith('|') || (isOfMarks && dash >= 0 && text.includes('|', dash))) {
    if (isOfMarks) return { text: '', starts: true, ends: true };
    const cells = text.split('|').map((cell) => readInline(cell));
    return { text: cells.filter((cell) => cell !== '').join(', '), starts: true, ends: true };
  }
  const heading = /^#{1,6}\s+/.exec(text);
  if (heading) {
    return {
      text: readInline(text.slice(heading[0].length).replace(/\s#+\s*$/, '')),
      starts: true,
      ends: true,
    };
  }
  const item = /^[-*+•]\s+(?:\[[ xX]\]\s+)?/.exec(text);
  if (item) text = text.slice(item[0].length);
  const starts = item !== null || /^\d{1,3}[.)]\s/.test(text);
  return { text: readInline(text), starts, ends: false };
}

function readInline(text: string): string {
  return text
    .replace(/!?\[([^[\]]{0,500})\]\((?:[^()\s]{0,2000})(?: "[^"]{0,200}")?\)/g, '$1')
    .replace(/<((?:https?:\/\/|mailto:)[^<>\s]{1,2000})>/g, '$1')
    .replace(/<\/?[a-zA-Z][^<>]{0,300}>/g, ' ')
    .replace(/&(amp|lt|gt|quot|apos|nbsp|#39);/g, (_, name: string) => ENTITIES[name]!)
    .replace(/`{1,3}/g, '')
    .replace(/\*{2,}|~~/g, '')
    .replace(/(^|[^\w*])\*(?=\S)|(\S)\*(?=[^\w*]|$)/g, '$1$2')
    .replace(/(^|[^\p{L}\p{N}_])_{1,3}(?=[^\s_])|([^\s_])_{1,3}(?=[^\p{L}\p{N}_]|$)/gu, '$1$2')
    .replace(/\\([\\`*_{}[\]()#+.!|~-])/g, '$1')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, (gap) => (gap === '\u200d' ? gap : ' '))
    .trim();
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  '#39': "'",
  nbsp: ' ',
};
