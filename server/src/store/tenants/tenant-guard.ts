import {
  type CompiledQuery,
  type Kysely,
  type KyselyPlugin,
  PostgresDialect,
  PostgresQueryCompiler,
  type QueryCompiler,
  type RootOperationNode,
} from 'kysely';
import { findUntied } from './judge-statement.ts';

/** Why a statement may reach rows of organizations that it does not name. No other may. */
export type Reach =
  /** A secret, a signed address or the id of an embed in a public page is given, and shows the organization. */
  | 'credential'
  /** The operator's view of all organizations, and the first of them at a start. */
  | 'operator'
  /** What an end user asked for, by the organization and the user together. */
  | 'user'
  /** A worker reports about a conversation that it was given, by its id. */
  | 'worker'
  /** A job of the queue names its row by its id. */
  | 'job'
  /** Running conversations and jobs are watched and ended for all organizations together. */
  | 'upkeep'
  /** Rows that have expired are deleted for all organizations together. */
  | 'retention';

/** A statement that would reach rows of other organizations; a fault of the code that makes it. */
export class UntiedStatementError extends Error {
  override readonly name = 'UntiedStatementError';
  constructor(table: string) {
    super('');
    const place = /\/(?:src|dist)\/store\/([\w/-]+)\.[jt]s:\d+/g;
    const [repository = 'unknown'] = Array.from(
      this.stack?.matchAll(place) ?? [],
      ([, file]) => file!,
    ).filter((file) => !/^(tenants|prepared-statement|query-template)/.test(file));
    this.message = `a statement of ${repository} accesses ${table} without its organization`;
  }
}

const reaching = new WeakSet<RootOperationNode>();
const marking: KyselyPlugin = {
  transformQuery({ node }) {
    reaching.add(node);
    return node;
  },
  transformResult: async ({ result }) => result,
};

/** `db`, with statements that need not name an organization. */
export function across<DB>(db: Kysely<DB>, _reason: Reach): Kysely<DB> {
  return db.withPlugin(marking);
}

/** Most texts that are remembered: they differ by how many values they have, so there is no end of them. */
const MAX_JUDGED = 2_000;
const judged = new Set<string>();

/**
 * Refuses statements on tables of organizations that do not name theirs: a second barrier behind the checks of the
 * domain. A text is judged when it is built: prepared statements and templates once, others are looked up.
 */
class GuardingCompiler extends PostgresQueryCompiler {
  override compileQuery(...[node, queryId]: Parameters<QueryCompiler['compileQuery']>): CompiledQuery {
    const compiled = super.compileQuery(node, queryId);
    if (reaching.has(node) || judged.has(compiled.sql)) return compiled;
    const table = findUntied(compiled.sql);
    if (table !== undefined) throw new UntiedStatementError(table);
    if (judged.size === MAX_JUDGED) judged.clear();
    judged.add(compiled.sql);
    return compiled;
  }
}

export class GuardedDialect extends PostgresDialect {
  override createQueryCompiler(): QueryCompiler {
    return new GuardingCompiler();
  }
}
