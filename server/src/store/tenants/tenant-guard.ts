import {
  type CompiledQuery,
  type Kysely,
  type KyselyPlugin,
  PostgresDialect,
  PostgresQueryCompiler,
  type QueryCompiler,
  type RootOperationNode,
} from 'kysely';
import { findUnscopedTable } from './find-unscoped-table.ts';

/** Why a statement may access rows of organizations that it does not name. Only these reasons are accepted. */
export type CrossTenantReason =
  /** A secret, a signed address or the id of an embed in a public page is given, which identifies the organization. */
  | 'credential'
  /** The operator's view of all organizations, and reading the first of them at startup. */
  | 'operator'
  /** A request of an end user, by organization and user together. */
  | 'user'
  /** A worker reports about a conversation that was assigned to it, by its id. */
  | 'worker'
  /** A job of the queue names its row by id. */
  | 'job'
  /** Running conversations and jobs are monitored and ended for all organizations together. */
  | 'upkeep'
  /** Rows that have expired are deleted for all organizations together. */
  | 'retention';

/** A statement would access rows of other organizations: an error in the code that builds it. */
export class UnscopedStatementError extends Error {
  override readonly name = 'UnscopedStatementError';
  constructor(table: string) {
    super('');
    const STORE_FRAME = /\/(?:src|dist)\/store\/([\w/-]+)\.[jt]s:\d+/g;
    const [repository = 'unknown'] = Array.from(
      this.stack?.matchAll(STORE_FRAME) ?? [],
      ([, file]) => file!,
    ).filter((file) => !/^(tenants|prepared-statement)/.test(file));
    this.message = `a statement of ${repository} accesses ${table} without its organization`;
  }
}

const crossTenantNodes = new WeakSet<RootOperationNode>();
const markCrossTenant: KyselyPlugin = {
  transformQuery({ node }) {
    crossTenantNodes.add(node);
    return node;
  },
  transformResult: async ({ result }) => result,
};

/** Returns `db` for statements that need not name an organization. */
export function crossTenant<DB>(db: Kysely<DB>, _reason: CrossTenantReason): Kysely<DB> {
  return db.withPlugin(markCrossTenant);
}

/** The maximum number of texts remembered: they differ by their number of values, so there may be any number. */
const MAX_CHECKED = 2_000;
const checkedTexts = new Set<string>();

/**
 * Refuses statements on tenant tables that do not name their organization: a second barrier behind the domain's checks.
 * A text is checked when it is built: prepared statements and templates once, others are looked up.
 */
class TenantGuardCompiler extends PostgresQueryCompiler {
  override compileQuery(...[node, queryId]: Parameters<QueryCompiler['compileQuery']>): CompiledQuery {
    const compiled = super.compileQuery(node, queryId);
    if (crossTenantNodes.has(node) || checkedTexts.has(compiled.sql)) return compiled;
    const table = findUnscopedTable(compiled.sql);
    if (table !== undefined) throw new UnscopedStatementError(table);
    if (checkedTexts.size === MAX_CHECKED) checkedTexts.clear();
    checkedTexts.add(compiled.sql);
    return compiled;
  }
}

export class GuardedDialect extends PostgresDialect {
  override createQueryCompiler(): QueryCompiler {
    return new TenantGuardCompiler();
  }
}
