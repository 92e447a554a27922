/** Characters that are removed from text: control characters, direction marks, zero-width characters, soft hyphens. */
const UNWANTED = /(?!\s)\p{Cc}|[\u00ad\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069\ufff9-\ufffb]/gu;

/** Unicode's "stream-safe" maximum of combining marks per letter: normalizing n marks takes time in n². */
const MARKS = /(\p{M}{30})\p{M}+/gu;

/** Returns one line of clean, well-formed text: no control characters or lone surrogates, only single spaces. */
export function cleanLine(text: string): string {
  return text
    .replace(UNWANTED, '')
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(/[\s\u00a0]+/gu, ' ')
    .trim()
    .replace(MARKS, '$1')
    .normalize('NFC');
}

/** Returns `column: value; column: value` without empty values. The separators are removed from keys and values. */
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
