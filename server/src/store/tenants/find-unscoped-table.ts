import { TENANT_TABLES } from './tenant-tables.ts';

/** A whole statement, or a part of one: a `select`, `update` or `delete`, or anything in parentheses. */
interface QueryPart {
  /** Its tenant tables, by their aliases. */
  tables: Map<string, TenantTable>;
  outer: QueryPart | undefined;
  /** The clause that is being read. */
  clause: string;
  /** What the clause scopes to an organization, one set per branch of its condition: an `or` begins the next branch. */
  branches: Set<Scope>[];
  /** What earlier clauses scope to an organization. */
  scoped: Set<Scope>;
}

interface TenantTable {
  name: string;
  isScoped: boolean;
}

/** A table with a condition on its organization; `by a value`: such a condition compares with a value, not a column. */
type Scope = TenantTable | 'by a value';

const TOKENS = /--[^\n]*|\/\*.*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$\d+|\w+|\|\||\S/gs;
/** Arrays of values that a statement reads as a table. */
const VALUE_ARRAYS = /\bunnest\([^()]*\)(?: with ordinality)?\s+as\s+(\w+)/g;
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
const TENANT_COLUMNS = TENANT_TABLES as Readonly<Record<string, readonly string[] | undefined>>;

/**
 * Finds the first table of a statement whose rows are neither selected by their organization nor inserted with it;
 * undefined if there is none. It reads the text that is sent, so that raw SQL is checked too. Each table of
 * `TENANT_TABLES` must have a condition `column = …`, `column in (…)` or `column is not distinct from …` on one of its
 * columns there, and one of these conditions must compare with a value. A condition in an `or` counts if all branches have one.
 */
export function findUnscopedTable(text: string): string | undefined {
  const words = (text.match(TOKENS) ?? [])
    .filter((word) => !word.startsWith('--') && !word.startsWith('/*'))
    .map((word) => (word.startsWith('"') ? word.slice(1, -1) : word));
  const valueArrays = new Set(Array.from(text.matchAll(VALUE_ARRAYS), ([, alias]) => alias!));
  const tenantTables: TenantTable[] = [];
  const statement = beginPart(undefined);
  let query = beginPart(statement);
  for (const [at, word] of words.entries()) {
    if (word === '(') query = beginPart(query);
    else if (word === ')') query = endPart(query);
    else if (SET_OPERATIONS.has(word)) query = beginPart(endPart(query));
    else if (word === 'or') query.branches.push(new Set());
    else if (TENANT_COLUMNS[word] && words[at - 1] === 'into') {
      const columns = words.slice(at + 2, words.indexOf(')', at));
      if (!columns.some((column) => TENANT_COLUMNS[word]!.includes(column))) return word;
    } else if (TENANT_COLUMNS[word] && isTable(words, at, query)) {
      const table = { name: word, isScoped: false };
      query.tables.set(aliasOf(words, at), table);
      tenantTables.push(table);
    } else if (CLAUSES.has(word)) {
      endClause(query);
      query.clause = word;
    }
    // The assignments of an update are not conditions.
    else if (query.clause !== 'set') recordCondition(words, at, query, valueArrays);
  }
  while (query !== statement) query = endPart(query);
  const comparesWithValue = statement.branches[0]!.has('by a value');
  return (tenantTables.find(({ isScoped }) => !isScoped) ?? (comparesWithValue ? undefined : tenantTables[0]))
    ?.name;
}

const beginPart = (outer: QueryPart | undefined): QueryPart => ({
  tables: new Map(),
  outer,
  clause: '',
  branches: [new Set()],
  scoped: new Set(),
});

function endClause(query: QueryPart): void {
  const [first, ...others] = query.branches;
  for (const scoped of first!) if (others.every((branch) => branch.has(scoped))) query.scoped.add(scoped);
  query.branches = [new Set()];
}

/** Ends a part: marks its own tables that are scoped, and passes the rest to the enclosing part, which it returns. */
function endPart(query: QueryPart): QueryPart {
  endClause(query);
  const own = new Set<Scope>(query.tables.values());
  for (const scoped of query.scoped) {
    if (scoped !== 'by a value' && own.has(scoped)) scoped.isScoped = true;
    else query.outer!.branches.at(-1)!.add(scoped);
  }
  return query.outer!;
}

const isTable = (words: readonly string[], at: number, { clause }: QueryPart) =>
  words[at - 1] === ','
    ? clause === 'from' || clause === 'using'
    : /^(from|join|update|using)$/.test(words[at - 1] ?? '');

function aliasOf(words: readonly string[], at: number): string {
  const next = words[at + 1] === 'as' ? at + 2 : at + 1;
  const word = words[next] ?? '';
  const isAlias = /^\w+$/.test(word) && !/^(cross|inner|left|group|order|limit|for)$/.test(word);
  return isAlias && !CLAUSES.has(word) && !SET_OPERATIONS.has(word) ? word : words[at]!;
}

/** If the word at `at` is a compared column, records which tables it scopes, and whether it is compared with a value. */
function recordCondition(
  words: readonly string[],
  at: number,
  part: QueryPart,
  valueArrays: ReadonlySet<string>,
): void {
  const isValue = (word: string | undefined) =>
    word !== undefined && (/^['$]/.test(word) || valueArrays.has(word));
  const isQualified = words[at - 1] === '.';
  const before = isQualified ? at - 3 : at - 1;
  // `|| ''` prevents the use of an index; see `PassageSearch`.
  const after = words[at + 1] === '||' ? at + 3 : at + 1;
  const isNotDistinctFrom = ['is', 'not', 'distinct', 'from'].every(
    (word, place) => words[after + place] === word,
  );
  const value = isNotDistinctFrom ? after + 4 : after + 1;
  if (!isNotDistinctFrom && words[after] !== '=' && words[after] !== 'in' && words[before] !== '=') return;
  const branch = part.branches.at(-1)!;
  for (let query: QueryPart | undefined = part; query; query = query.outer) {
    const candidates = isQualified ? [query.tables.get(words[at - 2]!)] : [...query.tables.values()];
    const scoped = candidates.filter((table) => table && TENANT_COLUMNS[table.name]!.includes(words[at]!));
    for (const table of scoped) branch.add(table!);
    if (scoped.length === 0) continue;
    // The value may follow up to two words later: `in ($1)`, `any ($1)`.
    if (words.slice(value, value + 3).some(isValue) || isValue(words[before - 1])) branch.add('by a value');
    return;
  }
}
