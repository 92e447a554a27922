/** For pages around the element as well: what is said in the language of who reads it. */

/** What there is in the first of these languages (BCP 47) that there is something for; in English (`en`) otherwise. */
export function inFirstLanguage<T>(
  all: Readonly<Record<string, T>>,
  wanted: readonly (string | null | undefined)[],
): { language: string; found: T } {
  const languages = wanted.map((tag) => tag?.toLowerCase().split('-')[0] ?? '');
  const language = languages.find((one) => Object.hasOwn(all, one)) ?? 'en';
  return { language, found: all[language]! };
}

/** Puts values where their names stand in a text: `{name}`. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (_braces, name: string) => String(values[name] ?? ''));
}
