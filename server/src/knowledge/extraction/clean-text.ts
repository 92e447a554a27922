/** Characters that are removed from text: control characters, marks of direction and of width zero, soft hyphens. */
const UNWANTED = /(?!\s)\p{Cc}|[\u00ad\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069\ufff9-\ufffb]/gu;

/** As many marks on one letter as Unicode's "stream-safe" text has: sorting more takes time that grows with their square. */
const MARKS = /(\p{M}{30})\p{M}+/gu;

/** One line of clean, well-formed text: no control character, no lone surrogate, single spaces. */
export function cleanLine(text: string): string {
  return text
    .replace(UNWANTED, '')
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(/[\s\u00a0]+/gu, ' ')
    .trim()
    .replace(MARKS, '$1')
    .normalize('NFC');
}

/** `column: value; column: value`, without the empty ones; the separators are taken out of the parts. */
export function recordText(fields: Iterable<readonly [string, string]>): string {
  const parts: string[] = [];
  for (const [key, value] of fields) {
    const cleanValue = cleanLine(value).replaceAll('; ', ', ');
    if (cleanValue === '') continue;
    const cleanKey = cleanLine(key)
      .replace(/ ?[:;]+ ?/g, ' ')
      .trim();
    parts.push(cleanKey === '' ? cleanValue : `${cleanKey}: ${cleanValue}`);
  }
  return parts.join('; ');
}
