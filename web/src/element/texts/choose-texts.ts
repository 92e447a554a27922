import { inFirstLanguage } from '../../language.ts';
import { de } from './de.ts';
import { en, type Texts } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { ja } from './ja.ts';
import { pt } from './pt.ts';

const LANGUAGES: Record<string, Texts> = { en, de, fr, es, pt, ja };

/** Returns the texts for the first of these languages (BCP 47) that is available, otherwise the English ones. */
export function chooseTexts(languages: readonly (string | null | undefined)[]): {
  language: string;
  texts: Texts;
} {
  const { language, found: texts } = inFirstLanguage(LANGUAGES, languages);
  return { language, texts };
}
