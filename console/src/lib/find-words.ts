const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
/** Words that say what a text is about: numbers, abbreviations, and words of four letters or more. */
const MEANINGFUL = /\p{N}|\p{Lu}{2}|\p{Lo}{2}|\p{L}{4}/u;
/** English words that are frequent in questions, and that the search ignores. */
const STOP_WORDS =
  /^(?:what|when|where|which|does|have|there|this|that|these|those|they|your|from|with|about|will|been|were|than|then|some|into|only)$/;
/** The search ignores further words of a question. */
const MAX_WORDS = 48;

const fold = (word: string) => word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Whether these are probably forms of one word, such as a singular and a plural. */
function areForms(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (short === long) return true;
  const isPrefix = long.startsWith(short.length > 4 ? short.slice(0, -1) : short);
  return /^\p{L}{4,}$/u.test(short) && isPrefix && long.length - short.length <= 3;
}

/** Divides a passage into pieces, and says which of them are words of the question; `at` is where a piece begins. */
export function findWords(text: string, question: string): { at: number; text: string; isMatch: boolean }[] {
  const questionWords = [...segmenter.segment(question)]
    .map(({ segment }) => segment)
    .filter((word) => MEANINGFUL.test(word) && !STOP_WORDS.test(fold(word)))
    .slice(0, MAX_WORDS)
    .map(fold);
  return Array.from(segmenter.segment(text), ({ segment, index: at }) => {
    const word = fold(segment);
    return { at, text: segment, isMatch: questionWords.some((other) => areForms(word, other)) };
  });
}
