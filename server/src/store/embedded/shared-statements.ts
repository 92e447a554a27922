import { parsedStatement, readBatch } from './wire.ts';

/** ParseComplete. */
const PARSED = Buffer.from([0x31, 0, 0, 0, 4]);

/**
 * Connections have names of their own for prepared statements, but here they share one backend, in which a name can be
 * given once. What one of them has prepared is there for all: the others' Parse is answered here. So a name must stand
 * for one text, whoever uses it (see `PreparedStatement`).
 */
export class SharedStatements {
  readonly #run: (batch: Uint8Array) => Uint8Array;
  readonly #known = new Set<string>();

  constructor(run: (batch: Uint8Array) => Uint8Array) {
    this.#run = run;
  }

  run(batch: Uint8Array): Uint8Array {
    const parsed = parsedStatement(batch);
    if (!parsed) return this.#run(batch);
    if (this.#known.has(parsed.name)) return Buffer.concat([PARSED, this.#run(parsed.rest)]);
    const answer = this.#run(batch);
    if (readBatch(answer).isParsed) this.#known.add(parsed.name);
    return answer;
  }
}
