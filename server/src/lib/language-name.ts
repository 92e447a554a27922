const names = new Intl.DisplayNames('en', { type: 'language' });

/** "Portuguese" for `pt`; the code itself where it is no language's. */
export const languageName = (code: string): string => names.of(code) ?? code;
