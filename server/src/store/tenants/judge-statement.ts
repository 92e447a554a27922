import { TENANT_TABLES } from './tenant-tables.ts';

/** One `select`, `update` or `delete`: the statement itself or a part of it. */
interface Query {
  /** Its tables that hold what belongs to organizations, by the names that they have in it. */
  tables: Map<string, TenantTable>;
  outer: Query | undefined;
  /** The clause that is being read. */
  clause: string;
}

interface TenantTable {
  name: string;
  isTied: boolean;
}

const TOKENS = /--[^\n]*|\/\*.*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$\d+|\w+|\|\||\S/gs;
/** Arrays of values that are read like a table. */
const GIVEN = /\bunnest\([^()]*\)(?: with ordinality)?\s+as\s+(\w+)/g;
const CLAUSES = new Set(['from', 'join', 'using', 'update', 'set', 'where', 'on', 'select', 'returning']);
const SET_OPERATIONS = new Set(['union', 'except', 'intersect']);
const TIES = TENANT_TABLES as Readonly<Record<string, readonly string[] | undefined>>;

/**
 * The first table of a statement whose rows are not chosen by the organization that they belong to, or inserted without
 * it; undefined where there is none. Judged is the text as it is sent, so that raw SQL is judged as well: each table of
 * `TENANT_TABLES` must have a condition `tie = …`, `tie in (…)` or `tie is not distinct from …` on one of its columns,
 * and one of these conditions must be on a value. It does not prove that a condition is not in an `or`.
 */
export function findUntied(text: string): string | undefined {
  const words = (text.match(TOKENS) ?? [])
    .filter((word) => !word.startsWith('--') && !word.startsWith('/*'))
    .map((word) => (word.startsWith('"') ? word.slice(1, -1) : word));
  const given = new Set(Array.from(text.matchAll(GIVEN), ([, alias]) => alias!));
  const all: TenantTable[] = [];
  let query: Query = { tables: new Map(), outer: undefined, clause: '' };
  let isOnValue = false;
  for (const [at, word] of words.entries()) {
    if (word === '(') query = { tables: new Map(), outer: query, clause: '' };
    else if (word === ')') query = query.outer ?? query;
    else if (SET_OPERATIONS.has(word)) query = { tables: new Map(), outer: query.outer, clause: '' };
    else if (TIES[word] && words[at - 1] === 'into') {
      const columns = words.slice(at + 2, words.indexOf(')', at));
      if (!columns.some((column) => TIES[word]!.includes(column))) return word;
    } else if (TIES[word] && isTable(words, at, query)) {
      const table = { name: word, isTied: false };
      query.tables.set(aliasOf(words, at), table);
      all.push(table);
    } else if (CLAUSES.has(word)) query.clause = word;
    // What an update sets is no condition.
    else if (query.clause !== 'set') isOnValue = tie(words, at, query, given) || isOnValue;
  }
  return (all.find(({ isTied }) => !isTied) ?? (isOnValue ? undefined : all[0]))?.name;
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

/** Notes the tables that the column at this place ties, where it is compared. Returns whether it is with a value. */
function tie(words: readonly string[], at: number, from: Query, given: ReadonlySet<string>): boolean {
  const isValue = (word: string | undefined) => word !== undefined && (/^['$]/.test(word) || given.has(word));
  const isQualified = words[at - 1] === '.';
  const before = isQualified ? at - 3 : at - 1;
  // `|| ''` keeps an index from being used; see `PassageSearch`.
  const after = words[at + 1] === '||' ? at + 3 : at + 1;
  const isSame = ['is', 'not', 'distinct', 'from'].every((word, place) => words[after + place] === word);
  const value = isSame ? after + 4 : after + 1;
  if (!isSame && words[after] !== '=' && words[after] !== 'in' && words[before] !== '=') return false;
  for (let query: Query | undefined = from; query; query = query.outer) {
    const named = isQualified ? [query.tables.get(words[at - 2]!)] : [...query.tables.values()];
    const tied = named.filter((table) => table && TIES[table.name]!.includes(words[at]!));
    for (const table of tied) table!.isTied = true;
    // Two words on, in `any ($1)` and `in ($1)`.
    if (tied.length > 0) return words.slice(value, value + 3).some(isValue) || isValue(words[before - 1]);
  }
  return false;
}
