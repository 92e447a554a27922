import { toCardinal } from 'n2words/en-US';
import { ADDRESSES } from '../addresses.ts';
import {
  ABBREVIATIONS,
  CURRENCIES,
  IDIOMS,
  LARGE,
  sayDate,
  sayTime,
  sayYearAlone,
  UNITS,
} from './english.ts';

/**
 * Returns an English text as it is read aloud: numbers, dates, times, prices, units, telephone numbers and
 * abbreviations as words. `language` is a BCP 47 tag; text in another language is returned unchanged, and the English
 * voice reads it as it can. Web and mail addresses are unchanged. Never throws, in time linear in the text.
 */
export function spellOut(text: string, language = 'en'): string {
  if (!/^en(?:-|$)/i.test(language)) return text;
  let said = '';
  let from = 0;
  for (const address of text.matchAll(ADDRESSES)) {
    said += spellOutPlain(text.slice(from, address.index)) + address[0];
    from = address.index + address[0].length;
  }
  return said + spellOutPlain(text.slice(from));
}

function spellOutPlain(text: string): string {
  // Most texts have nothing to spell out.
  if (!/[\d.&%€£$¥°#/]/.test(text)) return text;
  return PASSES.reduce((said, pass) => pass(said), text);
}

/** A number with more digits than this is a code. */
const LONGEST_NUMBER = 15;

type Pass = (text: string) => string;

/** A number as it is written, with its groups and decimals: `10,000.50`. */
const NUMBER = `\\d{1,3}(?:[, \\u00a0\\u202f'’]\\d{3})+(?!\\d)(?:\\.\\d+)?|\\d+(?:\\.\\d+)?`;
const BARE_NUMBER = `(?<![\\p{L}\\d.,])(?:${NUMBER})`;
const RANGE = '(?:\\s?[–—-]\\s?|\\sto\\s)';
const SIGN = alternatives(CURRENCIES);
const UNIT = alternatives(UNITS);

const PASSES: readonly Pass[] = [
  ...IDIOMS.map(([pattern, say]) => replacing(pattern, say)),
  replacing(
    new RegExp(`(?<![\\p{L}\\d])(?:${alternatives(ABBREVIATIONS)})(?!\\p{L})`, 'gu'),
    ([found], _before, after) => {
      const words = ABBREVIATIONS[found]!;
      // The dot also ended the sentence.
      return found.endsWith('.') && /^["'”’)]*\s*$/.test(after) ? `${words}.` : words;
    },
  ),
  replacing(/\b(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])\b(?!-)/g, ([, year, month, day]) =>
    sayDate(Number(day), Number(month), year!),
  ),
  replacing(/(?<![\d/.])(\d{1,2})([/.])(\d{1,2})\2(\d{4})(?!\d)/g, sayShortDate),
  replacing(
    /(?<![\d+(])(?:\+\d{1,3}|\(0?\d{1,5}\)|0\d{1,4})(?:[ /().-]{1,2}\d{2,8}){1,6}(?!\d)/g,
    ([written]) => sayTelephone(written),
  ),
  replacing(
    new RegExp(
      `(?<![\\d-])\\d{3}-\\d{3}-\\d{4}(?![\\d-])|(?<![\\d-]|(?:${SIGN})\\s?)\\d{3}-\\d{4}(?![\\d-]|\\s?(?:${SIGN}|%|${UNIT})(?!\\p{L}))`,
      'gu',
    ),
    ([written]) => (isRange(written) ? written : sayTelephone(written)),
  ),
  replacing(/\b\d{1,3}(?:\.\d{1,3}){2,}\b/g, ([version]) =>
    version.split('.').map(sayNumber).join(' point '),
  ),
  replacing(/\b([01]?\d|2[0-3]):(\d{2})(?::\d{2})?(?![\d:])/g, ([written, hour, minute]) =>
    Number(minute) < 60 ? sayTime(Number(hour), Number(minute)) : written,
  ),
  replacing(
    new RegExp(`(?<!\\p{L})(${SIGN})\\s?(${NUMBER})\\s?[–-]\\s?(?:\\1\\s?)?(?=${NUMBER})`, 'gu'),
    ([, sign, from]) => `${sayNumber(from!)} to ${sign}`,
  ),
  replacing(
    new RegExp(`(?<!\\p{L})(${SIGN})\\s?(${NUMBER})(?:\\s(\\p{L}+))?`, 'gu'),
    ([written, sign, amount, word]) => sayMoney(sign!, amount!, word) ?? written,
  ),
  replacing(
    new RegExp(`(${BARE_NUMBER})${RANGE}(?=(?:${NUMBER})\\s?(?:${SIGN}|%))`, 'gu'),
    ([, from]) => `${sayNumber(from!)} to `,
  ),
  replacing(
    new RegExp(`(${BARE_NUMBER})(?:\\s(\\p{L}+))?\\s?(${SIGN})(?!\\p{L})`, 'gu'),
    ([written, amount, word, sign]) => sayMoney(sign!, amount!, word, true) ?? written,
  ),
  replacing(new RegExp(`(${BARE_NUMBER})\\s?%`, 'gu'), ([, amount]) => `${sayNumber(amount!)} percent`),
  replacing(
    new RegExp(`(${BARE_NUMBER})${RANGE}(?=(?:${NUMBER})[\\s-]?(?:${UNIT})(?![\\p{L}\\d]))`, 'gu'),
    ([, from]) => `${sayNumber(from!)} to `,
  ),
  replacing(
    new RegExp(`([−-](?=\\d))?(${BARE_NUMBER})[ \\u00a0]?(${UNIT})(?![\\p{L}\\d²³'’])`, 'gu'),
    ([, sign, amount, unit]) => (sign ? 'minus ' : '') + sayCount(amount!, UNITS[unit!]!.split('/')),
  ),
  replacing(
    new RegExp(`(${BARE_NUMBER})\\s?[–-]\\s?(?=\\d)`, 'gu'),
    ([, from], before) => `${sayBareNumber(from!, before, ' ')} to `,
  ),
  replacing(/(?<=^|[\s(])[−-](?=\d)/g, () => 'minus '),
  replacing(/(?<=^|[\s(])\+(?=\d)/g, () => 'plus '),
  replacing(/(?<=\p{L})-?(?=\d)|(?<=\d)-?(?=\p{L})/gu, () => ' '),
  replacing(new RegExp(BARE_NUMBER, 'gu'), ([written], before, after) =>
    sayBareNumber(written, before, after),
  ),
  replacing(/\s?&\s?/g, () => ' and '),
  // A sentence that ends in `a.m.` would get two dots.
  (said) => said.replace(/\b([ap]\.m\.)\./g, '$1').replace(/ {2,}/g, ' '),
];

/** Whether it is a range of two round numbers (`500-1000`) rather than a telephone number (`555-0199`). */
function isRange(written: string): boolean {
  const [from = 0, to = 0, ...further] = written.split('-').map(Number);
  return further.length === 0 && from % 50 === 0 && to % 50 === 0 && from < to;
}

/** Reads a number by itself: as a year if it looks like one, digit by digit if it is a code. */
function sayBareNumber(written: string, before: string, after: string): string {
  const mayBeYear = /^\d{4}$/.test(written) && written >= '1100' && written < '2100';
  return (mayBeYear ? sayYearAlone(written, before, after) : undefined) ?? sayNumber(written);
}

function sayNumber(written: string): string {
  const [whole = '', decimals] = written.split('.');
  const digits = whole.replace(/\D/g, '');
  const isCode = (digits.length > 1 && digits.startsWith('0')) || digits.length > LONGEST_NUMBER;
  const said = isCode ? sayDigits(digits) : toCardinal(BigInt(digits));
  return decimals === undefined ? said : `${said} point ${sayDigits(decimals)}`;
}

const sayDigits = (digits: string) => Array.from(digits, (digit) => toCardinal(Number(digit))).join(' ');

function sayCount(written: string, [one, many]: string[]): string {
  return /^0*1$/.test(written) ? one! : `${sayNumber(written)} ${many}`;
}

/** Returns `undefined` if a word that is not a number precedes a trailing sign: it then belongs to something else. */
function sayMoney(
  sign: string,
  written: string,
  word: string | undefined,
  signFollows = false,
): string | undefined {
  const [unit, unitMany = '', part, partMany = ''] = CURRENCIES[sign]!.split('/');
  if (word !== undefined && LARGE.test(word)) return `${sayNumber(written)} ${word} ${unitMany}`;
  if (word !== undefined && signFollows) return undefined;
  const after = word === undefined ? '' : ` ${word}`;
  const [whole = '', decimals] = written.split('.');
  const countUnits = (amount: string) => sayCount(amount, [unit!, unitMany]);
  if (decimals?.length !== 2 || part === undefined) return countUnits(written) + after;
  const said = [
    ...(whole === '0' ? [] : [countUnits(whole)]),
    ...(decimals === '00' ? [] : [sayCount(decimals.replace(/^0/, ''), [part, partMany])]),
  ];
  return (said.join(' and ') || countUnits('0')) + after;
}

function sayShortDate([written, first, mark, second, year]: RegExpExecArray): string {
  const [a, b] = [Number(first), Number(second)];
  const isMonthFirst = a <= 12 && (b > 12 || mark === '/');
  const [day, month] = isMonthFirst ? [b, a] : [a, b];
  return day >= 1 && day <= 31 && month >= 1 && month <= 12 ? sayDate(day, month, year!) : written;
}

/** Reads digit by digit, with a pause between the groups. */
function sayTelephone(written: string): string {
  const groups = written.match(/\d+/g) ?? [];
  if (groups.join('').length < 6) return written;
  return (written.startsWith('+') ? 'plus ' : '') + groups.map(sayDigits).join(', ');
}

function replacing(
  pattern: RegExp,
  say: (match: RegExpExecArray, before: string, after: string) => string,
): Pass {
  return (text) => {
    let said = '';
    let from = 0;
    for (const match of text.matchAll(pattern)) {
      const end = match.index + match[0].length;
      said += text.slice(from, match.index);
      const before = text.slice(Math.max(0, match.index - CONTEXT_CHARACTERS), match.index);
      said += say(match, before, text.slice(end, end + CONTEXT_CHARACTERS));
      from = end;
    }
    return from === 0 ? text : said + text.slice(from);
  };
}

/** How much of the surrounding text is examined. */
const CONTEXT_CHARACTERS = 24;

/** Longest first: `km/h` before `km`. */
function alternatives(words: Readonly<Record<string, string>>): string {
  return Object.keys(words)
    .sort((a, b) => b.length - a.length)
    .map((word) => word.replace(/[$.*+?^()[\]{}|\\/]/g, '\\$&'))
    .join('|');
}
