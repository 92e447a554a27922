import { detectLanguage } from '../../../lib/detect-language.ts';
import { languageName } from '../../../lib/language-name.ts';

/** Scripts of several languages, with the name to say. */
const SHARED_SCRIPTS: readonly [RegExp, string][] = [
  [/\p{Script=Arabic}/gu, 'Arabic'],
  [/\p{Script=Devanagari}/gu, 'Hindi'],
  [/\p{Script=Cyrillic}/gu, 'Cyrillic'],
];

/** The English name of the language that a text is plainly written in, where that is not English; a script counts as one. */
export function otherLanguage(plain: string): string | undefined {
  const letters = plain.match(/\p{L}/gu)?.length ?? 0;
  const shared = SHARED_SCRIPTS.find(([script]) => (plain.match(script)?.length ?? 0) > letters / 3);
  if (shared) return shared[1];
  const language = detectLanguage(plain);
  return language === undefined || language === 'en' ? undefined : languageName(language);
}
