import { toCardinal, toOrdinal } from 'n2words/es-ES';
import { currencies, nouns, type SpokenLanguage } from './spoken-language.ts';

const MONTHS =
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' ');

export const SPANISH: SpokenLanguage = {
  cardinal: (digits) => toCardinal(BigInt(digits)),
  agree,
  decimalMark: ',',
  groupMark: '.',
  point: 'coma',
  minus: 'menos',
  plus: 'más',
  to: 'a',
  and: 'y',
  moneyJoiner: 'con',
  millionJoiner: 'de',
  large: /^(?:mil|mill[oó]n|millones|billones)$/i,
  percent: 'por ciento',
  year: (digits) => toCardinal(Number(digits)),
  time(hour, minute) {
    const hours = agree(toCardinal(hour), true);
    return minute === 0
      ? `${hours} en punto`
      : `${hours} ${minute === 15 ? 'y cuarto' : minute === 30 ? 'y media' : `y ${toCardinal(minute)}`}`;
  },
  timeSuffix: ' ?(?:h|hs|horas)\\b\\.?',
  months: MONTHS,
  date: (day, month, year) =>
    `${day === 1 ? 'primero' : toCardinal(day)} de ${MONTHS[month - 1]}${year === undefined ? '' : ` de ${toCardinal(Number(year))}`}`,
  monthFirst: false,
  own: [
    [/\b([1-9]\d{0,2})\.?([ºª])/g, ([, number, sign]) => ordinal(Number(number), sign === 'ª')],
    [/\b(?:[nN]\.?º|[nN]úm\.) ?(?=\d)/g, () => 'número '],
    [/\bp\. ?ej\./g, () => 'por ejemplo'],
    [/\b([01]?\d|2[0-4]) ?h\b\.?/g, ([, hour]) => `${agree(toCardinal(Number(hour)), true)} horas`],
  ],
  currencies: currencies({
    '€': 'un euro/euros|un céntimo/céntimos',
    EUR: 'un euro/euros|un céntimo/céntimos',
    $: 'un dólar/dólares|un centavo/centavos',
    USD: 'un dólar/dólares|un centavo/centavos',
    '£': 'una libra/libras/f|un penique/peniques',
  }),
  units: nouns({
    km: 'un kilómetro/kilómetros',
    m: 'un metro/metros',
    cm: 'un centímetro/centímetros',
    mm: 'un milímetro/milímetros',
    'km/h': 'un kilómetro por hora/kilómetros por hora',
    'm²': 'un metro cuadrado/metros cuadrados',
    kg: 'un kilo/kilos',
    g: 'un gramo/gramos',
    l: 'un litro/litros',
    ml: 'un mililitro/mililitros',
    min: 'un minuto/minutos',
    s: 'un segundo/segundos',
    '°C': 'un grado Celsius/grados Celsius',
    '°': 'un grado/grados',
    W: 'un vatio/vatios',
    GB: 'un gigabyte/gigabytes',
    MB: 'un megabyte/megabytes',
  }),
  abbreviations: {
    'Sr.': 'Señor',
    'Sra.': 'Señora',
    'Srta.': 'Señorita',
    'Dr.': 'Doctor',
    'Dra.': 'Doctora',
    'Prof.': 'Profesor',
    'Ud.': 'usted',
    'Uds.': 'ustedes',
    'etc.': 'etcétera',
    'aprox.': 'aproximadamente',
    'tel.': 'teléfono',
    'Tel.': 'Teléfono',
    'máx.': 'máximo',
    'mín.': 'mínimo',
    'Avda.': 'Avenida',
  },
};

/** `veintiún euros`, `veintiuna libras`, `doscientas libras`. */
function agree(words: string, feminine: boolean): string {
  if (feminine) return words.replace(/uno$/, 'una').replace(/cientos\b/g, 'cientas');
  return words.replace(/veintiuno$/, 'veintiún').replace(/\buno$/, 'un');
}

function ordinal(number: number, feminine: boolean): string {
  const said = toOrdinal(number);
  return feminine ? said.replace(/o\b/g, 'a') : said;
}
