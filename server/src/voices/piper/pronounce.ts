import { readTable } from '../../lib/read-table.ts';
import { type SpokenSound, toIpa } from './ipa.ts';

/** One step of an utterance: the sounds of a word, or a pause at a punctuation mark. */
export type PronunciationStep = { sounds: SpokenSound[] } | { mark: string };

export interface Pronunciations {
  /** CMU phones with stress, separated by spaces; words in lower case. */
  dictionary: Readonly<Record<string, string>>;
  /** Returns phones without stress, for a word that is not in the dictionary. */
  guess: (word: string) => string[];
}

/** Short words as they sound inside a sentence. */
const UNSTRESSED = readTable(`
  a: AH0, an: AH0 N, and: AE0 N D, are: AA0 R, as: AE0 Z, at: AE0 T, be: B IY0, been: B IH0 N
  but: B AH0 T, by: B AY0, can: K AE0 N, could: K UH0 D, do: D UW0, for: F AO0 R, from: F R AH0 M
  had: HH AE0 D, has: HH AE0 Z, have: HH AE0 V, he: HH IY0, her: HH ER0, his: HH IH0 Z, i: AY0
  if: IH0 F, in: IH0 N, is: IH0 Z, it: IH0 T, me: M IY0, my: M AY0, of: AH0 V, on: AA0 N, or: AO0 R
  our: AW0 ER0, she: SH IY0, should: SH UH0 D, so: S OW0, than: DH AE0 N, that: DH AE0 T, the: DH AH0
  their: DH EH0 R, them: DH EH0 M, they: DH EY0, to: T UW0, was: W AH0 Z, we: W IY0, were: W ER0
  will: W IH0 L, with: W IH0 DH, would: W UH0 D, you: Y UW0, your: Y AO0 R`);
const VOWEL_SOUND = /^[AEIOU]/;
const WORD_OR_PUNCTUATION = /[A-Za-z]\.(?:[A-Za-z]\.)+|[A-Za-z]+(?:'[A-Za-z]+)*'?|[.,;:!?()]/g;

/** Returns how an English text in plain ASCII sounds; its numbers are already words. */
export function pronounce(text: string, pronunciations: Pronunciations): PronunciationStep[] {
  const words = text.match(WORD_OR_PUNCTUATION) ?? [];
  const steps: PronunciationStep[] = [];
  words.forEach((word, at) => {
    if (/^[.,;:!?()]$/.test(word)) {
      // A mark before the first word makes no pause; two in a row make one.
      const last = steps.at(-1);
      if (last && !('mark' in last)) steps.push({ mark: /[()]/.test(word) ? ',' : word });
      return;
    }
    const phones = phonesOf(word, at === 0, pronunciations);
    const next = words[at + 1];
    if (
      word.toLowerCase() === 'the' &&
      next &&
      VOWEL_SOUND.test(phonesOf(next, false, pronunciations)[0] ?? '')
    )
      phones[1] = 'IY0';
    // The last word of a sentence keeps its stress.
    const isLast = next === undefined || /^[.!?]$/.test(next);
    const sounds = toIpa(phones, !isLast && isUnstressed(word, at === 0));
    if (sounds.length > 0) steps.push({ sounds });
  });
  return steps;
}

/** Whether it is a word of the table rather than a single letter; "I" and, at the beginning, "A" are words. */
function isUnstressed(written: string, isFirst: boolean): boolean {
  if (/^[A-Z]$/.test(written) && written !== 'I' && !(written === 'A' && isFirst)) return false;
  return Object.hasOwn(UNSTRESSED, written.toLowerCase());
}

function phonesOf(written: string, isFirst: boolean, { dictionary, guess }: Pronunciations): string[] {
  const word = written.toLowerCase();
  const known = (key: string) => (Object.hasOwn(dictionary, key) ? dictionary[key]!.split(' ') : undefined);
  const spellLetters = (text: string) =>
    Array.from(text.replace(/[^a-z]/g, '')).flatMap((letter) => known(`${letter}.`) ?? known(letter) ?? []);
  if (isUnstressed(written, isFirst)) return UNSTRESSED[word]!.split(' ');
  if (/^[A-Z]$/.test(written)) return spellLetters(word);
  const found = known(word);
  if (found) return found;
  if (word.includes('.')) return spellLetters(word);
  const owner = /^(.+)'s?$/.exec(word)?.[1];
  if (owner !== undefined) {
    const base = phonesOf(written.slice(0, owner.length), isFirst, { dictionary, guess });
    if (!word.endsWith('s')) return base;
    const last = base.at(-1)?.toUpperCase() ?? '';
    return [
      ...base,
      ...(/^(?:S|Z|SH|ZH|CH|JH)$/.test(last) ? ['IH0', 'Z'] : /^(?:P|T|K|F|TH)$/.test(last) ? ['S'] : ['Z']),
    ];
  }
  // "USB", "HTML": capitals that are not in the dictionary as a word.
  if (/^[A-Z]{2,5}$/.test(written) || !/[aeiouy]/.test(word)) return spellLetters(word);
  return guess(word).filter((phone) => phone !== 'pau');
}
