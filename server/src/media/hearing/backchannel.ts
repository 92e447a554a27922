/** Remarks with which listeners show that they follow, by language and without punctuation marks. */
const REMARKS: Readonly<Record<string, string>> = {
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
const remarksByLanguage = new Map(
  Object.entries(REMARKS).map(([language, remarks]) => [language, new Set(remarks.split(', '))]),
);

/** Whether a text is only a remark of a listener. So is a sound without words, such as a cough. */
export function isBackchannelText(text: string, language: string): boolean {
  const words = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  if (words === '') return true;
  const known = remarksByLanguage.get(language);
  const isKnown = (remark: string) => COMMON.has(remark) || (known?.has(remark) ?? false);
  // "Yeah, yeah, okay" is three remarks.
  return isKnown(words) || words.split(' ').every(isKnown);
}
