import type { Conversation } from '@visavis/client';
import { fill as fillIn, inFirstLanguage } from '@visavis/web/language';
import { STORED } from '@visavis/web/pages';
import en from './en.json';

/** A text for each plural of its language that `{count}` may ask for. */
type Plural = { [category in Intl.LDMLPluralRule]?: string } & { other: string };
type Translated<T> = T extends string
  ? string
  : T extends { one: string; other: string }
    ? Plural
    : { [Key in keyof T]: Translated<T[Key]> };

/** The type of a catalogue in any language. Texts between backticks are shown as code. */
export type Texts = Translated<typeof en> & {
  statuses: Record<Conversation['status'], string>;
  endReasons: Record<NonNullable<Conversation['endReason']>, string>;
};

/** English comes with the page, another language where somebody reads it. */
const LANGUAGES: Record<string, { name: string; load: () => Promise<{ default: Texts }> }> = {
  en: { name: 'English', load: async () => ({ default: en }) },
  de: { name: 'Deutsch', load: () => import('./de.json') },
  fr: { name: 'Français', load: () => import('./fr.json') },
  es: { name: 'Español', load: () => import('./es.json') },
  pt: { name: 'Português', load: () => import('./pt.json') },
  ja: { name: '日本語', load: () => import('./ja.json') },
};
export const LANGUAGE_NAMES = Object.entries(LANGUAGES).map(([value, { name }]) => ({ value, label: name }));

const { language, found } = inFirstLanguage(LANGUAGES, [
  localStorage.getItem(STORED.language),
  ...navigator.languages,
]);

export { language };

document.documentElement.lang = language;

/** How the reader's region writes dates and numbers in this language. */
export const locale =
  navigator.languages.find((tag) => tag.split('-')[0] === language && isLocale(tag)) ?? language;

/** The texts in the language that was chosen, or in one that the browser wants, where there are texts for it. */
export const { default: texts } = await found.load();

/** Chromium on a machine without a locale names `en-US@posix`, which no formatter takes. */
function isLocale(tag: string): boolean {
  try {
    return Boolean(new Intl.Locale(tag));
  } catch {
    return false;
  }
}

export function chooseLanguage(chosen: string): void {
  localStorage.setItem(STORED.language, chosen);
  location.reload();
}

const plurals = new Intl.PluralRules(locale);
const numbers = new Intl.NumberFormat(locale);
const lists = new Intl.ListFormat(locale);

export const formatNumber = (value: number) => numbers.format(value);
export const formatList = (values: readonly string[]) => lists.format(values);

/** Puts values where their names stand in a text. `count` chooses the plural. */
export function fill(
  text: string | Plural,
  values: Readonly<Record<string, string | number | readonly string[]>>,
): string {
  const fitting =
    typeof text === 'string' ? text : (text[plurals.select(Number(values.count))] ?? text.other);
  const written = Object.entries(values).map(([name, value]) => {
    if (typeof value === 'number') return [name, formatNumber(value)];
    return [name, typeof value === 'string' ? value : formatList(value)];
  });
  return fillIn(fitting, Object.fromEntries(written));
}
