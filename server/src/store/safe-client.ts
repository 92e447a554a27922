import pg from 'pg';
import { toDatabaseError } from './database-error.ts';
import { statementName } from './prepared-statement.ts';
import { storedTypes } from './stored-times.ts';

type Callback = (error: unknown, ...results: unknown[]) => void;
type AnyFunction = (...args: unknown[]) => unknown;

/** `call`, with its failure scrubbed whether it answers by promise or by a callback in last place. */
function scrubbing(call: AnyFunction): AnyFunction {
  return (...args) => {
    const last = args.at(-1);
    if (typeof last === 'function') {
      const callback = last as Callback;
      const scrubbed: Callback = (error, ...results) =>
        callback(error ? toDatabaseError(error) : error, ...results);
      return call(...args.slice(0, -1), scrubbed);
    }
    const result = call(...args);
    if (!(result instanceof Promise)) return result;
    return result.catch((error: unknown) => {
      throw toDatabaseError(error);
    });
  };
}

/** `query`, with a text that wants a name sent under it. */
function naming(query: AnyFunction): AnyFunction {
  return (text, values, ...rest) => {
    const name = typeof text === 'string' ? statementName(text) : undefined;
    return name === undefined ? query(text, values, ...rest) : query({ name, text, values }, ...rest);
  };
}

/**
 * `pg.Client` whose errors contain no statement and no value, and which cannot crash the process. Both databases use
 * it, so that no code above the pool gets an unconverted error.
 */
export class SafeClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    // Wrapped on the instance: the overloads of `query` cannot be repeated in an override.
    this.query = scrubbing(naming(this.query.bind(this) as AnyFunction)) as typeof this.query;
    // A connection that breaks while it is checked out but idle (between two statements of a transaction) emits 'error'
    // with no listener attached by the pool. The next query on it fails anyway, which reports it.
    this.on('error', () => undefined);
  }
}

/** A pool of `SafeClient`s that scrubs its own failures (no free connection, no server) likewise. Times: `stored-times.ts`. */
export class SafePool extends pg.Pool {
  constructor(config: pg.PoolConfig) {
    super({ ...config, Client: SafeClient, types: storedTypes });
    this.connect = scrubbing(this.connect.bind(this) as AnyFunction) as typeof this.connect;
    // A connection that breaks under `pool.query` is reported by the pool, past its client.
    this.query = scrubbing(this.query.bind(this) as AnyFunction) as typeof this.query;
  }
}

const END_TIMEOUT_MS = 10_000;

/** Ends a pool without waiting for ever for connections that are still checked out. */
export async function endPool(pool: pg.Pool): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, END_TIMEOUT_MS);
  });
  await Promise.race([pool.end(), late]);
  clearTimeout(timer);
}
