import { TENANT_TABLES } from './tenant-tables.ts';

/** One `select`, `update` or `delete`, or anything in parentheses: the whole statement or a part of it. */
interface Query {
  /** Its tenant tables, by their aliases. */
  tables: Map<string, TenantTable>;
  outer: Query | undefined;
  /** The clause that is being read. */
  clause: string;
  /** What the clause ties to an organization, one set per branch of its condition: an `or` begins the next branch. */
  branches: Set<Tied>[];
  /** What earlier clauses tie to an organization. */
  tied: Set<Tied>;
}

interface TenantTable {
  name: string;
  isTied: boolean;
}

/** A table with a condition on its organization, or that such a condition compares with a value, not a column. */
type Tied = TenantTable | 'to a value';

const TOKENS = /--[^\n]*|\/\*.*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$\d+|\w+|\|\||\S/gs;
/** Arrays of values that a statement reads as a table. */
const GIVEN = /\bunnest\([^()]*\)(?: with ordinality)?\s+as\s+(\w+)/g;
const CLAUSES = new Set([
  'from',
  'join',
  'using',
  'update',
  'set',
  'where',
  'on',
  'select',
  'returning',
  'group',
  'having',
  'order',
]);
const SET_OPERATIONS = new Set(['union', 'except', 'intersect']);
const TIES = TENANT_TABLES as Readonly<Record<string, readonly string[] | undefined>>;

/**
 * Finds the first table of a statement whose rows are neither selected by their organization nor inserted with it;
 * undefined if there is none. It reads the text that is sent, so that raw SQL is checked too. Each table of
 * `TENANT_TABLES` must have a condition `tie = …`, `tie in (…)` or `tie is not distinct from …` on one of its columns
 * there, and one of these conditions must compare with a value. A condition in an `or` counts if all branches have one.
 */
export function findUntied(text: string): string | undefined {
  const words = (text.match(TOKENS) ?? [])
    .filter((word) => !word.startsWith('--') && !word.startsWith('/*'))
    .map((word) => (word.startsWith('"') ? word.slice(1, -1) : word));
  const given = new Set(Array.from(text.matchAll(GIVEN), ([, alias]) => alias!));
  const all: TenantTable[] = [];
  const statement = begin(undefined);
  let query = begin(statement);
  for (const [at, word] of words.entries()) {
    if (word === '(') query = begin(query);
    else if (word === ')') query = finish(query);
    else if (SET_OPERATIONS.has(word)) query = begin(finish(query));
    else if (word === 'or') query.branches.push(new Set());
    else if (TIES[word] && words[at - 1] === 'into') {
      const columns = words.slice(at + 2, words.indexOf(')', at));
      if (!columns.some((column) => TIES[word]!.includes(column))) return word;
    } else if (TIES[word] && isTable(words, at, query)) {
      const table = { name: word, isTied: false };
      query.tables.set(aliasOf(words, at), table);
      all.push(table);
    } else if (CLAUSES.has(word)) {
      endClause(query);
      query.clause = word;
    }
    // The assignments of an update are not conditions.
    else if (query.clause !== 'set') tie(words, at, query, given);
  }
  while (query !== statement) query = finish(query);
  const isOnValue = statement.branches[0]!.has('to a value');
  return (all.find(({ isTied }) => !isTied) ?? (isOnValue ? undefined : all[0]))?.name;
}

const begin = (outer: Query | undefined): Query => ({
  tables: new Map(),
  outer,
  clause: '',
  branches: [new Set()],
  tied: new Set(),
});

function endClause(query: Query): void {
  const [first, ...others] = query.branches;
  for (const tied of first!) if (others.every((branch) => branch.has(tied))) query.tied.add(tied);
  query.branches = [new Set()];
}

/** Ends a part: marks its own tables that are tied, and passes the rest to the enclosing part, which it returns. */
function finish(query: Query): Query {
  endClause(query);
  const own = new Set<Tied>(query.tables.values());
  for (const tied of query.tied) {
    if (tied !== 'to a value' && own.has(tied)) tied.isTied = true;
    else query.outer!.branches.at(-1)!.add(tied);
  }
  return query.outer!;
}

const isTable = (words: readonly string[], at: number, { clause }: Query) =>
  words[at - 1] === ','
    ? clause === 'from' || clause === 'using'
    : /^(from|join|update|using)$/.test(words[at - 1] ?? '');

function aliasOf(words: readonly string[], at: number): string {
  const next = words[at + 1] === 'as' ? at + 2 : at + 1;
  const word = words[next] ?? '';
  const isAlias = /^\w+$/.test(word) && !/^(cross|inner|left|group|order|limit|for)$/.test(word);
  return isAlias && !CLAUSES.has(word) && !SET_OPERATIONS.has(word) ? word : words[at]!;
}

/** If the word at `at` is a compared column, records which tables it ties, and whether it is compared with a value. */
function tie(words: readonly string[], at: number, from: Query, given: ReadonlySet<string>): void {
  const isValue = (word: string | undefined) => word !== undefined && (/^['$]/.test(word) || given.has(word));
  const isQualified = words[at - 1] === '.';
  const before = isQualified ? at - 3 : at - 1;
  // `|| ''` prevents the use of an index; see `PassageSearch`.
  const after = words[at + 1] === '||' ? at + 3 : at + 1;
  const isSame = ['is', 'not', 'distinct', 'from'].every((word, place) => words[after + place] === word);
  const value = isSame ? after + 4 : after + 1;
  if (!isSame && words[after] !== '=' && words[after] !== 'in' && words[before] !== '=') return;
  const branch = from.branches.at(-1)!;
  for (let query: Query | undefined = from; query; query = query.outer) {
    const named = isQualified ? [query.tables.get(words[at - 2]!)] : [...query.tables.values()];
    const tied = named.filter((table) => table && TIES[table.name]!.includes(words[at]!));
    for (const table of tied) branch.add(table!);
    if (tied.length === 0) continue;
    // The value may follow up to two words later: `in ($1)`, `any ($1)`.
    if (words.slice(value, value + 3).some(isValue) || isValue(words[before - 1])) branch.add('to a value');
    return;
  }
}
