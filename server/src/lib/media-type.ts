/** The type itself, in lower case: `text/html` of `Text/HTML; charset=utf-8`. */
export const essenceOf = (mediaType: string): string => mediaType.split(';')[0]!.trim().toLowerCase();
