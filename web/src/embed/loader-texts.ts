import { fill, inFirstLanguage } from '../language.ts';

/** The loader's error message, needed before the widget and its texts are loaded. */
const NOT_LOADED: Record<string, string> = {
  en: 'The avatar could not be loaded. Please try again.',
  de: 'Der Avatar konnte nicht geladen werden. Bitte versuchen Sie es noch einmal.',
  fr: 'L’avatar n’a pas pu être chargé. Veuillez réessayer.',
  es: 'No se pudo cargar el avatar. Inténtelo de nuevo.',
  pt: 'Não foi possível carregar o avatar. Tente novamente.',
  ja: 'アバターを読み込めませんでした。もう一度お試しください。',
};

/** Label of the button of an embed without its own title. */
const TALK: Record<string, string> = {
  en: 'Talk with {name}',
  de: 'Mit {name} sprechen',
  fr: 'Parler avec {name}',
  es: 'Hablar con {name}',
  pt: 'Falar com {name}',
  ja: '{name}と話す',
};

type Languages = readonly (string | undefined)[];

export const notLoaded = (languages: Languages): string => inFirstLanguage(NOT_LOADED, languages).found;
export const talkWith = (name: string, languages: Languages): string =>
  fill(inFirstLanguage(TALK, languages).found, { name });
