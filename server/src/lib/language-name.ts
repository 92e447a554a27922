const names = new Intl.DisplayNames('en', { type: 'language' });

/** "Portuguese" for `pt`; the code itself when it is unknown. */
export const languageName = (code: string): string => names.of(code) ?? code;
