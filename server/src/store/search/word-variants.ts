/**
 * Finding misspelt words by deletion: two words at most one typing error apart (a letter more, less, other, or two
 * swapped) become equal if the right letter is taken from one or both. So the index holds each word and its
 * deletions, and a misspelt word is looked up with its own.
 */

const SHORTEST = 4;
const LONGEST = 32;
/** From this length on, two errors are looked for as well, as far as the index reaches. */
const LENGTH_FOR_TWO = 8;

/** True for words worth correcting: short ones and those with digits are too close to each other. */
export function isCorrectable(word: string): boolean {
  return word.length >= SHORTEST && word.length <= LONGEST && /^\p{L}+$/u.test(word);
}

/** The index entries of a word. The hash includes the knowledge base, so that words of other tenants never match. */
export function indexedVariants(knowledgeBaseId: string, word: string): number[] {
  return hashAll(knowledgeBaseId, deletions(word));
}

/** The lookup keys of a possibly misspelt word. */
export function lookupVariants(knowledgeBaseId: string, word: string): number[] {
  const once = deletions(word);
  if (word.length < LENGTH_FOR_TWO) return hashAll(knowledgeBaseId, once);
  const twice = new Set(once);
  for (const shorter of once) for (const SHORTEST of deletions(shorter)) twice.add(SHORTEST);
  return hashAll(knowledgeBaseId, twice);
}

/** Maximum typing errors tolerated in a word of this length. */
export function allowedErrors(word: string): number {
  return word.length >= LENGTH_FOR_TWO ? 2 : 1;
}

function deletions(word: string): Set<string> {
  const all = new Set([word]);
  for (let at = 0; at < word.length; at += 1) all.add(word.slice(0, at) + word.slice(at + 1));
  return all;
}

/** FNV-1a, 32 bits, as PostgreSQL's signed integer. */
function hashAll(knowledgeBaseId: string, words: Iterable<string>): number[] {
  const seed = fnv(0x811c9dc5, `${knowledgeBaseId}\0`);
  return [...new Set(Array.from(words, (word) => fnv(seed, word)))];
}

function fnv(seed: number, text: string): number {
  let hash = seed;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash | 0;
}

/**
 * Edits between two words, where a swap of neighbours counts as one (optimal string alignment); anything above
 * `limit` is answered as `limit + 1`.
 */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, n) => n);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1);
      row.push(cost);
    }
    if (Math.min(...row) > limit) return limit + 1;
    beforeLast = last;
    last = row;
  }
  return Math.min(last[b.length] ?? 0, limit + 1);
}
