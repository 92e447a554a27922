import { language } from '../texts/texts.ts';

const CODES =
  'ar bg ca cs da de el en es et fi fr he hi hr hu id it ja ko lt lv nl no pl pt ro ru sk sl sv th tr uk vi zh';
const names = new Intl.DisplayNames(language, { type: 'language' });

export const languageName = (code: string) => names.of(code) ?? code;

/** Returns the names of languages in the language of the console, sorted. */
export const languageNames = (codes: readonly string[]) =>
  codes
    .map((value) => ({ value, label: languageName(value) }))
    .sort((a, b) => a.label.localeCompare(b.label));

/** The languages to which an avatar can be restricted. */
export const LANGUAGES = languageNames(CODES.split(' '));
