import { describe, expect, it } from 'vitest';
import { detectLanguage } from './detect-language.ts';

/** Splits eight texts of each language at bars and line breaks. */
function linesOf(texts: Readonly<Record<string, string>>): [language: string, line: string][] {
  return Object.entries(texts).flatMap(([language, lines]) =>
    lines.split(/\s*[|\n]\s*/).map((line): [string, string] => [language, line]),
  );
}

const LINES = linesOf({
  en: `When do you open on Sunday? | Two coffees and a slice of cake, please.
    My parcel still has not arrived. | Could you repeat that? | Sounds great, see you later!
    I forgot my password | Which train goes to the airport? | Good morning`,
  de: `Wann macht das Museum auf? | Zwei Kaffee und ein Stück Kuchen, bitte.
    Mein Paket ist immer noch nicht angekommen. | Können Sie das wiederholen? | Klingt gut, bis später!
    Passwort vergessen | Welcher Zug fährt zum Flughafen? | Guten Morgen`,
  fr: `À quelle heure ouvre le musée ? | Deux cafés et une part de gâteau, s’il vous plaît.
    Mon colis n’est toujours pas arrivé. | Pouvez-vous répéter ? | Parfait, à tout à l’heure !
    J’ai oublié mon mot de passe | Quel train va à l’aéroport ? | Bonjour`,
  es: `¿A qué hora abre el museo? | Dos cafés y un trozo de tarta, por favor.
    Mi paquete todavía no ha llegado. | ¿Puede repetirlo? | Perfecto, ¡hasta luego!
    He olvidado mi contraseña | ¿Qué tren va al aeropuerto? | Buenos días`,
  pt: `A que horas abre o museu? | Dois cafés e uma fatia de bolo, por favor.
    A minha encomenda ainda não chegou. | Pode repetir? | Perfeito, até logo! | Esqueci a minha senha
    Qual comboio vai para o aeroporto? | Bom dia`,
  it: `A che ora apre il museo? | Due caffè e una fetta di torta, per favore.
    Il mio pacco non è ancora arrivato. | Può ripetere? | Perfetto, a dopo! | Ho dimenticato la password
    Quale treno va all’aeroporto? | Buongiorno`,
  nl: `Hoe laat gaat het museum open? | Twee koffie en een stuk taart, alstublieft.
    Mijn pakket is nog steeds niet aangekomen. | Kunt u dat herhalen? | Klinkt goed, tot straks!
    Wachtwoord vergeten | Welke trein gaat naar het vliegveld? | Goedemorgen`,
});
/** Questions that are mostly Han characters, with few kana. */
const JAPANESE = [
  '営業時間は何時？',
  '料金表は？',
  '次の新幹線は何時？',
  '予約変更希望です',
  '返品期限は何日以内？',
];
/** Lines for which no word was added to the detector. */
const UNSEEN = linesOf({
  en: `Do you have anything cheaper? | My name is Clara. | That is very kind of you.
    I am allergic to nuts | How far is the beach? | Turn the lights off | Never mind. | Tell me a joke`,
  de: `Haben Sie etwas Günstigeres? | Ich heiße Clara. | Das ist sehr nett von Ihnen.
    Ich bin allergisch gegen Nüsse | Wie weit ist es bis zum Strand? | Mach das Licht aus
    Macht nichts. | Erzähl mir einen Witz`,
  fr: `Avez-vous quelque chose de moins cher ? | Je m’appelle Clara. | C’est très gentil de votre part.
    Je suis allergique aux noix | La plage est loin ? | Éteins la lumière | Ce n’est pas grave.
    Raconte-moi une blague`,
  es: `¿Tiene algo más barato? | Me llamo Clara. | Es muy amable de su parte. | Soy alérgico a las nueces
    ¿A qué distancia está la playa? | Apaga la luz | No importa. | Cuéntame un chiste`,
  pt: `Tem alguma coisa mais barata? | Chamo-me Clara. | É muito gentil da sua parte.
    Sou alérgico a nozes | A praia fica longe? | Apaga a luz | Não faz mal. | Conta-me uma piada`,
  it: `Avete qualcosa di più economico? | Mi chiamo Clara. | È molto gentile da parte sua.
    Sono allergico alle noci | Quanto dista la spiaggia? | Spegni la luce | Non importa.
    Raccontami una barzelletta`,
  nl: `Heeft u iets goedkopers? | Ik heet Clara. | Dat is heel aardig van u. | Ik ben allergisch voor noten
    Hoe ver is het strand? | Doe het licht uit | Geeft niets. | Vertel me een grap`,
});

describe('the language of a short text', () => {
  it.each([
    ['of every day', LINES, 55],
    ['that its words were not chosen for', UNSEEN, 42],
  ])('is found in most lines %s, and never mistaken', (_which, lines, right) => {
    expect(lines).toHaveLength(7 * 8);
    const judged = lines.map(([language, line]) => ({ line, language, found: detectLanguage(line) }));
    expect(judged.filter(({ language, found }) => found !== undefined && found !== language)).toEqual([]);
    expect(judged.filter(({ language, found }) => found === language).length).toBeGreaterThanOrEqual(right);
  });

  it.each(JAPANESE)('%s is Japanese', (text) => expect(detectLanguage(text)).toBe('ja'));

  it.each(['OK', 'Berlin', '42', '', '😀', 'Aurora X3', 'hmm', 'Мне нужен билет'])(
    'is not guessed from %j',
    (text) => {
      expect(detectLanguage(text)).toBeUndefined();
    },
  );

  it.each([
    ['こんにちは、元気ですか', 'ja'],
    ['你好吗', 'zh'],
    ['안녕하세요', 'ko'],
    ['Καλημέρα', 'el'],
  ])('is that of its script: %s', (text, language) => expect(detectLanguage(text)).toBe(language));

  it('is not changed by a foreign word in a sentence', () => {
    expect(detectLanguage('What does Gemütlichkeit mean in English?')).toBe('en');
    expect(detectLanguage('Ich habe das Meeting im Kalender.')).toBe('de');
  });
});
