import { inFirstLanguage } from '@visavis/web/language';
import { STORED } from '@visavis/web/pages';
import de from './texts/de.json';
import en from './texts/en.json';
import es from './texts/es.json';
import fr from './texts/fr.json';
import ja from './texts/ja.json';
import pt from './texts/pt.json';

/** The page's texts, with placeholders such as `{name}`. */
type Texts = typeof en;

const LANGUAGES: Record<string, { name: string; texts: Texts }> = {
  en: { name: 'English', texts: en },
  de: { name: 'Deutsch', texts: de },
  fr: { name: 'Français', texts: fr },
  es: { name: 'Español', texts: es },
  pt: { name: 'Português', texts: pt },
  ja: { name: '日本語', texts: ja },
};

/** The texts in the chosen language, or else in the first of the browser's languages that has texts. */
export const {
  language,
  found: { texts },
} = inFirstLanguage(LANGUAGES, [localStorage.getItem(STORED.language), ...navigator.languages]);

/** Writes the texts into the page. A child with `data-name` replaces the placeholder of that name. */
export function translatePage(): void {
  document.documentElement.lang = language;
  for (const node of document.querySelectorAll<HTMLElement>('[data-text]')) {
    const parts = new Map(
      [...node.querySelectorAll<HTMLElement>('[data-name]')].map((part) => [part.dataset.name, part]),
    );
    const pieces = texts[node.dataset.text as keyof Texts].split(/\{(\w+)\}/);
    node.replaceChildren(...pieces.map((piece, at) => (at % 2 === 1 ? (parts.get(piece) ?? '') : piece)));
  }
  for (const node of document.querySelectorAll<HTMLElement>('[data-label]'))
    node.ariaLabel = texts[node.dataset.label as keyof Texts];
}

/** Fills the list of languages. Choosing one reloads the page, which asks first if that ends a conversation. */
export function offerLanguages(select: HTMLSelectElement): void {
  select.replaceChildren(
    ...Object.entries(LANGUAGES).map(([tag, { name }]) => new Option(name, tag, false, tag === language)),
  );
  select.onchange = () => {
    localStorage.setItem(STORED.language, select.value);
    location.reload();
  };
}
