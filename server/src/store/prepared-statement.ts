import { createHash } from 'node:crypto';
import type { CompiledQuery, Kysely } from 'kysely';
import { DatabaseError } from './database-error.ts';

/** Marks a statement that the driver sends under a name; for the server it is a comment. See `SafeClient`. */
const MARK = '/* named ';

/** Returns the name under which a statement is to be sent, if any. */
export function statementName(text: string): string | undefined {
  return text.startsWith(MARK) ? text.slice(MARK.length, text.indexOf(' ', MARK.length)) : undefined;
}

/**
 * Either a newer release running beside this one altered the table, or a connection pooler hands out connections on
 * which others have prepared statements. In each case the statement had no effect yet.
 */
const STALE_STATEMENT_CODES = new Set(['0A000', '26000', '42P05']);

/**
 * A statement that runs for every request. Its text is built once, and the server parses and plans it once per
 * connection, which is most of the cost of a read by key. Use it only if one plan suits all values and table sizes:
 * rows by primary key, inserts.
 */
export class PreparedStatement<R> {
  readonly #db: Pick<Kysely<unknown>, 'executeQuery' | 'isTransaction'>;
  readonly #build: () => CompiledQuery<R>;
  #plain: CompiledQuery<R> | undefined;
  #named: CompiledQuery<R> | undefined;
  #isNameGood = true;

  /** @param build may use any values: only the text matters */
  constructor(db: Pick<Kysely<unknown>, 'executeQuery' | 'isTransaction'>, build: () => CompiledQuery<R>) {
    this.#db = db;
    this.#build = build;
  }

  /** @param values in the order in which they occur in the text */
  async execute(...values: readonly unknown[]): Promise<R[]> {
    this.#plain ??= this.#build();
    // Use the plain statement in a transaction, because a failure of the named one would abort it.
    if (this.#db.isTransaction || !this.#isNameGood) return this.#send(this.#plain, values);
    this.#named ??= withName(this.#plain);
    try {
      return await this.#send(this.#named, values);
    } catch (error) {
      if (!(error instanceof DatabaseError && STALE_STATEMENT_CODES.has(error.code))) throw error;
      this.#isNameGood = false;
      return this.#send(this.#plain, values);
    }
  }

  async #send(query: CompiledQuery<R>, parameters: readonly unknown[]): Promise<R[]> {
    const { sql, query: node, queryId } = query;
    return (await this.#db.executeQuery<R>({ sql, query: node, queryId, parameters })).rows;
  }
}

/** Derives the name from the text, so that no two texts have the same name. */
function withName<R>(query: CompiledQuery<R>): CompiledQuery<R> {
  const name = createHash('sha256').update(query.sql).digest('base64url').slice(0, 22);
  return { ...query, sql: `${MARK}${name} */ ${query.sql}` };
}
