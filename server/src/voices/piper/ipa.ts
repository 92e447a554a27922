/**
 * English sounds in the letters with which Piper's voices were trained: American English in the International Phonetic
 * Alphabet, as written by the program that prepared their training data, with stress before the vowel.
 */
import { readTable } from '../../lib/read-table.ts';

/** A sound of the CMU set, in lower case, and its letters. */
export interface SpokenSound {
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
 * Converts the phones of one word, such as `K AE1 T`. Without stress numbers, the stress is on the first full vowel.
 * `isWeak`: the word is unstressed in its sentence.
 */
export function toIpa(phones: readonly string[], isWeak = false): SpokenSound[] {
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

/** Whether it is the t of "water", between a vowel and an unstressed one. */
function isFlapped(sounds: readonly { phone: string; stress: number | undefined }[], at: number): boolean {
  const [before, after] = [sounds[at - 1], sounds[at + 1]];
  if (sounds[at]!.phone !== 't' || !before || !after) return false;
  return VOWEL.test(before.phone) && VOWEL.test(after.phone) && !after.stress;
}
