import { languageName } from '../../lib/language-name.ts';

/** Why a text in this language (BCP 47; absent: English) sounds wrong with the voices here, which are all English. */
export function foreignReason(language: string | undefined): string | undefined {
  const code = language?.split('-', 1)[0]?.toLowerCase() ?? 'en';
  if (code === 'en') return undefined;
  return `no voice on this machine speaks ${languageName(code)}, so an English voice reads the text`;
}
