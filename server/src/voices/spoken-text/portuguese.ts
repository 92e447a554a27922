import { toCardinal, toOrdinal } from 'n2words/pt-PT';
import { currencies, nouns, type SpokenLanguage } from './spoken-language.ts';

const MONTHS =
  'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro'.split(' ');

export const PORTUGUESE: SpokenLanguage = {
  cardinal: (digits) => toCardinal(BigInt(digits)),
  agree,
  decimalMark: ',',
  groupMark: '.',
  point: 'vírgula',
  minus: 'menos',
  plus: 'mais',
  to: 'a',
  and: 'e',
  moneyJoiner: 'e',
  millionJoiner: 'de',
  large: /^(?:mil|milh[ãõ](?:o|es)|bilh[ãõ](?:o|es))$/i,
  percent: 'por cento',
  year: (digits) => toCardinal(Number(digits)),
  time(hour, minute) {
    const hours = hour === 1 ? 'uma hora' : `${agree(toCardinal(hour), true)} horas`;
    return minute === 0 ? hours : `${hours} e ${toCardinal(minute)}`;
  },
  timeSuffix: ' ?(?:h|horas)\\b',
  months: MONTHS,
  date: (day, month, year) =>
    `${day === 1 ? 'primeiro' : toCardinal(day)} de ${MONTHS[month - 1]}${year === undefined ? '' : ` de ${toCardinal(Number(year))}`}`,
  monthFirst: false,
  own: [
    [
      /\b([01]?\d|2[0-4]) ?h ?([0-5]\d)?\b/g,
      ([, hour, minute]) => PORTUGUESE.time(Number(hour), Number(minute ?? 0)),
    ],
    [/\b(?:[nN]\.?[ºo°]|[nN]úm\.) ?(?=\d)/g, () => 'número '],
    [/\b([1-9]\d{0,2})\.?([ºª])/g, ([, number, sign]) => ordinal(Number(number), sign === 'ª')],
    [/\bp\. ?ex\./g, () => 'por exemplo'],
    [/\bR\$ ?(?=\d)/g, () => 'BRL '],
  ],
  currencies: currencies({
    '€': 'um euro/euros|um cêntimo/cêntimos',
    EUR: 'um euro/euros|um cêntimo/cêntimos',
    BRL: 'um real/reais|um centavo/centavos',
    $: 'um dólar/dólares|um cêntimo/cêntimos',
    USD: 'um dólar/dólares|um cêntimo/cêntimos',
    '£': 'uma libra/libras/f|um péni/pence',
  }),
  units: nouns({
    km: 'um quilómetro/quilómetros',
    m: 'um metro/metros',
    cm: 'um centímetro/centímetros',
    mm: 'um milímetro/milímetros',
    'km/h': 'um quilómetro por hora/quilómetros por hora',
    'm²': 'um metro quadrado/metros quadrados',
    kg: 'um quilo/quilos',
    g: 'um grama/gramas',
    l: 'um litro/litros',
    ml: 'um mililitro/mililitros',
    min: 'um minuto/minutos',
    s: 'um segundo/segundos',
    '°C': 'um grau Celsius/graus Celsius',
    '°': 'um grau/graus',
    W: 'um watt/watts',
    GB: 'um gigabyte/gigabytes',
    MB: 'um megabyte/megabytes',
  }),
  abbreviations: {
    'Sr.': 'Senhor',
    'Sra.': 'Senhora',
    'Dr.': 'Doutor',
    'Dra.': 'Doutora',
    'Prof.': 'Professor',
    'etc.': 'etcétera',
    'aprox.': 'aproximadamente',
    'tel.': 'telefone',
    'Tel.': 'Telefone',
    'máx.': 'máximo',
    'mín.': 'mínimo',
    'Av.': 'Avenida',
  },
};

/** `duas libras`, `vinte e uma libras`, `duzentas libras`. */
function agree(words: string, feminine: boolean): string {
  if (!feminine) return words;
  return words
    .replace(/\bum$/, 'uma')
    .replace(/\bdois$/, 'duas')
    .replace(/entos\b/g, 'entas');
}

function ordinal(number: number, feminine: boolean): string {
  const said = toOrdinal(number);
  return feminine ? said.replace(/o\b/g, 'a') : said;
}
