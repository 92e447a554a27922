/** What a regular expression may take for one string, in ms of the processor; a quadratic one takes some five. */
export const MOST_MS = 150;
/** Cubic ones take most of a second for so many characters, exponential ones for ever. */
const LENGTH = 1_200;
const MOST_LETTERS = 8;
/** What most expressions end before: `.` and `$` take no line break, `\s` takes no NUL. */
const END = '\n\0';

/** Stands for what the escape matches. */
const OF_ESCAPE: Readonly<Record<string, string>> = {
  s: '\t',
  S: '!',
  d: '0',
  w: 'a',
  p: 'a',
  b: ' ',
  n: '\n',
};

/** Characters that the expression speaks of, and one that it perhaps does not. */
function lettersOf(pattern: string): string[] {
  const letters = new Set<string>();
  for (const [, escaped, letter] of pattern.matchAll(/\\(.)|([^\\()[\]{}^$+?])/gsu)) {
    if (escaped !== undefined) letters.add(OF_ESCAPE[escaped] ?? escaped);
    else if (letter !== undefined) letters.add(letter);
  }
  const marks = [...letters].filter((letter) => !/[a-z\d]/i.test(letter));
  const others = [...letters].filter((letter) => /[a-z\d]/i.test(letter));
  // Marks are what expressions repeat; of words few letters are enough.
  return [...new Set([...marks.slice(0, MOST_LETTERS - 2), ...others, ...marks, 'a'])].slice(0, MOST_LETTERS);
}

/** Strings in which an expression that goes back over what it has read goes back most: it almost matches, and fails at the end. */
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

/** Processor time of the slowest string: the best of three, so that what else the machine does counts for nothing. */
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
