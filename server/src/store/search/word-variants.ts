/**
 * Finds misspelt words by deletion: two words at most one typing error apart (an extra, missing or wrong letter, or two
 * swapped) become equal if the right letter is deleted from one or both. So the index contains each word with its
 * deletions, and a misspelt word is looked up with its own deletions.
 */

const MIN_CHARACTERS = 4;
const MAX_CHARACTERS = 32;
/** From this length on, two errors are looked for too, as far as the index allows. */
const LENGTH_FOR_TWO = 8;

/** Whether a word is worth correcting: short words and those with digits are too similar to each other. */
export function isCorrectable(word: string): boolean {
  return word.length >= MIN_CHARACTERS && word.length <= MAX_CHARACTERS && /^\p{L}+$/u.test(word);
}

/** Returns a word's index entries. The hash includes the knowledge base, so that tenants' words never mix. */
export function indexedVariants(knowledgeBaseId: string, word: string): number[] {
  return hashAll(knowledgeBaseId, deletions(word));
}

/** Returns the lookup keys of a possibly misspelt word. */
export function lookupVariants(knowledgeBaseId: string, word: string): number[] {
  const once = deletions(word);
  if (word.length < LENGTH_FOR_TWO) return hashAll(knowledgeBaseId, once);
  const twice = new Set(once);
  for (const shorter of once) for (const shortest of deletions(shorter)) twice.add(shortest);
  return hashAll(knowledgeBaseId, twice);
}

/** Returns the maximum number of typing errors tolerated in a word. */
export function allowedErrors(word: string): number {
  return word.length >= LENGTH_FOR_TWO ? 2 : 1;
}

function deletions(word: string): Set<string> {
  const all = new Set([word]);
  for (let at = 0; at < word.length; at += 1) all.add(word.slice(0, at) + word.slice(at + 1));
  return all;
}

/** Hashes with FNV-1a (32 bits) to PostgreSQL's signed integers. */
function hashAll(knowledgeBaseId: string, words: Iterable<string>): number[] {
  const seed = fnv(0x811c9dc5, `${knowledgeBaseId}\0`);
  return [...new Set(Array.from(words, (word) => fnv(seed, word)))];
}

function fnv(seed: number, text: string): number {
  let hash = seed;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash | 0;
}
