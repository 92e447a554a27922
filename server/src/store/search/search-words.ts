/**
 * Splits text into searchable words. This is done here instead of by PostgreSQL's parser, whose notion of a letter
 * depends on the server's locale, which reads `E-4031` as a negative number, and which treats a whole Chinese sentence
 * as one word.
 */

/** Letters and digits, including the characters that join codes, numbers and compounds. */
const chain = /[\p{L}\p{N}\p{M}]+(?:[-_.,/:+][\p{L}\p{N}\p{M}]+)*/gu;
const joints = /[-_.,/:+]/;
const withoutSpaces =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const CODE = /^([a-z]{1,5})(\d{1,6})$/;
const LONGEST_WORD = 64;

let segmenter: Intl.Segmenter | undefined;

/** Returns the words in order and in lower case, without accents of Latin letters. Repetitions are kept. */
export function searchWords(text: string): string[] {
  const words: string[] = [];
  for (const [match] of fold(text).matchAll(chain)) {
    if (withoutSpaces.test(match)) {
      for (const word of segment(match)) addWord(words, word);
      continue;
    }
    const parts = match.split(joints);
    for (const part of parts) addWord(words, part);
    // `e-mail` is also found as `email`, `E-4031` as `E4031`, `1,000` as `1000`.
    const joined = parts.join('');
    const joins = parts.length > 1 && parts.length <= 4 && (/\d/.test(joined) || /^[^_.,/:+]*$/.test(match));
    if (joins) addWord(words, joined);
  }
  return words;
}

/** Normalizes compatibility forms and case, and removes accents from Latin letters. */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .normalize('NFC');
}

function addWord(words: string[], word: string): void {
  // Skips empty and overlong words.
  if (word === '' || word.length > LONGEST_WORD) return;
  words.push(word);
  const [, letters, digits] = CODE.exec(word) ?? [];
  if (letters && digits) words.push(letters, digits);
}

function* segment(text: string): Generator<string> {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' });
  for (const { segment: word, isWordLike } of segmenter.segment(text)) {
    if (isWordLike) yield* word.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  }
}
