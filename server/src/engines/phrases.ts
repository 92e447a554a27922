/** Fixed sentences of the avatar, in the language of the conversation. */
type Phrase = 'apology' | 'cannotGoOn' | 'notHeard' | 'cannotHear';

interface Phrases extends Readonly<Record<Phrase, string>> {
  /** Said in turn when an answer takes a while. */
  wait: readonly string[];
}

const PHRASES: Readonly<Record<string, Phrases>> = {
  en: {
    wait: ['One moment, please.', 'I will be with you in a second.', 'Just a little longer, please.'],
    apology: 'I am sorry, I cannot answer just now. Please try again in a moment.',
    cannotGoOn: 'I am sorry, I cannot go on and have to end our conversation. Please try again later.',
    notHeard: 'I am sorry, I did not catch that.',
    cannotHear: 'I am sorry, I cannot understand speech just now. Please type to me instead.',
  },
  de: {
    wait: ['Einen Moment, bitte.', 'Ich antworte Ihnen gleich.', 'Das dauert noch einen kleinen Augenblick.'],
    apology: 'Entschuldigung, ich kann gerade nicht antworten. Bitte versuchen Sie es gleich noch einmal.',
    cannotGoOn:
      'Entschuldigung, ich kann nicht weitersprechen und muss unser Gespräch beenden. Bitte versuchen Sie es später noch einmal.',
    notHeard: 'Entschuldigung, das habe ich nicht verstanden.',
    cannotHear:
      'Entschuldigung, ich kann gerade keine Sprache verstehen. Bitte schreiben Sie mir stattdessen.',
  },
  fr: {
    wait: [
      'Un instant, s’il vous plaît.',
      'Je vous réponds tout de suite.',
      'Encore un petit moment, s’il vous plaît.',
    ],
    apology: 'Je suis désolé, je ne peux pas répondre pour le moment. Veuillez réessayer dans un instant.',
    cannotGoOn:
      'Je suis désolé, je ne peux pas continuer et je dois mettre fin à notre conversation. Veuillez réessayer plus tard.',
    notHeard: 'Je suis désolé, je n’ai pas compris.',
    cannotHear:
      'Je suis désolé, je ne peux pas comprendre la parole pour le moment. Veuillez plutôt m’écrire.',
  },
  es: {
    wait: ['Un momento, por favor.', 'Enseguida le respondo.', 'Solo un momento más, por favor.'],
    apology: 'Lo siento, ahora mismo no puedo responder. Por favor, inténtelo de nuevo en un momento.',
    cannotGoOn:
      'Lo siento, no puedo continuar y tengo que terminar nuestra conversación. Por favor, inténtelo de nuevo más tarde.',
    notHeard: 'Lo siento, no le he entendido.',
    cannotHear: 'Lo siento, ahora mismo no puedo entender lo que se dice. Por favor, escríbame.',
  },
  pt: {
    wait: ['Um momento, por favor.', 'Já lhe respondo.', 'Só mais um instante, por favor.'],
    apology: 'Desculpe, não posso responder neste momento. Por favor, tente de novo daqui a pouco.',
    cannotGoOn:
      'Desculpe, não posso continuar e tenho de terminar a nossa conversa. Por favor, tente de novo mais tarde.',
    notHeard: 'Desculpe, não percebi.',
    cannotHear: 'Desculpe, neste momento não consigo perceber a fala. Por favor, escreva-me.',
  },
  it: {
    wait: ['Un momento, per favore.', 'Le rispondo subito.', 'Ancora un attimo, per favore.'],
    apology: 'Mi dispiace, al momento non posso rispondere. La prego di riprovare tra un attimo.',
    cannotGoOn:
      'Mi dispiace, non posso continuare e devo terminare la nostra conversazione. La prego di riprovare più tardi.',
    notHeard: 'Mi dispiace, non ho capito.',
    cannotHear: 'Mi dispiace, al momento non riesco a capire il parlato. La prego di scrivermi.',
  },
  nl: {
    wait: ['Een moment, alstublieft.', 'Ik ben zo bij u.', 'Nog heel even geduld, alstublieft.'],
    apology: 'Het spijt me, ik kan nu even niet antwoorden. Probeer het zo nog eens.',
    cannotGoOn:
      'Het spijt me, ik kan niet verder en moet ons gesprek beëindigen. Probeer het later nog eens.',
    notHeard: 'Het spijt me, dat heb ik niet verstaan.',
    cannotHear: 'Het spijt me, ik kan nu even geen spraak verstaan. Wilt u mij in plaats daarvan schrijven?',
  },
  ja: {
    wait: ['少々お待ちください。', 'ただいま確認しております。', 'もう少しだけお待ちください。'],
    apology: '申し訳ありません。ただいまお答えできません。少し後でもう一度お試しください。',
    cannotGoOn: '申し訳ありません。続けられないため、会話を終了いたします。後ほどもう一度お試しください。',
    notHeard: '申し訳ありません。聞き取れませんでした。',
    cannotHear: '申し訳ありません。ただいま音声を聞き取れません。文字でご入力ください。',
  },
};

/** `language` is BCP 47; English if it is unknown or not supported. */
function phrasesIn(language: string | undefined): Phrases {
  const code = language?.split('-', 1)[0]?.toLowerCase() ?? 'en';
  return PHRASES[code] ?? PHRASES.en!;
}

/** `language` is BCP 47; English if it is unknown or not supported. */
export const phrase = (name: Phrase, language: string | undefined): string => phrasesIn(language)[name];

/** The sentences with which the avatar says that an answer takes a while: in turn, so that none is said twice in a row. */
export class WaitPhrases {
  readonly #own: readonly string[] | undefined;
  #spokenCount = 0;

  /** @param own the agent's own sentences, which replace those of the service in every language */
  constructor(own: readonly string[] | undefined) {
    this.#own = own?.length ? own : undefined;
  }

  /** Returns the sentence to say next. It stays the same until `markSpoken` is called. */
  next(language: string | undefined): string {
    const sentences = this.#own ?? phrasesIn(language).wait;
    return sentences[this.#spokenCount % sentences.length]!;
  }

  /** Records that the sentence is being spoken. */
  markSpoken(): void {
    this.#spokenCount++;
  }
}
