import { ADDRESSES } from '../addresses.ts';
import { ENGLISH } from './english.ts';
import { FRENCH } from './french.ts';
import { GERMAN } from './german.ts';
import { PORTUGUESE } from './portuguese.ts';
import { SPANISH } from './spanish.ts';
import type { Currency, Noun, SpokenLanguage } from './spoken-language.ts';

const LANGUAGES: Readonly<Record<string, SpokenLanguage>> = {
  en: ENGLISH,
  de: GERMAN,
  fr: FRENCH,
  es: SPANISH,
  pt: PORTUGUESE,
};

/**
 * A text as it is read aloud: numbers, dates, times, prices, units, telephone numbers and abbreviations in words.
 * `language` is a BCP 47 tag; for an unknown language the text stays as it is, and the voice reads it as it can.
 * Web and mail addresses stay as they are. Never throws, in time linear in the text.
 */
export function spellOut(text: string, language = 'en'): string {
  const rules = rulesOf(language);
  if (!rules) return text;
  let said = '';
  let from = 0;
  for (const address of text.matchAll(ADDRESSES)) {
    said += rules.apply(text.slice(from, address.index)) + address[0];
    from = address.index + address[0].length;
  }
  return said + rules.apply(text.slice(from));
}

const known = new Map<string, Rules>();

function rulesOf(tag: string): Rules | undefined {
  const code = tag.toLowerCase().split('-')[0]!;
  if (!Object.hasOwn(LANGUAGES, code)) return undefined;
  let rules = known.get(code);
  if (!rules) {
    rules = new Rules(LANGUAGES[code]!);
    known.set(code, rules);
  }
  return rules;
}

/** A number as it is written, with its groups and decimals: `10,000.50`. */
const LONGEST_NUMBER = 15;

type Pass = (text: string) => string;

class Rules {
  readonly #language: SpokenLanguage;
  readonly #passes: readonly Pass[];

  constructor(language: SpokenLanguage) {
    this.#language = language;
    this.#passes = this.#makePasses();
  }

  apply(text: string): string {
    // Most texts have nothing to spell out.
    if (!/[\d.&%€£$¥°#/]/.test(text)) return text;
    return this.#passes.reduce((said, pass) => pass(said), text);
  }

  #makePasses(): Pass[] {
    const language = this.#language;
    const { groupMark, decimalMark, own, currencies, units, abbreviations } = language;
    const group = groupMark === '.' ? '\\.' : ',';
    const decimal = decimalMark === '.' ? '\\.' : ',';
    const number = `\\d{1,3}(?:(?:${group}|[ \\u00a0\\u202f'’])\\d{3})+(?!\\d)(?:${decimal}\\d+)?|\\d+(?:${decimal}\\d+)?`;
    const alone = `(?<![\\p{L}\\d.,])(?:${number})`;
    const signs = alternatives(Object.keys(currencies));
    const unit = alternatives(Object.keys(units));
    const shortened = alternatives(Object.keys(abbreviations));
    const range = `(?:\\s?[–—-]\\s?|\\s${language.to}\\s)`;
    return [
      ...own.map(([pattern, say]) => replacing(pattern, say)),
      replacing(new RegExp(`(?<![\\p{L}\\d])(?:${shortened})(?!\\p{L})`, 'gu'), ([found], _before, after) => {
        const words = abbreviations[found]!;
        // The dot also ended the sentence.
        return found.endsWith('.') && /^["'”’)]*\s*$/.test(after) ? `${words}.` : words;
      }),
      replacing(/\b(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])\b(?!-)/g, ([, year, month, day], before) =>
        language.date(Number(day), Number(month), year, before),
      ),
      replacing(/(?<![\d/.])(\d{1,2})([/.])(\d{1,2})\2(\d{4})(?!\d)/g, (match, before) =>
        this.#sayShortDate(match, before),
      ),
      replacing(
        /(?<![\d+(])(?:\+\d{1,3}|\(0?\d{1,5}\)|0\d{1,4})(?:[ /().-]{1,2}\d{2,8}){1,6}(?!\d)/g,
        ([written]) => this.#sayTelephone(written),
      ),
      replacing(/(?<![\d-])\d{3}-\d{3}-\d{4}(?![\d-])|(?<![\d-])\d{3}-\d{4}(?![\d-])/g, ([written]) =>
        this.#sayTelephone(written),
      ),
      replacing(/\b\d{1,3}(?:\.\d{1,3}){2,}\b/g, ([version]) => this.#sayVersion(version, group)),
      replacing(
        new RegExp(
          `\\b([01]?\\d|2[0-3])[:](\\d{2})(?::\\d{2})?(?:${language.timeSuffix ?? '(?!)'})?(?![\\d:])`,
          'g',
        ),
        ([written, hour, minute]) =>
          Number(minute) < 60 ? language.time(Number(hour), Number(minute)) : written,
      ),
      replacing(
        new RegExp(`(?<!\\p{L})(${signs})\\s?(${number})\\s?[–-]\\s?(?:\\1\\s?)?(?=${number})`, 'gu'),
        ([, sign, from]) => `${this.#sayNumber(from!)} ${language.to} ${sign}`,
      ),
      replacing(
        new RegExp(`(?<!\\p{L})(${signs})\\s?(${number})(?:\\s(\\p{L}+))?`, 'gu'),
        ([written, sign, amount, word]) => this.#sayMoney(currencies[sign!]!, amount!, word) ?? written,
      ),
      replacing(
        new RegExp(`(${alone})${range}(?=(?:${number})\\s?(?:${signs}|%))`, 'gu'),
        ([, from]) => `${this.#sayNumber(from!)} ${language.to} `,
      ),
      replacing(
        new RegExp(`(${alone})(?:\\s(\\p{L}+))?\\s?(${signs})(?!\\p{L})`, 'gu'),
        ([written, amount, word, sign]) => this.#sayMoney(currencies[sign!]!, amount!, word, true) ?? written,
      ),
      replacing(
        new RegExp(`(${alone})\\s?%`, 'gu'),
        ([, amount]) => `${this.#sayNumber(amount!)} ${language.percent}`,
      ),
      replacing(
        new RegExp(`(${alone})${range}(?=(?:${number})[\\s-]?(?:${unit})(?![\\p{L}\\d]))`, 'gu'),
        ([, from]) => `${this.#sayNumber(from!)} ${language.to} `,
      ),
      replacing(
        new RegExp(`([−-](?=\\d))?(${alone})[ \\u00a0]?(${unit})(?![\\p{L}\\d²³'’])`, 'gu'),
        (match) => {
          const [, sign, amount, name] = match;
          return (sign ? `${language.minus} ` : '') + this.#count(amount!, units[name!]!);
        },
      ),
      replacing(new RegExp(`(${alone})\\s?[–-]\\s?(?=\\d)`, 'gu'), ([, from], before) => {
        return `${this.#sayAlone(from!, before, ' ')} ${language.to} `;
      }),
      replacing(/(?<=^|[\s(])[−-](?=\d)/g, () => `${language.minus} `),
      replacing(/(?<=^|[\s(])\+(?=\d)/g, () => `${language.plus} `),
      replacing(/(?<=\p{L})-?(?=\d)|(?<=\d)-?(?=\p{L})/gu, () => ' '),
      replacing(new RegExp(alone, 'gu'), ([written], before, after) =>
        this.#sayAlone(written, before, after),
      ),
      replacing(/\s?&\s?/g, () => ` ${language.and} `),
      // A sentence that ends in `a.m.` would get two dots.
      (said) => said.replace(/\b([ap]\.m\.)\./g, '$1').replace(/ {2,}/g, ' '),
    ];
  }

  /** A number by itself: read as a year where it looks like one, digit by digit where it is a code. */
  #sayAlone(written: string, before: string, after: string): string {
    if (/^\d{4}$/.test(written) && written >= '1100' && written < '2100') {
      const year = this.#language.yearAlone?.(written, before, after);
      if (year !== undefined) return year;
    }
    return this.#sayNumber(written);
  }

  #sayNumber(written: string): string {
    const { decimalMark, point } = this.#language;
    const [whole = '', decimals] = split(written, decimalMark);
    const digits = whole.replace(/\D/g, '');
    const isCode = (digits.length > 1 && digits.startsWith('0')) || digits.length > LONGEST_NUMBER;
    const said = isCode ? this.#digits(digits) : this.#language.cardinal(digits);
    return decimals === undefined ? said : `${said} ${point} ${this.#digits(decimals)}`;
  }

  #digits(digits: string): string {
    return Array.from(digits, (digit) => this.#language.cardinal(digit)).join(' ');
  }

  #count(written: string, noun: Noun): string {
    if (/^0*1$/.test(written)) return noun.one;
    const said = this.#sayNumber(written);
    return `${this.#language.agree?.(said, noun.feminine ?? false) ?? said} ${noun.many}`;
  }

  /** `undefined` where the word before a sign that follows is no number: then the sign belongs to something else. */
  #sayMoney(
    currency: Currency,
    written: string,
    word: string | undefined,
    signFollows = false,
  ): string | undefined {
    const { large, millionJoiner, moneyJoiner, decimalMark } = this.#language;
    if (word !== undefined && large.test(word)) {
      const joiner = millionJoiner ? ` ${millionJoiner}` : '';
      return `${this.#sayNumber(written)} ${word}${joiner} ${currency.unit.many}`;
    }
    if (word !== undefined && signFollows) return undefined;
    const after = word === undefined ? '' : ` ${word}`;
    const [whole = '', decimals] = split(written, decimalMark);
    const { unit, part } = currency;
    if (decimals?.length !== 2 || !part) return this.#count(written, unit) + after;
    const units = whole === '0' ? '' : this.#count(whole, unit);
    const parts = decimals === '00' ? '' : this.#count(decimals.replace(/^0/, ''), part);
    if (units === '' && parts === '') return this.#count('0', unit) + after;
    const joiner = moneyJoiner ? ` ${moneyJoiner} ` : ' ';
    return (units && parts ? units + joiner + parts : units + parts) + after;
  }

  #sayShortDate([written, first, mark, second, year]: RegExpExecArray, before: string): string {
    const { monthFirst } = this.#language;
    const [a, b] = [Number(first), Number(second)];
    const swap = a > 12 ? false : b > 12 ? true : monthFirst && mark === '/';
    const [day, month] = swap ? [b, a] : [a, b];
    return day >= 1 && day <= 31 && month >= 1 && month <= 12
      ? this.#language.date(day, month, year, before)
      : written!;
  }

  /** Digit by digit, with a breath between the groups. */
  #sayTelephone(written: string): string {
    const groups = written.match(/\d+/g) ?? [];
    if (groups.join('').length < 6) return written;
    const said = groups.map((group) => this.#digits(group)).join(', ');
    return written.startsWith('+') ? `${this.#language.plus} ${said}` : said;
  }

  #sayVersion(written: string, group: string): string {
    const parts = written.split('.');
    const isGrouped = group === '\\.' && parts.slice(1).every((part) => part.length === 3);
    return isGrouped
      ? this.#sayNumber(written)
      : parts.map((part) => this.#sayNumber(part)).join(` ${this.#language.point} `);
  }
}

function split(written: string, mark: string): string[] {
  const at = written.lastIndexOf(mark);
  return at < 0 ? [written] : [written.slice(0, at), written.slice(at + 1)];
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
      const before = text.slice(Math.max(0, match.index - NEAR), match.index);
      said += say(match, before, text.slice(end, end + NEAR));
      from = end;
    }
    return from === 0 ? text : said + text.slice(from);
  };
}

/** How much of the surrounding text is looked at. */
const NEAR = 24;

/** Longest first: `km/h` before `km`. */
function alternatives(words: readonly string[]): string {
  return [...words]
    .sort((a, b) => b.length - a.length)
    .map((word) => word.replace(/[$.*+?^()[\]{}|\\/]/g, '\\$&'))
    .join('|');
}
