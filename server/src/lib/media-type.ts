/** Returns the type without its parameters, in lower case: `text/html` for `Text/HTML; charset=utf-8`. */
export const essenceOf = (mediaType: string): string => mediaType.split(';')[0]!.trim().toLowerCase();
