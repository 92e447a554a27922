/** Longer lines are split, so that no text can contain a line that fills the memory. */
const MAX_LINE_CHARS = 16_384;

/** Yields the lines of a text in pieces, without line ends. Reports the number of characters read so far. */
export function* linesOf(
  chunks: Iterable<string>,
  onCharacters?: (count: number) => void,
): Generator<string> {
  let pending = '';
  let characters = 0;
  for (const chunk of chunks) {
    characters += chunk.length;
    // A "\r" at the end of a piece may be half of a "\r\n".
    const text = pending + chunk;
    const held = text.endsWith('\r') ? 1 : 0;
    const lines = text.slice(0, text.length - held).split(/\r\n|[\n\r\f\v\u0085\u2028\u2029]/);
    pending = lines.pop()! + (held ? '\r' : '');
    for (const line of lines) yield* pieces(line);
    while (pending.length > MAX_LINE_CHARS * 2) {
      const end = cutAt(pending);
      yield pending.slice(0, end);
      pending = pending.slice(end);
    }
    onCharacters?.(characters);
  }
  if (pending !== '') yield* pieces(pending.replace(/\r$/, ''));
}

function* pieces(line: string): Generator<string> {
  let rest = line;
  while (rest.length > MAX_LINE_CHARS) {
    const end = cutAt(rest);
    yield rest.slice(0, end);
    rest = rest.slice(end);
  }
  yield rest;
}

/** Returns where to split: between words if possible, and never between surrogates. */
function cutAt(text: string): number {
  const space = text.lastIndexOf(' ', MAX_LINE_CHARS);
  if (space > MAX_LINE_CHARS / 2) return space + 1;
  const high = text.charCodeAt(MAX_LINE_CHARS - 1);
  return high >= 0xd800 && high < 0xdc00 ? MAX_LINE_CHARS - 1 : MAX_LINE_CHARS;
}
