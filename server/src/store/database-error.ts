/** The kinds of failure that callers distinguish, with their messages. */
const kindText = {
  unique_violation: 'unique constraint violated',
  foreign_key_violation: 'foreign key constraint violated',
  check_violation: 'check constraint violated',
  not_null_violation: 'a required column was null',
  /** A serialization failure or deadlock: the same transaction may be run again. */
  retry: 'the transaction conflicted with a concurrent one',
  /** A statement or lock timeout, or a cancelled statement. */
  timeout: 'the statement or its transaction took too long',
  /** The connection or the server was lost, or no connection became free in time. */
  unavailable: 'the database is unavailable',
  /** The disk is full or a server limit is reached. */
  resources: 'the database is out of resources',
  /** A value that the column's type cannot hold, such as a NUL character in text. */
  invalid_value: 'a value does not fit its column',
  other: 'the database refused the statement',
};
export type DatabaseErrorKind = keyof typeof kindText;

const kindByCode: Record<string, DatabaseErrorKind> = {
  '23505': 'unique_violation',
  '23P01': 'unique_violation',
  '23503': 'foreign_key_violation',
  '23001': 'foreign_key_violation',
  '23514': 'check_violation',
  '23502': 'not_null_violation',
  '40001': 'retry',
  '40P01': 'retry',
  '57014': 'timeout',
  '55P03': 'timeout',
  '25P03': 'timeout',
};

const kindByClass: Record<string, DatabaseErrorKind> = {
  '08': 'unavailable',
  '57': 'unavailable',
  '53': 'resources',
  '54': 'resources',
  '22': 'invalid_value',
};

/** Socket and pool failures, which carry no SQLSTATE. */
const connectionCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'ENETUNREACH',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EPIPE',
  'EAI_AGAIN',
  'EHOSTUNREACH',
]);

/**
 * Matches the messages of `pg` and `pg-pool` that have no code: "Connection terminated unexpectedly", "timeout exceeded
 * when trying to connect", "Client has encountered a connection error and is not queryable", "Query read timeout".
 */
const OF_CONNECTION = /connect|timeout|client|pool/i;

export interface DatabaseErrorFields {
  /** The SQLSTATE, or the system's error code if the connection failed. */
  code: string;
  kind: DatabaseErrorKind;
  constraint?: string;
  table?: string;
  column?: string;
}

/**
 * The only error that the store throws for a failed statement. It names tables, columns and constraints, but never
 * contains the statement, its parameters or any value: PostgreSQL puts values into `message`, `detail` and `where`, so
 * these are dropped.
 */
export class DatabaseError extends Error implements DatabaseErrorFields {
  override readonly name = 'DatabaseError';
  readonly code: string;
  readonly kind: DatabaseErrorKind;
  readonly constraint?: string;
  readonly table?: string;
  readonly column?: string;

  constructor(message: string, fields: DatabaseErrorFields) {
    super(message);
    this.code = fields.code;
    this.kind = fields.kind;
    if (fields.constraint) this.constraint = fields.constraint;
    if (fields.table) this.table = fields.table;
    if (fields.column) this.column = fields.column;
  }
}

function text(source: object, key: string): string | undefined {
  const value = (source as Record<string, unknown>)[key];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/**
 * Converts a driver error; returns other errors unchanged. For class 42 (a mistake in our SQL), the server's message is
 * kept if it only names a relation or column.
 */
export function toDatabaseError(error: unknown): unknown {
  if (error instanceof DatabaseError || !(error instanceof Error)) return error;
  const code = text(error, 'code');
  if (code === undefined || connectionCodes.has(code)) {
    if (code === undefined && !OF_CONNECTION.test(error.message)) return error;
    return withStack(
      error,
      new DatabaseError(`${kindText.unavailable} (${code ?? 'no connection'})`, {
        code: code ?? '08006',
        kind: 'unavailable',
      }),
    );
  }
  if (!/^[0-9A-Z]{5}$/.test(code)) return error;
  const kind = kindByCode[code] ?? kindByClass[code.slice(0, 2)] ?? 'other';
  const constraint = text(error, 'constraint');
  const table = text(error, 'table');
  const column = text(error, 'column');
  const subject = constraint ?? (table && column ? `${table}.${column}` : (table ?? column));
  const isSafeMessage = /^(relation|column|function|table|schema) [^']*(does not exist|already exists)$/.test(
    error.message,
  );
  const summary = isSafeMessage ? error.message : kindText[kind];
  return withStack(
    error,
    new DatabaseError(`${summary}${subject ? `: ${subject}` : ''} (SQLSTATE ${code})`, {
      code,
      kind,
      constraint,
      table,
      column,
    }),
  );
}

/** Keeps the stack frames, which show where the statement was issued, without the message. */
function withStack(from: Error, to: DatabaseError): DatabaseError {
  const frames = from.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? [];
  to.stack = [`${to.name}: ${to.message}`, ...frames].join('\n');
  return to;
}

/** Whether the error is a violated unique constraint. */
export function isUniqueViolation(error: unknown): error is DatabaseError {
  return error instanceof DatabaseError && error.kind === 'unique_violation';
}

/** Whether a row refers to one that is missing, or a row that is still referred to was deleted. */
export function isForeignKeyViolation(error: unknown): error is DatabaseError {
  return error instanceof DatabaseError && error.kind === 'foreign_key_violation';
}
