import { type Kysely, sql } from 'kysely';
import { editDistance } from '../../lib/edit-distance.ts';
import type { Schema } from '../schema.ts';
import { searchWords } from './search-words.ts';
import { allowedErrors, isCorrectable, lookupVariants } from './word-variants.ts';
import { MARKER } from './write-passages.ts';

/** A lexeme to search for, and how much a match counts. */
export interface QueryLexeme {
  lexeme: string;
  weight: number;
  documentFrequency: number;
}

export interface ParsedQuery {
  lexemes: QueryLexeme[];
  /** The total weight of the query's words, including those that are not in the knowledge base. */
  totalWeight: number;
}

const MAX_WORDS = 48;
/** The maximum number of similar forms of a word that is not in the knowledge base. */
const MAX_FORMS = 4;
const SHORTEST_STEM = 5;
const LONGEST_ENDING = 3;
/** The maximum number of words read that begin with a word that is not in the knowledge base. */
const MAX_LONGER_WORDS = 1_000;
/** The weight of a match of another form, relative to the word itself. */
const FORM_WEIGHT = 0.7;

interface KnownWord {
  word: string;
  lexeme: string | null;
  df: number;
}

/** Returns a question's lexemes with their weights. Unknown words are replaced by similar ones. */
export async function parseQuery(
  db: Kysely<Schema>,
  knowledgeBaseId: string,
  passages: number,
  query: string,
): Promise<ParsedQuery> {
  const words = [...new Set(searchWords(query.slice(0, 4_000)))].slice(0, MAX_WORDS);
  const known = await findWords(db, knowledgeBaseId, words);
  const weights = new Map<string, QueryLexeme>();
  const add = (lexeme: string, df: number, share: number) => {
    const weight = share * inverseFrequency(df, passages);
    const before = weights.get(lexeme);
    if (!before || before.weight < weight) weights.set(lexeme, { lexeme, weight, documentFrequency: df });
  };
  let totalWeight = 0;
  const counted = new Set<string>();
  const unknown: string[] = [];
  for (const { word, lexeme, df } of known) {
    // A word without a lexeme is a stop word.
    if (lexeme === null) continue;
    if (!counted.has(lexeme)) totalWeight += inverseFrequency(df, passages);
    counted.add(lexeme);
    if (df > 0) add(lexeme, df, 1);
    else if (isCorrectable(word)) unknown.push(word);
  }
  for (const { lexeme, df, share } of await findForms(db, knowledgeBaseId, unknown)) add(lexeme, df, share);
  return { lexemes: [...weights.values()], totalWeight };
}

/** Returns the inverse document frequency as in BM25, with 1 added inside the logarithm: never negative. */
function inverseFrequency(df: number, passages: number): number {
  return Math.log(1 + (passages - Math.min(df, passages) + 0.5) / (df + 0.5));
}

async function findWords(db: Kysely<Schema>, knowledgeBaseId: string, words: string[]): Promise<KnownWord[]> {
  if (words.length === 0) return [];
  const { rows } = await sql<KnownWord>`
    select given.word, stem.lexeme, coalesce(l.document_frequency, 0) as df
    from unnest(${words}::text[]) as given (word)
    left join lateral unnest(to_tsvector('pg_catalog.english', given.word)) as stem on true
    left join knowledge_lexemes l on l.knowledge_base_id = ${knowledgeBaseId} and l.lexeme = stem.lexeme
      and l.lexeme !~ ${MARKER}`.execute(db);
  return rows;
}

interface Form {
  lexeme: string;
  df: number;
  share: number;
}

/** Finds forms that differ by typing errors, or by endings that the English stemmer does not know. */
async function findForms(db: Kysely<Schema>, knowledgeBaseId: string, words: string[]): Promise<Form[]> {
  const chosen = new Map<string, number>();
  for (const word of words) {
    const candidates = await findCandidates(db, knowledgeBaseId, word);
    const scored = candidates
      .map((candidate) => ({ ...candidate, share: similarity(word, candidate.word) }))
      .filter(({ share }) => share > 0)
      .toSorted((a, b) => b.share - a.share || b.df - a.df)
      .slice(0, MAX_FORMS);
    const best = scored[0]?.share ?? 0;
    // Further candidates only if they are hardly worse than the best: `refnd` should not match `fond`.
    for (const { word: form, share } of scored) {
      if (share >= best * 0.95) chosen.set(form, Math.max(chosen.get(form) ?? 0, share));
    }
  }
  const known = await findWords(db, knowledgeBaseId, [...chosen.keys()]);
  return known.flatMap(({ word, lexeme, df }) =>
    lexeme !== null && df > 0 ? [{ lexeme, df, share: FORM_WEIGHT * (chosen.get(word) ?? 0) }] : [],
  );
}

async function findCandidates(
  db: Kysely<Schema>,
  knowledgeBaseId: string,
  word: string,
): Promise<{ word: string; df: number }[]> {
  const stems = Array.from({ length: LONGEST_ENDING }, (_, n) => word.slice(0, word.length - n - 1));
  const { rows } = await sql<{ word: string; df: number }>`
    (select found.word, found.df
      from unnest(${lookupVariants(knowledgeBaseId, word)}::int[]) as variant
      -- One by one: for many at once (&&) the planner prefers to read the whole table.
      cross join lateral (
        select word, document_frequency as df from knowledge_words
        where variants @> array[variant] and knowledge_base_id = ${knowledgeBaseId}
        limit 16
      ) found)
    union
    (select word, df from (
        select word, document_frequency as df from knowledge_words
        where knowledge_base_id = ${knowledgeBaseId} and word > ${word} and word < ${`${word}\u{10ffff}`}
        and ${word.length >= SHORTEST_STEM}
        limit ${MAX_LONGER_WORDS}
      ) longer
      where length(word) <= ${word.length + LONGEST_ENDING} order by df desc limit 8)
    union
    (select word, document_frequency from knowledge_words
      where knowledge_base_id = ${knowledgeBaseId} and word = any(${stems.filter((stem) => stem.length >= SHORTEST_STEM)}::text[]))
  `.execute(db);
  return rows;
}

/** Returns 0 for unrelated words, 1 for identical ones. */
function similarity(word: string, other: string): number {
  const allowed = allowedErrors(word);
  const distance = editDistance(word, other, allowed);
  const longer = Math.max(word.length, other.length);
  const isExtension =
    (other.startsWith(word) || word.startsWith(other)) &&
    Math.abs(word.length - other.length) <= LONGEST_ENDING;
  const byForm = isExtension ? Math.min(word.length, other.length) / longer : 0;
  // The first letter of a word is rarely mistyped.
  const byError = distance <= allowed ? 1 - (distance + (word[0] === other[0] ? 0 : 0.5)) / longer : 0;
  return Math.max(byForm, byError);
}
