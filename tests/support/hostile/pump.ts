/** The most processor time for one string, in ms; a quadratic expression takes some five. */
export const MOST_MS = 150;
/**
 * The length of the strings: for so many characters cubic expressions take most of a second, exponential ones never
 * end.
 */
const LENGTH = 1_200;
/** At this length a quadratic expression takes a hundred times what a linear one does. */
const LONG = 12_000;
const QUADRATIC_MS = 8;
/** Twice as long takes a linear expression twice as long, a quadratic one four times. */
const QUADRATIC_GROWTH = 3;
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

/** What stands in the expression as it is matched, such as `<!--`: two of them at most. */
function wordsOf(pattern: string): string[] {
  return [...pattern.matchAll(/(?:\\[^\w\s]|[^\\()[\]{}^$+?*.|\s]){2,}/g)]
    .map(([word]) => word.replace(/\\(.)/g, '$1'))
    .slice(0, 2);
}

/** Strings that make an expression backtrack most: they almost match, and fail at the end. */
export function* pumped(pattern: string, length = LENGTH): Generator<string> {
  const letters = lettersOf(pattern);
  const half = length / 2;
  for (const word of wordsOf(pattern)) yield word.repeat(length / word.length) + END;
  for (const a of letters) {
    yield a.repeat(length) + END;
    for (const b of letters) {
      if (a === b) continue;
      yield (a + b).repeat(half) + END;
      yield a.repeat(half) + b.repeat(half) + END;
      yield `${a.repeat(half)}${b}${b}${a.repeat(half)}${END}`;
      yield `${b}${a.repeat(half)}\0${a.repeat(half)}${END}`;
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

/** The string that takes it four times as long where it is twice as long; undefined where there is none. */
export function quadraticOn(expression: RegExp): string | undefined {
  const shorter = pumped(expression.source, LONG / 2);
  for (const text of pumped(expression.source, LONG)) {
    const half = shorter.next().value as string;
    if (cpuMs(expression, text) < QUADRATIC_MS) continue;
    const best = (of: string) => Math.min(...Array.from({ length: 3 }, () => cpuMs(expression, of)));
    const ms = best(text);
    if (ms > QUADRATIC_MS && ms > QUADRATIC_GROWTH * best(half)) return text;
  }
  return undefined;
}

function cpuMs(expression: RegExp, text: string): number {
  const before = process.cpuUsage();
  text.replace(expression, '');
  const { user } = process.cpuUsage(before);
  return user / 1_000;
}
