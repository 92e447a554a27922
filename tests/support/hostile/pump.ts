import { countSteps, MAX_STEPS } from './count-steps.ts';

/** Length of the strings; each is also tried at half of it. */
const LENGTH = 400;
/** Fewer steps per character than this say nothing about growth. */
const FEW_STEPS = 20;
/**
 * At twice the length, a linear expression takes two times the steps, a quadratic one four, a cubic one eight times.
 */
const QUADRATIC_GROWTH = 3;
const CUBIC_GROWTH = 6;
const MAX_LETTERS = 8;
/** Characters at which most expressions stop matching: `.` and `$` match no line break, `\s` matches no NUL. */
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

/** Returns characters that occur in the expression, and one that may not. */
function lettersOf(pattern: string): string[] {
  const letters = new Set<string>();
  for (const [, escaped, letter] of pattern.matchAll(/\\(.)|([^\\()[\]{}^$+?])/gsu)) {
    if (escaped !== undefined) letters.add(OF_ESCAPE[escaped] ?? escaped);
    else if (letter !== undefined) letters.add(letter);
  }
  const marks = [...letters].filter((letter) => !/[a-z\d]/i.test(letter));
  const others = [...letters].filter((letter) => /[a-z\d]/i.test(letter));
  // Expressions repeat punctuation; of letters, a few are enough.
  return [...new Set([...marks.slice(0, MAX_LETTERS - 2), ...others, ...marks, 'a'])].slice(0, MAX_LETTERS);
}

/** Returns at most two texts that occur literally in the expression, such as `<!--`. */
function wordsOf(pattern: string): string[] {
  return [...pattern.matchAll(/(?:\\[^\w\s]|[^\\()[\]{}^$+?*.|\s]){2,}/g)]
    .map(([word]) => word.replace(/\\(.)/g, '$1'))
    .slice(0, 2);
}

/** Yields strings that make an expression backtrack most: they almost match, and fail at the end. */
export function* pumped(pattern: string, length: number): Generator<string> {
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

export interface Growth {
  kind: 'linear' | 'quadratic' | 'worse';
  /** A string that demonstrates it. */
  text: string;
}

/** Returns how the steps of an expression grow with the length of the string that makes it backtrack most. */
export function growthOf(expression: RegExp): Growth {
  let worst: Growth = { kind: 'linear', text: '' };
  const halves = pumped(expression.source, LENGTH / 2);
  for (const text of pumped(expression.source, LENGTH)) {
    const half = halves.next().value as string;
    const steps = countSteps(expression, text);
    if (steps < FEW_STEPS * LENGTH) continue;
    const growth = steps / countSteps(expression, half);
    if (growth > CUBIC_GROWTH || steps === MAX_STEPS) return { kind: 'worse', text };
    if (growth > QUADRATIC_GROWTH) worst = { kind: 'quadratic', text };
  }
  return worst;
}
