import pg from 'pg';
import { TimeoutError, withTimeout } from '../lib/timeout.ts';
import { toDatabaseError } from './database-error.ts';
import { statementName } from './prepared-statement.ts';
import { storedTypes } from './stored-times.ts';

type Callback = (error: unknown, ...results: unknown[]) => void;
type AnyFunction = (...args: unknown[]) => unknown;

/** Wraps `call` so that its failures are converted, whether it returns a promise or takes a final callback. */
function convertingErrors(call: AnyFunction): AnyFunction {
  return (...args) => {
    const last = args.at(-1);
    if (typeof last === 'function') {
      const callback = last as Callback;
      const converting: Callback = (error, ...results) =>
        callback(error ? toDatabaseError(error) : error, ...results);
      return call(...args.slice(0, -1), converting);
    }
    const result = call(...args);
    if (!(result instanceof Promise)) return result;
    return result.catch((error: unknown) => {
      throw toDatabaseError(error);
    });
  };
}

/** Wraps `query` so that a statement marked with a name is sent under it. */
function nameStatements(query: AnyFunction): AnyFunction {
  return (text, values, ...rest) => {
    const name = typeof text === 'string' ? statementName(text) : undefined;
    return name === undefined ? query(text, values, ...rest) : query({ name, text, values }, ...rest);
  };
}

/**
 * A `pg.Client` whose errors contain no statement and no value, and which cannot crash the process. It is used for both
 * databases, so that no code above the pool sees an unconverted error.
 */
export class SafeClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    // Wrapped on the instance, because an override cannot repeat the overloads of `query`.
    this.query = convertingErrors(nameStatements(this.query.bind(this) as AnyFunction)) as typeof this.query;
    // If a connection breaks while it is checked out but idle (between two statements of a transaction), it emits
    // 'error' without a listener of the pool. The next query on it fails anyway and reports it.
    this.on('error', () => undefined);
  }
}

/** A pool of `SafeClient`s that converts its own failures too (no connection, no server). Times: `stored-times.ts`. */
export class SafePool extends pg.Pool {
  constructor(config: pg.PoolConfig) {
    super({ ...config, Client: SafeClient, types: storedTypes });
    this.connect = convertingErrors(this.connect.bind(this) as AnyFunction) as typeof this.connect;
    // If a connection breaks during `pool.query`, the pool reports it, not the client.
    this.query = convertingErrors(this.query.bind(this) as AnyFunction) as typeof this.query;
  }
}

const END_TIMEOUT_MS = 10_000;

/** Ends a pool, waiting only a limited time for connections that are still checked out. */
export async function endPool(pool: pg.Pool): Promise<void> {
  await withTimeout(pool.end(), END_TIMEOUT_MS, 'connections are still in use').catch((error: unknown) => {
    if (!(error instanceof TimeoutError)) throw error;
  });
}
