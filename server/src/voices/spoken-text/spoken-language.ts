/** The rules of a language for reading aloud. */

/** A noun after a number. */
export interface Noun {
  /** With its number: `one euro`, `eine Minute`. */
  one: string;
  /** Without: `euros`. */
  many: string;
  /** Numbers agree with it in Spanish and Portuguese: `dos libras`, `duas libras`. */
  feminine?: true;
}

export interface Currency {
  unit: Noun;
  /** Its hundredth; absent where it is not in use. */
  part?: Noun;
}

export interface SpokenLanguage {
  /** Whole numbers in digits, without a sign. */
  cardinal(digits: string): string;
  /** The number as it stands before a noun; only where that differs. */
  agree?(words: string, feminine: boolean): string;
  decimalMark: '.' | ',';
  /** Between the thousands, besides spaces. */
  groupMark: '.' | ',';
  /** How the decimal mark is said. */
  point: string;
  minus: string;
  plus: string;
  /** Between the ends of a range. */
  to: string;
  and: string;
  /** `five euros and ten cents`; absent: nothing between the two. */
  moneyJoiner?: string;
  /** Between a large round number and its noun: `dos millones de euros`. */
  millionJoiner?: string;
  /** Words after which a number counts thousands of thousands: million, billion. */
  large: RegExp;
  percent: string;
  /** The year of a date, four digits. */
  year(digits: string): string;
  /** A number of four digits that stands where years stand; `undefined` where it is none. */
  yearAlone?(digits: string, before: string, after: string): string | undefined;
  /** `hour` 0..23, or 1..12 with `half`. */
  time(hour: number, minute: number, half?: 'a.m.' | 'p.m.'): string;
  /** What may follow a time and is part of it, as a regular expression's source: ` Uhr`. */
  timeSuffix?: string;
  /** January first. */
  months: readonly string[];
  /** `month` 1..12. */
  date(day: number, month: number, year: string | undefined, before: string): string;
  /** Whether `3/4/2026` begins with the month. */
  monthFirst: boolean;
  /** Ways to write that only this language has: run before all others. */
  own: readonly (readonly [RegExp, (match: RegExpExecArray, before: string) => string])[];
  /** By symbol or code. */
  currencies: Readonly<Record<string, Currency>>;
  /** By the sign that follows a number. */
  units: Readonly<Record<string, Noun>>;
  /** Whole words with their dots, in the case they are written in. */
  abbreviations: Readonly<Record<string, string>>;
}

/** `one` and `many` of several nouns at once: `kg one kilogram/kilograms`. */
export function nouns(list: Readonly<Record<string, string>>): Record<string, Noun> {
  return Object.fromEntries(
    Object.entries(list).map(([sign, forms]) => {
      const [one = '', many = '', feminine] = forms.split('/');
      return [sign, { one, many, ...(feminine === 'f' && { feminine: true as const }) }];
    }),
  );
}

/** `unit|part`, each as in `nouns`. */
export function currencies(list: Readonly<Record<string, string>>): Record<string, Currency> {
  return Object.fromEntries(
    Object.entries(list).map(([sign, pair]) => {
      const [unit = '', part] = pair.split('|');
      const { u, p } = nouns({ u: unit, ...(part !== undefined && { p: part }) });
      return [sign, { unit: u!, ...(p && { part: p }) }];
    }),
  );
}
