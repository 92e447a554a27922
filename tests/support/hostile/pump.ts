import { countSteps, MAX_STEPS } from './count-steps.ts';

/** The length of the strings; each is tried at half of it as well. */
const LENGTH = 400;
/** Fewer steps for each character say nothing about growth. */
const FEW_STEPS = 20;
/** Twice as long takes a linear expression twice the steps, a quadratic one four times, a cubic one eight times. */
const QUADRATIC_GROWTH = 3;
const CUBIC_GROWTH = 6;
const MAX_LETTERS = 8;
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
  return [...new Set([...marks.slice(0, MAX_LETTERS - 2), ...others, ...marks, 'a'])].slice(0, MAX_LETTERS);
}

/** Returns texts that stand literally in the expression, such as `<!--`: two of them at most. */
function wordsOf(pattern: string): string[] {
  return [...pattern.matchAll(/(?:\\[^\w\s]|[^\\()[\]{}^$+?*.|\s]){2,}/g)]
    .map(([word]) => word.replace(/\\(.)/g, '$1'))
    .slice(0, 2);
}

/** Strings that make an expression backtrack most: they almost match, and fail at the end. */
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
  /** A string that shows it. */
  text: string;
}

/** How the steps of an expression grow with the length of the string that makes it backtrack most. */
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
