/** Backchannels, with which listeners show that they follow, by language and without punctuation marks. */
const BACKCHANNELS: Readonly<Record<string, string>> = {
  en:
    'mm, mhm, mm hm, mmhm, mmhmm, mm hmm, hm, hmm, uh huh, uhhuh, aha, ah, oh, yeah, yep, yes, ok, ' +
    'okay, right, sure, i see, got it, great, nice, wow, really, good, cool',
  de: 'ja, jaja, genau, aha, ach so, achso, stimmt, gut, klar, okay, mhm, hm, verstehe, ah ja',
  fr: 'oui, ouais, ok, d accord, ah oui, hm, mhm, je vois, bien, voilà, exact',
  es: 'sí, si, ya, vale, claro, ajá, hm, mhm, bueno, exacto, ok, entiendo',
  it: 'sì, si, certo, ok, va bene, ah, hm, mhm, capisco, esatto',
  pt: 'sim, ok, certo, claro, hm, mhm, pois, entendi, tá',
};
const COMMON = new Set(['mm', 'mhm', 'mmhm', 'hm', 'hmm', 'ok', 'okay', 'ah', 'aha', 'oh', 'uh huh']);
const phrasesByLanguage = new Map(
  Object.entries(BACKCHANNELS).map(([language, phrases]) => [language, new Set(phrases.split(', '))]),
);

/** Whether a text is only a backchannel. So is a sound without words, such as a cough. */
export function isBackchannelText(text: string, language: string): boolean {
  const words = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  if (words === '') return true;
  const known = phrasesByLanguage.get(language);
  const isKnown = (phrase: string) => COMMON.has(phrase) || (known?.has(phrase) ?? false);
  // "Yeah, yeah, okay" is three of them.
  return isKnown(words) || words.split(' ').every(isKnown);
}
