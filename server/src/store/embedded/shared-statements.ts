import { readNamedParse, readResponse } from './wire.ts';

/** ParseComplete. */
const PARSE_COMPLETE = Buffer.from([0x31, 0, 0, 0, 4]);

/**
 * Names of prepared statements belong to a connection, but these connections share one backend, in which a name can be
 * used only once. So a statement prepared by one connection serves all, and later Parse messages get their response here. A
 * name must therefore stand for the same text on all connections (see `PreparedStatement`).
 */
export class SharedStatements {
  readonly #run: (batch: Uint8Array) => Uint8Array;
  readonly #preparedNames = new Set<string>();

  constructor(run: (batch: Uint8Array) => Uint8Array) {
    this.#run = run;
  }

  run(batch: Uint8Array): Uint8Array {
    const parse = readNamedParse(batch);
    if (!parse) return this.#run(batch);
    if (this.#preparedNames.has(parse.name)) return Buffer.concat([PARSE_COMPLETE, this.#run(parse.rest)]);
    const response = this.#run(batch);
    if (readResponse(response).isPrepared) this.#preparedNames.add(parse.name);
    return response;
  }
}
