/** The most processor time for one string, in ms; a quadratic expression takes some five. */
export const MOST_MS = 150;
/**
 * The length of the strings: for so many characters cubic expressions take most of a second, exponential ones never
 * end.
 */
const LENGTH = 1_200;
const MOST_LETTERS = 8;
/** Characters at which most expressions stop matching: `.` and `$` take no line break, `\s` takes no NUL. */
const END = '\n\0';

/** A character that the escape matches. */
const OF_ESCAPE: Readonly<Record<string, string>> = {
  s: '\t',
  S: '!',
  d: '0',
  w: 'a',
  p: 'a',
  b: ' ',
  n: '\n',
};

/** Characters that occur in the expression, and one that may not. */
function lettersOf(pattern: string): string[] {
  const letters = new Set<string>();
  for (const [, escaped, letter] of pattern.matchAll(/\\(.)|([^\\()[\]{}^$+?])/gsu)) {
    if (escaped !== undefined) letters.add(OF_ESCAPE[escaped] ?? escaped);
    else if (letter !== undefined) letters.add(letter);
  }
  const marks = [...letters].filter((letter) => !/[a-z\d]/i.test(letter));
  const others = [...letters].filter((letter) => /[a-z\d]/i.test(letter));
  // Expressions repeat punctuation marks; of letters a few are enough.
  return [...new Set([...marks.slice(0, MOST_LETTERS - 2), ...others, ...marks, 'a'])].slice(0, MOST_LETTERS);
}

/** Strings that make an expression backtrack most: they almost match, and fail at the end. */
export function* pumped(pattern: string): Generator<string> {
  const letters = lettersOf(pattern);
  for (const a of letters) {
    yield a.repeat(LENGTH) + END;
    for (const b of letters) {
      if (a === b) continue;
      yield (a + b).repeat(LENGTH / 2) + END;
      yield a.repeat(LENGTH / 2) + b.repeat(LENGTH / 2) + END;
      yield `${a.repeat(LENGTH / 2)}${b}${b}${a.repeat(LENGTH / 2)}${END}`;
      yield `${b}${a.repeat(LENGTH / 2)}\0${a.repeat(LENGTH / 2)}${END}`;
    }
  }
}

/** Processor time of the slowest string: the best of three, so that other load on the machine does not count. */
export function slowest(expression: RegExp): { ms: number; text: string } {
  let worst = { ms: 0, text: '' };
  for (const text of pumped(expression.source)) {
    let ms = Number.POSITIVE_INFINITY;
    for (let turn = 0; turn < 3 && ms > MOST_MS; turn += 1) ms = Math.min(ms, cpuMs(expression, text));
    if (ms > worst.ms) worst = { ms, text };
    if (ms > MOST_MS) break;
  }
  return worst;
}

function cpuMs(expression: RegExp, text: string): number {
  const before = process.cpuUsage();
  text.replace(expression, '');
  const { user } = process.cpuUsage(before);
  return user / 1_000;
}
