import type { Conversation } from '@visavis/client';
import { fill as fillIn, inFirstLanguage } from '@visavis/web/language';
import { STORED } from '@visavis/web/pages';
import en from './en.json';

/** A text for each plural form of its language, selected by `{count}`. */
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

/** English is part of the page; other languages are loaded on demand. */
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

/** The locale for dates and numbers: this language, in the reader's region. */
export const locale =
  navigator.languages.find((tag) => tag.split('-')[0] === language && isLocale(tag)) ?? language;

/** The texts in the chosen language, or else in the first of the browser's languages that has texts. */
export const { default: texts } = await found.load();

/** Whether formatters accept a locale: Chromium on a machine without one reports `en-US@posix`, which is invalid. */
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

/** Replaces placeholders in a text by the values with their names. `count` selects the plural form. */
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
