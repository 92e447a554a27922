import { createHash } from 'node:crypto';
import type { CompiledQuery, Kysely } from 'kysely';
import { DatabaseError } from './database-error.ts';

/** Marks a text that the driver sends as a named statement; a comment for the server. See `SafeClient`. */
const MARK = '/* named ';

/** The name that a text is to be sent under, if any. */
export function statementName(text: string): string | undefined {
  return text.startsWith(MARK) ? text.slice(MARK.length, text.indexOf(' ', MARK.length)) : undefined;
}

/**
 * The table was altered by a newer release beside this one, or a pooler between us and the server hands out connections
 * on which others have prepared. In each case the statement had no effect yet.
 */
const STALE_STATEMENT_CODES = new Set(['0A000', '26000', '42P05']);

/**
 * A statement that runs for every request: its text is built once, and the server parses and plans it once per
 * connection, which is most of the cost of a read by key. Use it only where one plan fits all values and table sizes:
 * rows by primary key, inserts.
 */
export class PreparedStatement<R> {
  readonly #db: Pick<Kysely<unknown>, 'executeQuery' | 'isTransaction'>;
  readonly #build: () => CompiledQuery<R>;
  #plain: CompiledQuery<R> | undefined;
  #named: CompiledQuery<R> | undefined;
  #isNameGood = true;

  /** @param build with anything in the places of the values: only the text counts */
  constructor(db: Pick<Kysely<unknown>, 'executeQuery' | 'isTransaction'>, build: () => CompiledQuery<R>) {
    this.#db = db;
    this.#build = build;
  }

  /** @param values in the order of the text */
  async execute(...values: readonly unknown[]): Promise<R[]> {
    this.#plain ??= this.#build();
    // A failure of the named statement would abort the transaction.
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

/** Named by its text, so that no two texts can have one name. */
function withName<R>(query: CompiledQuery<R>): CompiledQuery<R> {
  const name = createHash('sha256').update(query.sql).digest('base64url').slice(0, 22);
  return { ...query, sql: `${MARK}${name} */ ${query.sql}` };
}
