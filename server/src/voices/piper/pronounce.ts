import { readTable } from '../../lib/read-table.ts';

/** One step of an utterance: the sounds of a word, or a pause at a mark. */
export type Step = { sounds: SpokenSound[] } | { mark: string };

export interface Pronunciations {
  /** CMU phones with stress, separated by spaces; words in lower case. */
  dictionary: Readonly<Record<string, string>>;
  /** Phones without stress, for a word that the dictionary lacks. */
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
const WORD_OR_MARK = /[A-Za-z]\.(?:[A-Za-z]\.)+|[A-Za-z]+(?:'[A-Za-z]+)*'?|[.,;:!?()]/g;

/** How an English text in plain ASCII sounds, numbers already in words. */
export function pronounce(text: string, pronunciations: Pronunciations): Step[] {
  const words = text.match(WORD_OR_MARK) ?? [];
  const steps: Step[] = [];
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
    const sounds = toIpa(phones, !isLast && isShort(word, at === 0));
    if (sounds.length > 0) steps.push({ sounds });
  });
  return steps;
}

/** A word of the table that is not a single letter; but "I" and, at the beginning, "A" are words. */
function isShort(written: string, opens: boolean): boolean {
  if (/^[A-Z]$/.test(written) && written !== 'I' && !(written === 'A' && opens)) return false;
  return Object.hasOwn(UNSTRESSED, written.toLowerCase());
}

function phonesOf(written: string, opens: boolean, { dictionary, guess }: Pronunciations): string[] {
  const word = written.toLowerCase();
  const known = (key: string) => (Object.hasOwn(dictionary, key) ? dictionary[key]!.split(' ') : undefined);
  const letters = (text: string) =>
    Array.from(text.replace(/[^a-z]/g, '')).flatMap((letter) => known(`${letter}.`) ?? known(letter) ?? []);
  if (isShort(written, opens)) return UNSTRESSED[word]!.split(' ');
  if (/^[A-Z]$/.test(written)) return letters(word);
  const found = known(word);
  if (found) return found;
  if (word.includes('.')) return letters(word);
  const owner = /^(.+)'s?$/.exec(word)?.[1];
  if (owner !== undefined) {
    const base = phonesOf(written.slice(0, owner.length), opens, { dictionary, guess });
    if (!word.endsWith('s')) return base;
    const last = base.at(-1)?.toUpperCase() ?? '';
    return [
      ...base,
      ...(/^(?:S|Z|SH|ZH|CH|JH)$/.test(last) ? ['IH0', 'Z'] : /^(?:P|T|K|F|TH)$/.test(last) ? ['S'] : ['Z']),
    ];
  }
  // "USB", "HTML": capitals that no dictionary has as a word.
  if (/^[A-Z]{2,5}$/.test(written) || !/[aeiouy]/.test(word)) return letters(word);
  return guess(word).filter((phone) => phone !== 'pau');
}

/*
 * English sounds in the letters that Piper's voices were trained with: American English in the International Phonetic
 * Alphabet, as the program writes it that prepared their training data, with stress before the vowel.
 */

/** A sound of the CMU set, lower case, and its letters. */
interface SpokenSound {
  phone: string;
  symbols: string;
}

const LETTERS = readTable(`
  aa: ɑː, ae: æ, ah: ʌ, ao: ɔː, aw: aʊ, ax: ə, axr: ɚ, ay: aɪ, b: b, ch: tʃ, d: d, dh: ð, dx: ɾ, eh: ɛ
  el: əl, em: əm, en: ən, er: ɜː, ey: eɪ, f: f, g: ɡ, hh: h, ih: ɪ, iy: iː, jh: dʒ, k: k, l: l, m: m
  n: n, ng: ŋ, ow: oʊ, oy: ɔɪ, p: p, r: ɹ, s: s, sh: ʃ, t: t, th: θ, uh: ʊ, uw: uː, v: v, w: w, y: j
  z: z, zh: ʒ`);
const WEAK: Readonly<Record<string, string>> = { ah: 'ə', er: 'ɚ', iy: 'i', uw: 'u' };
const VOWEL = /^(?:a[aehowxy]|axr|e[hry]|i[hy]|o[wy]|u[hw])$/;

/**
 * `phones` of one word: `K AE1 T`, or without the numbers of stress, and the stress then falls on the first full vowel;
 * `isWeak`: the word is unstressed in its sentence.
 */
function toIpa(phones: readonly string[], isWeak = false): SpokenSound[] {
  const sounds = phones.map((written) => {
    const stress = /\d$/.test(written) ? Number(written.at(-1)) : undefined;
    return { phone: written.replace(/\d$/, '').toLowerCase(), stress };
  });
  if (!isWeak && !sounds.some(({ stress }) => stress === 1)) {
    const first = sounds.find(({ phone }) => VOWEL.test(phone) && !/^axr?$/.test(phone));
    if (first) first.stress = 1;
  }
  return sounds.flatMap(({ phone, stress }, at) => {
    const letters = LETTERS[phone];
    if (letters === undefined) return [];
    if (!VOWEL.test(phone)) return [{ phone, symbols: isFlapped(sounds, at) ? 'ɾ' : letters }];
    const next = sounds[at + 1]?.phone;
    const isEnding =
      phone === 'ih' && !stress && at > 0 && at === sounds.length - 2 && (next === 'z' || next === 'd');
    const mark = stress === 1 ? 'ˈ' : stress === 2 ? 'ˌ' : '';
    return [{ phone, symbols: mark + (isEnding ? 'ᵻ' : (!stress && WEAK[phone]) || letters) }];
  });
}

/** The t of "water", between a vowel and one without stress. */
function isFlapped(sounds: readonly { phone: string; stress: number | undefined }[], at: number): boolean {
  const [before, after] = [sounds[at - 1], sounds[at + 1]];
  if (sounds[at]!.phone !== 't' || !before || !after) return false;
  return VOWEL.test(before.phone) && VOWEL.test(after.phone) && !after.stress;
}
