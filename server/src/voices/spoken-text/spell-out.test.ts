import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spellOut } from './spell-out.ts';

const TABLES: Record<string, [written: string, said: string][]> = {
  en: [
    ['It weighs 1.4 kg.', 'It weighs one point four kilograms.'],
    ['1,234,567', 'one million two hundred thirty-four thousand five hundred sixty-seven'],
    ['It was founded in 1887.', 'It was founded in eighteen eighty-seven.'],
    ['the 1990s', 'the nineteen nineties'],
    ['on November 20, 2026 at noon', 'on November twentieth, twenty twenty-six at noon'],
    ['2026-11-20', 'November twentieth, twenty twenty-six'],
    ['20/11/2026', 'November twentieth, twenty twenty-six'],
    ['Check-in starts at 15:00.', 'Check-in starts at three p.m.'],
    ['from 7 to 10:30', 'from seven to ten thirty'],
    ['00:00', 'midnight'],
    ['9am', 'nine a.m.'],
    ['at 5:30 PM', 'at five thirty p.m.'],
    ['$5.50', 'five dollars and fifty cents'],
    ['£1.01', 'one pound and one penny'],
    ['$1.2 million', 'one point two million dollars'],
    ['$5-10 and €5–€6.50', 'five to ten dollars and five to six euros and fifty cents'],
    ['5 km/h', 'five kilometers an hour'],
    ['-5 °C', 'minus five degrees Celsius'],
    ['room B12', 'room B twelve'],
    ['St. Mary', 'Saint Mary'],
    ['No. 5', 'number five'],
    ['e.g. pens & paper', 'for example pens and paper'],
    ['2 1/2 hours', 'two and one half hours'],
    ['open 24/7', 'open twenty-four seven'],
    ['call +49 30 5550 1234', 'call plus four nine, three zero, five five five zero, one two three four'],
    ['version 3.0.1', 'version three point zero point one'],
    ['COVID-19', 'COVID nineteen'],
    ['see https://a.example/2026?x=5 or b2@c3.example', 'see https://a.example/2026?x=5 or b2@c3.example'],
  ],
  de: [
    ['1.234,5 km', 'eintausendzweihundertvierunddreißig Komma fünf Kilometer'],
    ['am 20.11.2026', 'am zwanzigsten November zweitausendsechsundzwanzig'],
    ['1887 gegründet', 'achtzehnhundertsiebenundachtzig gegründet'],
    ['um 15:30 Uhr', 'um fünfzehn Uhr dreißig'],
    ['6,50 €', 'sechs Euro fünfzig Cent'],
    ['5 Mio. €', 'fünf Millionen Euro'],
    ['10–12 %', 'zehn bis zwölf Prozent'],
    ['z. B. Dr. Kern & Co', 'zum Beispiel Doktor Kern und Co'],
    ['Hauptstr. 21', 'Hauptstraße einundzwanzig'],
  ],
  fr: [
    ['à 15h30', 'à quinze heures trente'],
    ['le 1er mai 2026', 'le premier mai deux mille vingt-six'],
    ['le 20/11/2026', 'le vingt novembre deux mille vingt-six'],
    ['6,50 €', 'six euros cinquante centimes'],
    ['1 234 km', 'mille deux cent trente-quatre kilomètres'],
    ['M. Dupont, n° 5', 'Monsieur Dupont, numéro cinq'],
  ],
  es: [
    ['el 20/11/2026', 'el veinte de noviembre de dos mil veintiséis'],
    ['a las 15:30', 'a las quince y media'],
    ['6,50 €', 'seis euros con cincuenta céntimos'],
    ['5 millones €', 'cinco millones de euros'],
    ['el Sr. García y la Dra. López', 'el Señor García y la Doctora López'],
    ['la 3ª planta', 'la tercera planta'],
  ],
  pt: [
    ['às 15h30', 'às quinze horas e trinta'],
    ['R$ 5,50', 'cinco reais e cinquenta centavos'],
    ['20/11/2026', 'vinte de novembro de dois mil e vinte e seis'],
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
      { seed: 20_261_122, numRuns: 100 },
    );
  });

  it.each(['1', '1-', '1 000 ', '€1,', '+1 2 '])('takes a hundred thousand characters of "%s"', (pattern) => {
    expect(spellOut(pattern.repeat(100_000 / pattern.length)).length).toBeGreaterThan(100_000);
  });
});
