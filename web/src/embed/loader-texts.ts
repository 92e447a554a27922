/** What the loader says before the widget with its texts is there. */
const NOT_LOADED: Record<string, string> = {
  en: 'The avatar could not be loaded. Please try again.',
  de: 'Der Avatar konnte nicht geladen werden. Bitte versuchen Sie es noch einmal.',
  fr: 'L’avatar n’a pas pu être chargé. Veuillez réessayer.',
  es: 'No se pudo cargar el avatar. Inténtelo de nuevo.',
  pt: 'Não foi possível carregar o avatar. Tente novamente.',
  ja: 'アバターを読み込めませんでした。もう一度お試しください。',
};

/** In the first of these languages (BCP 47) that there are words for; English otherwise. */
export function notLoaded(wanted: readonly (string | undefined)[]): string {
  const words = wanted.map((tag) => NOT_LOADED[tag?.toLowerCase().split('-')[0] ?? '']);
  return words.find((text) => text !== undefined) ?? NOT_LOADED.en!;
}
