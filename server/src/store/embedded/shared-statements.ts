import { parsedStatement, readBatch } from './wire.ts';

/** ParseComplete. */
const PARSED = Buffer.from([0x31, 0, 0, 0, 4]);

/**
 * Names of prepared statements belong to a connection, but these connections share one backend, in which a name can be
 * used only once. So a statement prepared by one connection serves all, and later Parse messages are answered here. A
 * name must therefore stand for the same text on all connections (see `PreparedStatement`).
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
