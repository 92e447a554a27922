/** Fixed sentences of the avatar, in the language of the conversation. */
type Phrase = 'wait' | 'apology' | 'cannotGoOn' | 'notHeard';

const PHRASES: Readonly<Record<string, Readonly<Record<Phrase, string>>>> = {
  en: {
    wait: 'One moment, please.',
    apology: 'I am sorry, I cannot answer just now. Please try again in a moment.',
    cannotGoOn: 'I am sorry, I cannot go on just now. Please try again in a moment.',
    notHeard: 'I am sorry, I did not catch that.',
  },
  de: {
    wait: 'Einen Moment, bitte.',
    apology: 'Entschuldigung, ich kann gerade nicht antworten. Bitte versuchen Sie es gleich noch einmal.',
    cannotGoOn:
      'Entschuldigung, ich kann gerade nicht weitersprechen. Bitte versuchen Sie es gleich noch einmal.',
    notHeard: 'Entschuldigung, das habe ich nicht verstanden.',
  },
  fr: {
    wait: 'Un instant, s’il vous plaît.',
    apology: 'Je suis désolé, je ne peux pas répondre pour le moment. Veuillez réessayer dans un instant.',
    cannotGoOn:
      'Je suis désolé, je ne peux pas continuer pour le moment. Veuillez réessayer dans un instant.',
    notHeard: 'Je suis désolé, je n’ai pas compris.',
  },
  es: {
    wait: 'Un momento, por favor.',
    apology: 'Lo siento, ahora mismo no puedo responder. Por favor, inténtelo de nuevo en un momento.',
    cannotGoOn: 'Lo siento, ahora mismo no puedo continuar. Por favor, inténtelo de nuevo en un momento.',
    notHeard: 'Lo siento, no le he entendido.',
  },
  pt: {
    wait: 'Um momento, por favor.',
    apology: 'Desculpe, não posso responder neste momento. Por favor, tente de novo daqui a pouco.',
    cannotGoOn: 'Desculpe, não posso continuar neste momento. Por favor, tente de novo daqui a pouco.',
    notHeard: 'Desculpe, não percebi.',
  },
  it: {
    wait: 'Un momento, per favore.',
    apology: 'Mi dispiace, al momento non posso rispondere. La prego di riprovare tra un attimo.',
    cannotGoOn: 'Mi dispiace, al momento non posso continuare. La prego di riprovare tra un attimo.',
    notHeard: 'Mi dispiace, non ho capito.',
  },
  nl: {
    wait: 'Een moment, alstublieft.',
    apology: 'Het spijt me, ik kan nu even niet antwoorden. Probeer het zo nog eens.',
    cannotGoOn: 'Het spijt me, ik kan nu even niet verder. Probeer het zo nog eens.',
    notHeard: 'Het spijt me, dat heb ik niet verstaan.',
  },
  ja: {
    wait: '少々お待ちください。',
    apology: '申し訳ありません。ただいまお答えできません。少し後でもう一度お試しください。',
    cannotGoOn: '申し訳ありません。ただいま続けられません。少し後でもう一度お試しください。',
    notHeard: '申し訳ありません。聞き取れませんでした。',
  },
};

/** `language`: BCP 47; English where it is not known, or not among these. */
export function phrase(name: Phrase, language: string | undefined): string {
  const code = language?.split('-', 1)[0]?.toLowerCase() ?? 'en';
  return (PHRASES[code] ?? PHRASES.en!)[name];
}
