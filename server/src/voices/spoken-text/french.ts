import { toCardinal, toOrdinal } from 'n2words/fr-FR';
import { currencies, nouns, type SpokenLanguage } from './spoken-language.ts';

const MONTHS = 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(
  ' ',
);

export const FRENCH: SpokenLanguage = {
  cardinal: (digits) => toCardinal(BigInt(digits)),
  agree: (words, feminine) => (feminine ? words.replace(/\bun$/, 'une') : words),
  decimalMark: ',',
  groupMark: '.',
  point: 'virgule',
  minus: 'moins',
  plus: 'plus',
  to: 'à',
  and: 'et',
  millionJoiner: "d'",
  large: /^(?:mille|millions?|milliards?)$/i,
  percent: 'pour cent',
  year: (digits) => toCardinal(Number(digits)),
  time(hour, minute) {
    if (hour === 0 && minute === 0) return 'minuit';
    const hours = hour === 1 ? 'une heure' : `${feminine(hour)} heures`;
    return minute === 0 ? hours : `${hours} ${feminine(minute)}`;
  },
  timeSuffix: ' ?h(?:eures?)?\\b',
  months: MONTHS,
  date: (day, month, year) =>
    `${day === 1 ? 'premier' : toCardinal(day)} ${MONTHS[month - 1]}${year === undefined ? '' : ` ${toCardinal(Number(year))}`}`,
  monthFirst: false,
  own: [
    [
      /\b([01]?\d|2[0-4]) ?h ?([0-5]\d)?\b/g,
      ([, hour, minute]) => FRENCH.time(Number(hour), Number(minute ?? 0)),
    ],
    [/\b1(?:er|re|ère)(?!\p{L})/gu, ([written]) => (written.endsWith('er') ? 'premier' : 'première')],
    [/\b([1-9]\d{0,3})(?:e|ème|è)(?!\p{L})/gu, ([, number]) => toOrdinal(Number(number))],
    [new RegExp(`\\b1 (?=(?:${MONTHS.join('|')})\\b)`, 'g'), () => 'premier '],
    [/\b[nN][°º] ?(?=\d)/g, () => 'numéro '],
    [/\bp\. ?ex\./g, () => 'par exemple'],
    [/\bp\. ?(?=\d)/g, () => 'page '],
  ],
  currencies: currencies({
    '€': 'un euro/euros|un centime/centimes',
    EUR: 'un euro/euros|un centime/centimes',
    $: 'un dollar/dollars|un cent/cents',
    USD: 'un dollar/dollars|un cent/cents',
    '£': 'une livre/livres/f|un penny/pence',
    CHF: 'un franc/francs|un centime/centimes',
  }),
  units: nouns({
    km: 'un kilomètre/kilomètres',
    m: 'un mètre/mètres',
    cm: 'un centimètre/centimètres',
    mm: 'un millimètre/millimètres',
    'km/h': 'un kilomètre heure/kilomètres heure',
    'm²': 'un mètre carré/mètres carrés',
    kg: 'un kilo/kilos',
    g: 'un gramme/grammes',
    l: 'un litre/litres',
    ml: 'un millilitre/millilitres',
    min: 'une minute/minutes/f',
    s: 'une seconde/secondes/f',
    '°C': 'un degré Celsius/degrés Celsius',
    '°': 'un degré/degrés',
    W: 'un watt/watts',
    kW: 'un kilowatt/kilowatts',
    Go: 'un gigaoctet/gigaoctets',
    Mo: 'un mégaoctet/mégaoctets',
  }),
  abbreviations: {
    'M.': 'Monsieur',
    Mme: 'Madame',
    Mlle: 'Mademoiselle',
    'Dr.': 'Docteur',
    Dr: 'Docteur',
    'Prof.': 'Professeur',
    'etc.': 'et cetera',
    'env.': 'environ',
    'tél.': 'téléphone',
    'Tél.': 'Téléphone',
    'av.': 'avenue',
    'bd.': 'boulevard',
    'c.-à-d.': "c'est-à-dire",
    'max.': 'maximum',
    'min.': 'minimum',
  },
};

function feminine(number: number): string {
  return toCardinal(number).replace(/\bun$/, 'une');
}
