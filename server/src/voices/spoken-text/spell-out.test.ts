import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spellOut } from './spell-out.ts';

const TABLES: Record<string, [written: string, said: string][]> = {
  en: [
    ['I have 3 cats.', 'I have three cats.'],
    ['It weighs 1.4 kg.', 'It weighs one point four kilograms.'],
    ['3.14', 'three point one four'],
    ['about 40,000 objects', 'about forty thousand objects'],
    ['1,234,567', 'one million two hundred thirty-four thousand five hundred sixty-seven'],
    ['It was founded in 1887.', 'It was founded in eighteen eighty-seven.'],
    ['in 1905 and 2007', 'in nineteen oh five and two thousand seven'],
    ['about 1300 BC', 'about thirteen hundred BC'],
    ['the 1990s', 'the nineteen nineties'],
    ['20 November 2026', 'the twentieth of November, twenty twenty-six'],
    ['on November 20, 2026 at noon', 'on November twentieth, twenty twenty-six at noon'],
    ['Nov. 3rd', 'November third'],
    ['2026-11-20', 'November twentieth, twenty twenty-six'],
    ['11/20/2026', 'November twentieth, twenty twenty-six'],
    ['20/11/2026', 'November twentieth, twenty twenty-six'],
    ['Check-in starts at 15:00.', 'Check-in starts at three p.m.'],
    ['from 7 to 10:30', 'from seven to ten thirty'],
    ['8:05', 'eight oh five'],
    ['10:00 to 16:00', "ten o'clock to four p.m."],
    ['00:00', 'midnight'],
    ['9am', 'nine a.m.'],
    ['before 9 a.m. on the first day', 'before nine a.m. on the first day'],
    ['at 5:30 PM', 'at five thirty p.m.'],
    ['$5', 'five dollars'],
    ['$1', 'one dollar'],
    ['$5.50', 'five dollars and fifty cents'],
    ['€0.30 per day', 'thirty cents per day'],
    ['6.50 €', 'six euros and fifty cents'],
    ['£1.01', 'one pound and one penny'],
    ['85 EUR', 'eighty-five euros'],
    ['$1.2 million', 'one point two million dollars'],
    ['$5-10 and €5–€6.50', 'five to ten dollars and five to six euros and fifty cents'],
    ['€25 per night', 'twenty-five euros per night'],
    ['5-10%', 'five to ten percent'],
    ['12.5 %', 'twelve point five percent'],
    ['1 km', 'one kilometer'],
    ['5 km/h', 'five kilometers an hour'],
    ['between 5 and 35 °C', 'between five and thirty-five degrees Celsius'],
    ['-5 °C', 'minus five degrees Celsius'],
    ['the 65-watt adapter', 'the sixty-five watt adapter'],
    ['16 GB of memory', 'sixteen gigabytes of memory'],
    ['room B12', 'room B twelve'],
    ['A03', 'A zero three'],
    ['Mr. Smith and Dr. Kern', 'Mister Smith and Doctor Kern'],
    ['5 Main St.', 'five Main Street.'],
    ['St. Mary', 'Saint Mary'],
    ['No. 5', 'number five'],
    ['e.g. pens & paper', 'for example pens and paper'],
    ['pens, paper, etc.', 'pens, paper, et cetera.'],
    ['the 21st', 'the twenty-first'],
    ['3/4 of them', 'three quarters of them'],
    ['2 1/2 hours', 'two and one half hours'],
    ['open 24/7', 'open twenty-four seven'],
    ['call +49 30 5550 1234', 'call plus four nine, three zero, five five five zero, one two three four'],
    ['555-1234', 'five five five, one two three four'],
    ['version 3.0.1', 'version three point zero point one'],
    ['pages 10-12', 'pages ten to twelve'],
    ['Monday 9-17', 'Monday nine to seventeen'],
    ['from 2024-2026', 'from twenty twenty-four to twenty twenty-six'],
    ['007', 'zero zero seven'],
    ['COVID-19', 'COVID nineteen'],
    ['see https://a.example/2026?x=5 or b2@c3.example', 'see https://a.example/2026?x=5 or b2@c3.example'],
    ['Nothing to spell here, is there?', 'Nothing to spell here, is there?'],
  ],
  de: [
    ['1.234,5 km', 'eintausendzweihundertvierunddreißig Komma fünf Kilometer'],
    ['am 20.11.2026', 'am zwanzigsten November zweitausendsechsundzwanzig'],
    ['20. November', 'zwanzigster November'],
    ['im 3. Stock', 'im dritten Stock'],
    ['1887 gegründet', 'achtzehnhundertsiebenundachtzig gegründet'],
    ['um 15:30 Uhr', 'um fünfzehn Uhr dreißig'],
    ['um 1 Uhr', 'um ein Uhr'],
    ['6,50 €', 'sechs Euro fünfzig Cent'],
    ['1 €', 'ein Euro'],
    ['5 Mio. €', 'fünf Millionen Euro'],
    ['10–12 %', 'zehn bis zwölf Prozent'],
    ['z. B. Dr. Kern & Co', 'zum Beispiel Doktor Kern und Co'],
    ['ca. 5 kg', 'circa fünf Kilogramm'],
    ['Hauptstr. 21', 'Hauptstraße einundzwanzig'],
    ['-5 °C', 'minus fünf Grad Celsius'],
  ],
  fr: [
    ['à 15h30', 'à quinze heures trente'],
    ['à 15:30', 'à quinze heures trente'],
    ['le 1er mai 2026', 'le premier mai deux mille vingt-six'],
    ['le 20/11/2026', 'le vingt novembre deux mille vingt-six'],
    ['6,50 €', 'six euros cinquante centimes'],
    ['21 min', 'vingt et une minutes'],
    ['1 234 km', 'mille deux cent trente-quatre kilomètres'],
    ['50 %', 'cinquante pour cent'],
    ['M. Dupont, n° 5', 'Monsieur Dupont, numéro cinq'],
    ['le 3e étage', 'le troisième étage'],
  ],
  es: [
    ['el 20/11/2026', 'el veinte de noviembre de dos mil veintiséis'],
    ['a las 15:30', 'a las quince y media'],
    ['6,50 €', 'seis euros con cincuenta céntimos'],
    ['21 €', 'veintiún euros'],
    ['200 £', 'doscientas libras'],
    ['5 millones €', 'cinco millones de euros'],
    ['el Sr. García y la Dra. López', 'el Señor García y la Doctora López'],
    ['la 3ª planta', 'la tercera planta'],
    ['3,5 km', 'tres coma cinco kilómetros'],
  ],
  pt: [
    ['às 15h30', 'às quinze horas e trinta'],
    ['às 2:00', 'às duas horas'],
    ['R$ 5,50', 'cinco reais e cinquenta centavos'],
    ['2 £', 'duas libras'],
    ['1º andar', 'primeiro andar'],
    ['20/11/2026', 'vinte de novembro de dois mil e vinte e seis'],
    ['50%', 'cinquenta por cento'],
  ],
};

describe.each(Object.entries(TABLES))('spellOut in %s', (language, table) => {
  it.each(table)('says %j as %j', (written, said) => {
    expect(spellOut(written, language)).toBe(said);
  });
});

describe('spellOut', () => {
  it('leaves a text in a language that it does not know as it is', () => {
    expect(spellOut('5 kg, 15:30', 'ja')).toBe('5 kg, 15:30');
  });

  it('takes a language with its region', () => {
    expect(spellOut('5 €', 'de-AT')).toBe('fünf Euro');
  });

  it.each(Object.keys(TABLES))('leaves no digit in %s, whatever the text', (language) => {
    const piece = fc.constantFrom(
      ...'0 1 21 007 1887 2026 3.5 3,5 1.000 - – : / . , % € $ km ° + # a B ( ) & Dr. May 11 30 15:30 1/2 st e'.split(
        ' ',
      ),
      ' ',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        const said = spellOut(text, language);
        // Addresses stay; so does what only looks like a time or a date.
        if (!/@|www/.test(text)) expect(said).not.toMatch(/(?<![\d:/.,])\d(?![\d:/.,])/);
      }),
      { numRuns: 300 },
    );
  });

  it('takes a hundred thousand characters in a moment', () => {
    for (const pattern of ['1', '1.', '1-', '1:', '1 000 ', '€1,', '(', 'a1', '+1 2 ', '0-11 ']) {
      const started = performance.now();
      spellOut(pattern.repeat(100_000 / pattern.length));
      expect(performance.now() - started, pattern).toBeLessThan(4000);
    }
  });
});
