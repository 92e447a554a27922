import { de } from './de.ts';
import { en, type Texts } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { ja } from './ja.ts';
import { pt } from './pt.ts';

const LANGUAGES: Record<string, Texts> = { en, de, fr, es, pt, ja };

/** The texts of the first of these languages (BCP 47) that there are texts for; English otherwise. */
export function chooseTexts(wanted: readonly (string | null | undefined)[]): {
  language: string;
  texts: Texts;
} {
  for (const tag of wanted) {
    const language = tag?.toLowerCase().split('-')[0] ?? '';
    const texts = LANGUAGES[language];
    if (texts) return { language, texts };
  }
  return { language: 'en', texts: en };
}

export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (_braces, name: string) => String(values[name] ?? ''));
}
