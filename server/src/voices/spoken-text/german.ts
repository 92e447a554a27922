import { toCardinal, toOrdinal } from 'n2words/de-DE';
import { currencies, nouns, type SpokenLanguage } from './spoken-language.ts';

const MONTHS = 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(
  ' ',
);
const MONTH = `(${MONTHS.join('|')}|Jan\\.|Feb\\.|Apr\\.|Aug\\.|Sept?\\.|Okt\\.|Nov\\.|Dez\\.)`;
/** After these an ordinal ends in -en. */
const DATIVE = /(?:^|\s)(?:am|vom|zum|dem|den|des|im|beim|ab|bis|seit|der|diesem)\s*$/i;
const FLOORS =
  'Stock|Stockwerk|Obergeschoss|Untergeschoss|Etage|Tag|Woche|Monat|Jahr|Quartal|Klasse|Mal|Platz|Gang';

export const GERMAN: SpokenLanguage = {
  cardinal: (digits) => toCardinal(BigInt(digits)),
  agree: (words) => words.replace(/eins$/, 'ein'),
  decimalMark: ',',
  groupMark: '.',
  point: 'Komma',
  minus: 'minus',
  plus: 'plus',
  to: 'bis',
  and: 'und',
  large: /^(?:Tausend|Mio\.?|Mrd\.?|Million(?:en)?|Milliarden?)$/i,
  percent: 'Prozent',
  year: sayYear,
  yearAlone: (digits) => (digits < '2000' ? sayYear(digits) : undefined),
  time: (hour, minute) =>
    `${hour === 1 ? 'ein' : toCardinal(hour)} Uhr${minute === 0 ? '' : ` ${toCardinal(minute)}`}`,
  timeSuffix: ' ?(?:Uhr|h)\\b',
  months: MONTHS,
  date(day, month, year, before) {
    return `${ordinal(day, before, 'r')} ${MONTHS[month - 1]}${year === undefined ? '' : ` ${sayYear(year)}`}`;
  },
  monthFirst: false,
  own: [
    [
      new RegExp(`\\b(0?[1-9]|[12]\\d|3[01])\\. ?${MONTH}(?: (\\d{4}))?(?!\\p{L})`, 'gu'),
      ([, day, month, year], before) =>
        `${ordinal(Number(day), before, 'r')} ${fullMonth(month!)}${year === undefined ? '' : ` ${sayYear(year)}`}`,
    ],
    [
      new RegExp(`\\b([1-9]\\d{0,2})\\. (?=(${FLOORS})\\b)`, 'g'),
      ([, number, noun], before) =>
        `${ordinal(Number(number), before, /^(?:Etage|Woche|Klasse)$/.test(noun!) ? '' : /^(?:Ober|Unter|Stockwerk|Jahr|Quartal|Mal)/.test(noun!) ? 's' : 'r')} `,
    ],
    [
      /\b([01]?\d|2[0-4])(?:\.([0-5]\d))? ?Uhr\b/g,
      ([, hour, minute]) => GERMAN.time(Number(hour), Number(minute ?? 0)),
    ],
    [/\bMio\.?(?!\p{L})/gu, () => 'Millionen'],
    [/\bMrd\.?(?!\p{L})/gu, () => 'Milliarden'],
    [/\bz\. ?B\./g, () => 'zum Beispiel'],
    [/\bd\. ?h\./g, () => 'das heißt'],
    [/\bu\. ?a\./g, () => 'unter anderem'],
    [/(?<=\p{L})str\.(?!\p{L})/gu, () => 'straße'],
    [/\bNr\. ?(?=\d)/g, () => 'Nummer '],
    [/\bS\. ?(?=\d)/g, () => 'Seite '],
  ],
  currencies: currencies({
    '€': 'ein Euro/Euro|ein Cent/Cent',
    EUR: 'ein Euro/Euro|ein Cent/Cent',
    $: 'ein Dollar/Dollar|ein Cent/Cent',
    USD: 'ein Dollar/Dollar|ein Cent/Cent',
    '£': 'ein Pfund/Pfund|ein Penny/Pence',
    GBP: 'ein Pfund/Pfund|ein Penny/Pence',
    CHF: 'ein Franken/Franken|ein Rappen/Rappen',
  }),
  units: nouns({
    km: 'ein Kilometer/Kilometer',
    m: 'ein Meter/Meter',
    cm: 'ein Zentimeter/Zentimeter',
    mm: 'ein Millimeter/Millimeter',
    'km/h': 'ein Stundenkilometer/Stundenkilometer',
    'm²': 'ein Quadratmeter/Quadratmeter',
    'm³': 'ein Kubikmeter/Kubikmeter',
    kg: 'ein Kilogramm/Kilogramm',
    g: 'ein Gramm/Gramm',
    mg: 'ein Milligramm/Milligramm',
    l: 'ein Liter/Liter',
    ml: 'ein Milliliter/Milliliter',
    h: 'eine Stunde/Stunden',
    'Std.': 'eine Stunde/Stunden',
    min: 'eine Minute/Minuten',
    'Min.': 'eine Minute/Minuten',
    s: 'eine Sekunde/Sekunden',
    ms: 'eine Millisekunde/Millisekunden',
    '°C': 'ein Grad Celsius/Grad Celsius',
    '°': 'ein Grad/Grad',
    W: 'ein Watt/Watt',
    kW: 'ein Kilowatt/Kilowatt',
    kWh: 'eine Kilowattstunde/Kilowattstunden',
    MB: 'ein Megabyte/Megabyte',
    GB: 'ein Gigabyte/Gigabyte',
    TB: 'ein Terabyte/Terabyte',
    Hz: 'ein Hertz/Hertz',
    MHz: 'ein Megahertz/Megahertz',
    GHz: 'ein Gigahertz/Gigahertz',
  }),
  abbreviations: {
    'Dr.': 'Doktor',
    'Prof.': 'Professor',
    'Hr.': 'Herr',
    'Fr.': 'Frau',
    'St.': 'Sankt',
    'Str.': 'Straße',
    'bzw.': 'beziehungsweise',
    'usw.': 'und so weiter',
    'ca.': 'circa',
    'inkl.': 'inklusive',
    'exkl.': 'exklusive',
    'ggf.': 'gegebenenfalls',
    'evtl.': 'eventuell',
    'max.': 'maximal',
    'mind.': 'mindestens',
    'Tel.': 'Telefon',
    'vgl.': 'vergleiche',
    'Mo.': 'Montag',
    'Di.': 'Dienstag',
    'Mi.': 'Mittwoch',
    'Do.': 'Donnerstag',
    'Sa.': 'Samstag',
    'So.': 'Sonntag',
  },
};

function sayYear(digits: string): string {
  const year = Number(digits);
  if (year < 1100 || year > 1999) return toCardinal(year);
  const rest = year % 100;
  return `${toCardinal(Math.floor(year / 100))}hundert${rest === 0 ? '' : toCardinal(rest)}`;
}

/** `am zwanzigsten`, `zwanzigster November`. */
function ordinal(number: number, before: string, ending: '' | 'r' | 's'): string {
  return toOrdinal(number) + (DATIVE.test(before) ? 'n' : ending);
}

function fullMonth(written: string): string {
  return MONTHS.find((month) => month.startsWith(written.slice(0, 3))) ?? written;
}
