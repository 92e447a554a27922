/** Words that end in a dot without ending a sentence. */
const ABBREVIATIONS = new Set(
  (
    'dr mr mrs ms prof st sr jr vs etc fig no vol pp approx dept est inc ltd co corp tel ext ' +
    'e.g i.e a.m p.m u.s u.k z.b d.h bzw ca nr jan feb mar apr jun jul aug sep sept oct nov dec'
  ).split(' '),
);

/** Matches from the first of several marks on: trying each mark of a thousand would take quadratic time. */
const ENDS = /(?<![.!?…。！？])[.!?…。！？]+["'”’»)\]]*(?=\s|$)|[。！？]+/gu;

/**
 * Splits running text into sentences. A dot after an abbreviation, an initial or an ordinal number does not end one; a
 * line break does only if it is doubled. Whitespace inside a sentence becomes one space.
 */
export function splitSentences(text: string): string[] {
  const sentences: string[] = [];
  for (const block of text.split(/\n\s*\n/)) {
    let start = 0;
    for (const match of block.matchAll(ENDS)) {
      const end = match.index + match[0].length;
      if (match[0] === '.' && !endsSentence(block, match.index, end)) continue;
      push(sentences, block.slice(start, end));
      start = end;
    }
    push(sentences, block.slice(start));
  }
  return sentences;
}

function endsSentence(block: string, dot: number, end: number): boolean {
  const next = /^\s+["'“‘«([]*(\S)/u.exec(block.slice(end, end + 40))?.[1];
  if (next === undefined) return true;
  if (/\p{Ll}/u.test(next)) return false;
  const word = /[\p{L}\p{N}.]+$/u.exec(block.slice(Math.max(0, dot - 20), dot))?.[0] ?? '';
  // "J. Smith" and "3. Oktober" continue; a sentence rarely ends in a single capital letter.
  if (/^\p{Lu}$/u.test(word)) return false;
  if (word === 'a.m' || word === 'p.m') return /\p{Lu}/u.test(next);
  return !ABBREVIATIONS.has(word.toLowerCase());
}

function push(sentences: string[], raw: string): void {
  const sentence = raw.replace(/\s+/gu, ' ').trim();
  if (sentence !== '') sentences.push(sentence);
}
