import { readTable } from '../lib/read-table.ts';
import { ADDRESSES } from './addresses.ts';

/**
 * Returns the part of a text that an English voice can pronounce: plain ASCII words and punctuation. Symbols become
 * words, accents are dropped, Greek and Cyrillic are transliterated; scripts that cannot be transliterated this way
 * (Han, Arabic, …) and emoji are left out. Empty if nothing remains that can be pronounced.
 */
export function toSpeakable(text: string): string {
  let plain = text
    .replace(ADDRESSES, spokenAddress)
    .replace(/([€£¥]) ?(\d[\d.,]{0,30})/g, '$2 $1 ')
    .replace(SYMBOLS, (symbol) => SYMBOL_WORDS[symbol] ?? symbol);
  plain = plain
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^\p{ASCII}]/gu, (letter) => transliterate(letter) ?? ' ')
    .replace(ABBREVIATIONS, (found) => ABBREVIATION_WORDS[found.toLowerCase()] ?? found);
  plain = plain
    .replace(/(\d) ?\/ ?(?=\d)/g, '$1 slash ')
    .replace(/(\d) ?\* ?(?=\d)/g, '$1 times ')
    .replace(/\bC#/g, 'C sharp')
    .replace(/#(?=\d)/g, ' number ')
    // Everything that flite would read out by name ("underscore", "hash") or cannot handle.
    .replace(/[^\w\s.,:;!?'"()+=%&$@-]|_/g, ' ')
    .replace(/([.,:;!?'"()+=%&$@-])\1+/g, '$1')
    .replace(/[A-Za-z]{31,}/g, (word) => word.replace(/.{1,20}/g, '$& '))
    .replace(/\d{16,}/g, (digits) => digits.replace(/./g, '$& '))
    .replace(/\s+/g, ' ')
    .replace(/ (?=[.,:;!?])/g, '')
    .trim();
  return /[A-Za-z0-9]/.test(plain) ? plain : '';
}

function spokenAddress(address: string): string {
  const trailing = /[.,:;!?)\]]*$/.exec(address)?.[0] ?? '';
  const host = address
    .slice(0, address.length - trailing.length)
    .replace(/^https?:\/\//i, '')
    .replace(/^www\./i, '')
    .replace(/[/?#].*$/s, '')
    .replace(/:\d+$/, '');
  const words = host
    .replaceAll('@', ' at ')
    .replaceAll('.', ' dot ')
    .replace(/[_%+-]/g, ' ');
  return `${words}${trailing}`;
}

/** Symbols that are read as words. */
const SPOKEN_SYMBOLS = readTable(`
  €: euros, £: pounds, ¥: yen, ¢: cents, °C: degrees Celsius, °F: degrees Fahrenheit, °: degrees
  ×: times, ÷: divided by, ±: plus or minus, ≈: about, ≠: is not, ≤: at most, ≥: at least, →: to
  ∞: infinity, √: the root of, ½: one half, ⅓: one third, ¼: one quarter, ¾: three quarters, ²: squared
  ³: cubed, −: minus`);
/** Punctuation marks, by the mark that replaces them. */
const PUNCTUATION: Readonly<Record<string, string>> = {
  ' ': '™®©¿¡',
  '. ': '…。',
  ', ': '—–，、،',
  '-': '‐‑',
  '"': '“”„«»',
  "'": '‘’ʼ',
  '! ': '！',
  '? ': '？؟',
};
const SYMBOL_WORDS: Readonly<Record<string, string>> = Object.fromEntries([
  ...Object.entries(SPOKEN_SYMBOLS).map(([symbol, words]) => [symbol, ` ${words} `]),
  ...Object.entries(PUNCTUATION).flatMap(([said, marks]) => Array.from(marks, (mark) => [mark, said])),
]);
const SYMBOLS = new RegExp(
  Object.keys(SYMBOL_WORDS)
    .sort((a, b) => b.length - a.length)
    .join('|'),
  'gu',
);

const ABBREVIATION_WORDS: Readonly<Record<string, string>> = {
  'e.g.': 'for example',
  'i.e.': 'that is',
  'vs.': 'versus',
  'approx.': 'approximately',
  'w/': 'with ',
  'w/o': 'without ',
};
const ABBREVIATIONS = /\b(?:e\.g\.|i\.e\.|vs\.|approx\.|w\/o\b|w\/(?= ))/gi;

/** Letters without a decomposition, and alphabets close enough to Latin; approximate, but never silent. */
const LETTERS: ReadonlyMap<string, string> = new Map(
  'ßss æae œoe øo łl đd ðd þth ıi ŋng ħh ŧt ſs αa βv γg δd εe ζz ηi θth ιi κk λl μm νn ξx οo πp ρr σs ςs τt υi φf χh ψps ωo аa бb вv гg дd еe жzh зz иi йy кk лl мm нn оo пp рr сs тt уu фf хh цts чch шsh щsh ъ ыi ь эe юyu яya іi ґg єye ђdj јy љly њny ћch џj ѕdz'
    .split(' ')
    .map((pair) => [pair[0]!, pair.slice(1)]),
);

function transliterate(letter: string): string | undefined {
  const small = letter.toLowerCase();
  const latin = LETTERS.get(small);
  return latin === undefined || small === letter ? latin : latin.charAt(0).toUpperCase() + latin.slice(1);
}
