import type { Compilable, CompiledQuery, Kysely } from 'kysely';

class Slot {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** A query whose text is built once, and which is run with other values each time; building costs more than sending. */
export class QueryTemplate<V extends object, R> {
  readonly #query: CompiledQuery<R>;
  readonly #order: readonly (keyof V)[];

  /** @param build receives a placeholder for each value, which it may put wherever a query takes a parameter */
  constructor(build: (slots: V) => Compilable<R>) {
    const slots = new Proxy({} as V, { get: (_, name) => new Slot(String(name)) });
    this.#query = build(slots).compile();
    this.#order = this.#query.parameters.map((slot) => {
      if (!(slot instanceof Slot))
        throw new Error('every value of a query template must be one of its slots');
      return slot.name as keyof V;
    });
  }

  async run(db: Pick<Kysely<unknown>, 'executeQuery'>, values: V): Promise<R[]> {
    const { sql, query, queryId } = this.#query;
    const parameters = this.#order.map((name) => values[name]);
    return (await db.executeQuery<R>({ sql, query, queryId, parameters })).rows;
  }
}
