/** Selects texts in the reader's language, also for pages around the element. */

/** Returns the entry for the first of these languages (BCP 47) that has one, otherwise the English one (`en`). */
export function inFirstLanguage<T>(
  all: Readonly<Record<string, T>>,
  wanted: readonly (string | null | undefined)[],
): { language: string; found: T } {
  const languages = wanted.map((tag) => tag?.toLowerCase().split('-')[0] ?? '');
  const language = languages.find((tag) => Object.hasOwn(all, tag)) ?? 'en';
  return { language, found: all[language]! };
}

/** Replaces placeholders such as `{name}` by the values with these names. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (_braces, name: string) => String(values[name] ?? ''));
}
