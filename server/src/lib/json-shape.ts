const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPENING = [0x5b, 0x7b];
const CLOSING = [0x5d, 0x7d];

/** Maximum nesting depth of a JSON text, and maximum number of values, keys not counted. */
export interface JsonShape {
  depth: number;
  values: number;
}

/**
 * Which limit a JSON text exceeds, if any. One pass over the text before it is parsed, because eight megabytes of
 * brackets are cheap to send but expensive as objects. Does not check that the text is valid JSON.
 */
export function exceededShape(text: string, max: JsonShape): keyof JsonShape | undefined {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfString(text, at);
      continue;
    }
    if (code === COMMA) values++;
    else if (OPENING.includes(code)) {
      depth++;
      values++;
    } else if (CLOSING.includes(code)) depth--;
    if (depth > max.depth) return 'depth';
    if (values > max.values) return 'values';
  }
  return undefined;
}

/**
 * Like `JSON.parse`, for untrusted text: four megabytes of brackets would block the event loop for half a second.
 * @throws RangeError if the text exceeds the shape, SyntaxError if it is not JSON
 */
export function parseWithin(text: string, max: JsonShape): unknown {
  const exceeded = exceededShape(text, max);
  if (exceeded === 'depth') throw new RangeError(`it is nested deeper than ${max.depth} levels`);
  if (exceeded === 'values') throw new RangeError(`it has more than ${max.values} values`);
  return JSON.parse(text);
}

/** Returns the index of the closing quote of the string that begins at `from`, or else the length of the text. */
function endOfString(text: string, from: number): number {
  for (let at = from + 1; ; at++) {
    at = text.indexOf('"', at);
    if (at < 0) return text.length;
    let backslashes = 0;
    while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return at;
  }
}
