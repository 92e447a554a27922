import { toCardinal, toOrdinal } from 'n2words/en-US';
import { readTable } from '../../lib/read-table.ts';

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);
const MONTH =
  '(Jan(?:uary|\\.)?|Feb(?:ruary|\\.)?|Mar(?:ch|\\.)?|Apr(?:il|\\.)?|May|June?\\.?|July?\\.?|Aug(?:ust|\\.)?|Sept?(?:ember|\\.)?|Oct(?:ober|\\.)?|Nov(?:ember|\\.)?|Dec(?:ember|\\.)?)';
const DAY = '(0?[1-9]|[12]\\d|3[01])(?:st|nd|rd|th)?';
const YEAR_BEFORE =
  /(?:^|[\s(])(?:in|since|from|by|until|till|before|after|years?|of|to|and|through|spring|summer|autumn|fall|winter|early|late|mid|around|circa|about|between|copyright|January|February|March|April|May|June|July|August|September|October|November|December)[\s,–-]*$/i;

/** Words after a number that multiply it. */
export const LARGE = /^(?:hundred|thousand|million|billion|trillion)s?$/i;

/** Notations that mean more than their numbers; they are matched before all others. */
export const IDIOMS: readonly (readonly [RegExp, (match: RegExpExecArray) => string])[] = [
  [
    new RegExp(`\\b${MONTH} ${DAY}(?:,? (\\d{4}))?(?![\\d:])`, 'g'),
    ([, month, day, year]) => `${fullMonth(month!)} ${toOrdinal(Number(day))}${yearAfter(year)}`,
  ],
  [
    new RegExp(`\\b(the )?${DAY} (?:of )?${MONTH}(?:,? (\\d{4}))?(?![\\w])`, 'g'),
    ([, the, day, month, year]) =>
      `${the ?? 'the '}${toOrdinal(Number(day))} of ${fullMonth(month!)}${yearAfter(year)}`,
  ],
  [/\b([1-9]\d{0,11})(?:st|nd|rd|th)\b/g, ([, number]) => toOrdinal(BigInt(number!))],
  [/\b(1[1-9]|20)(\d0)['’]?s\b/g, ([, century, decade]) => `${sayCentury(century!)} ${sayDecade(decade!)}`],
  [/\b(\d{1,2})(?:[:.]([0-5]\d))? ?([ap])\.?m\b/gi, sayMeridiem],
  [/\b24\/7\b/g, () => 'twenty-four seven'],
  [/(?:\bNos?\.|#) ?(?=\d)/g, ([sign]) => (sign.startsWith('Nos') ? 'numbers ' : 'number ')],
  [/\bpp\. ?(?=\d)/g, () => 'pages '],
  [/\bp\. ?(?=\d)/g, () => 'page '],
  [/\b(\d{1,2})[ -](\d)\/(\d{1,2})\b/g, ([, whole, n, d]) => `${whole} and ${sayFraction(n!, d!)}`],
  [/(?<![\d/])(\d)\/(\d{1,2})(?![\d/])/g, ([, n, d]) => sayFraction(n!, d!)],
  [/\bSt\.(?= \p{Lu})/gu, () => 'Saint'],
];

/** Currencies by symbol or code: singular and plural of the unit, and of its hundredth if that is in use. */
export const CURRENCIES: Readonly<Record<string, string>> = {
  $: 'one dollar/dollars/one cent/cents',
  US$: 'one dollar/dollars/one cent/cents',
  USD: 'one dollar/dollars/one cent/cents',
  '€': 'one euro/euros/one cent/cents',
  EUR: 'one euro/euros/one cent/cents',
  '£': 'one pound/pounds/one penny/pence',
  GBP: 'one pound/pounds/one penny/pence',
  CHF: 'one franc/francs/one centime/centimes',
  '¥': 'one yen/yen',
  JPY: 'one yen/yen',
};

/** Units by the sign that follows a number: singular and plural. */
export const UNITS = readTable(`
  km: one kilometer/kilometers, m: one meter/meters, cm: one centimeter/centimeters
  mm: one millimeter/millimeters, km/h: one kilometer an hour/kilometers an hour
  mph: one mile an hour/miles an hour, mi: one mile/miles, ft: one foot/feet
  m²: one square meter/square meters, m³: one cubic meter/cubic meters
  km²: one square kilometer/square kilometers, kg: one kilogram/kilograms, g: one gram/grams
  mg: one milligram/milligrams, lb: one pound/pounds, lbs: one pound/pounds, oz: one ounce/ounces
  l: one liter/liters, L: one liter/liters, ml: one milliliter/milliliters, h: one hour/hours
  hrs: one hour/hours, hr: one hour/hours, min: one minute/minutes, mins: one minute/minutes
  s: one second/seconds, sec: one second/seconds, ms: one millisecond/milliseconds
  °C: one degree Celsius/degrees Celsius, °F: one degree Fahrenheit/degrees Fahrenheit
  °: one degree/degrees, W: one watt/watts, kW: one kilowatt/kilowatts
  kWh: one kilowatt hour/kilowatt hours, V: one volt/volts, mAh: one milliamp hour/milliamp hours
  KB: one kilobyte/kilobytes, kB: one kilobyte/kilobytes, MB: one megabyte/megabytes
  GB: one gigabyte/gigabytes, TB: one terabyte/terabytes, Mbit/s: one megabit a second/megabits a second
  Mbps: one megabit a second/megabits a second, Hz: one hertz/hertz, kHz: one kilohertz/kilohertz
  MHz: one megahertz/megahertz, GHz: one gigahertz/gigahertz, dB: one decibel/decibels`);

/** Whole words with their dots, case-sensitive. */
export const ABBREVIATIONS = readTable(`
  Mr.: Mister, Mrs.: Missus, Ms.: Miz, Dr.: Doctor, Prof.: Professor, Gen.: General, Capt.: Captain
  Sgt.: Sergeant, Lt.: Lieutenant, Gov.: Governor, Rev.: Reverend, Jr.: Junior, Sr.: Senior, St.: Street
  Ave.: Avenue, Rd.: Road, Blvd.: Boulevard, Mt.: Mount, e.g.: for example, i.e.: that is
  etc.: et cetera, vs.: versus, approx.: approximately, incl.: including, excl.: excluding
  dept.: department, Dept.: Department, Fig.: Figure, fig.: figure, ext.: extension, Tel.: Telephone
  tel.: telephone, max.: maximum, min.: minimum, Inc.: Incorporated, Ltd.: Limited, Co.: Company
  Mon.: Monday, Tue.: Tuesday, Tues.: Tuesday, Wed.: Wednesday, Thu.: Thursday, Thurs.: Thursday
  Fri.: Friday, Sat.: Saturday, Sun.: Sunday`);

/** Returns a number of four digits as a year if the context suggests one; otherwise `undefined`. */
export function sayYearAlone(digits: string, before: string, after: string): string | undefined {
  if (digits.endsWith('00') && !digits.endsWith('000')) return sayYear(digits);
  const isYear = YEAR_BEFORE.test(before) || /^(?:\s?(?:BCE?|AD|CE)\b|\s*\)|\s*$|[.!?]\s*$)/.test(after);
  return isYear ? sayYear(digits) : undefined;
}

/** `hour` 0..23, or 1..12 with `half`. */
export function sayTime(hour: number, minute: number, half?: 'a.m.' | 'p.m.'): string {
  if (hour === 0 && minute === 0 && !half) return 'midnight';
  const said = toCardinal(half ? hour : hour % 12 || 12);
  const minutes = minute === 0 ? '' : minute < 10 ? ` oh ${toCardinal(minute)}` : ` ${toCardinal(minute)}`;
  if (half) return `${said}${minutes} ${half}`;
  if (hour > 12 || hour === 0) return `${said}${minutes} ${hour === 0 ? 'a.m.' : 'p.m.'}`;
  return minute === 0 ? `${said} o'clock` : `${said}${minutes}`;
}

/** `month` 1..12. */
export function sayDate(day: number, month: number, year: string): string {
  return `${MONTHS[month - 1]} ${toOrdinal(day)}, ${sayYear(year)}`;
}

function sayYear(digits: string): string {
  const year = Number(digits);
  const rest = year % 100;
  if (year < 1100 || year > 2099 || (year >= 2000 && year < 2010)) return toCardinal(year);
  if (rest === 0) return `${sayCentury(digits.slice(0, 2))} hundred`;
  const low = rest < 10 ? `oh ${toCardinal(rest)}` : toCardinal(rest);
  return `${sayCentury(digits.slice(0, 2))} ${low}`;
}

function sayCentury(digits: string): string {
  return toCardinal(Number(digits));
}

function sayDecade(digits: string): string {
  if (digits === '00') return 'hundreds';
  if (digits === '10') return 'tens';
  return toCardinal(Number(digits)).replace(/y$/, 'ies');
}

function yearAfter(year: string | undefined): string {
  return year === undefined ? '' : `, ${sayYear(year)}`;
}

function fullMonth(written: string): string {
  return MONTHS.find((month) => month.startsWith(written.slice(0, 3))) ?? written;
}

function sayMeridiem([written, hour, minute, half]: RegExpExecArray): string {
  if (Number(hour) > 12 || Number(hour) === 0) return written;
  return sayTime(Number(hour), Number(minute ?? 0), half!.toLowerCase() === 'a' ? 'a.m.' : 'p.m.');
}

function sayFraction(numerator: string, denominator: string): string {
  const [n, d] = [Number(numerator), Number(denominator)];
  if (n === 0 || d < 2 || n >= d) return `${toCardinal(n)} slash ${toCardinal(d)}`;
  const part = d === 2 ? 'half' : d === 4 ? 'quarter' : toOrdinal(d);
  return `${toCardinal(n)} ${part}${n === 1 ? '' : 's'}`;
}
