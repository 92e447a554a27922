import { toUSVString } from 'node:util';
import type { ErrorCode, InputFault } from '@visavis/contracts';

/** Maps a domain field to its name in the caller's API version: `consumer.identity` to `consumerIdentity.identity`. */
export type FieldNamer = (field: string) => string;

/** An error message; a function if it names fields. */
export type FieldText = string | ((nameOf: FieldNamer) => string);

interface FieldFault {
  field: string;
  text: FieldText;
}

const UNCHANGED: FieldNamer = (field) => field;

/**
 * An error that the caller may see. `message` is public: no internals, no secrets. It uses the domain's terms: `api`
 * chooses the status and replaces field names by those of the request body. Created only by the factories below, so
 * that the set of codes stays closed.
 */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly code: ErrorCode;
  readonly retryAfterSeconds: number | undefined;
  readonly #text: FieldText;
  readonly #fault: FieldFault | undefined;

  constructor(
    code: ErrorCode,
    text: FieldText,
    details: { fault?: FieldFault | undefined; retryAfterSeconds?: number | undefined } = {},
  ) {
    super(toText(text, UNCHANGED));
    this.code = code;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.#text = text;
    this.#fault = details.fault;
  }

  /** The input field that caused the error, if any. `path` is dotted and relative to the whole input. */
  get faults(): readonly InputFault[] {
    const fault = this.#fault;
    return fault ? [{ path: fault.field, message: toText(fault.text, UNCHANGED) }] : [];
  }

  /** Returns the same error with the field names of another API version. */
  renamed(nameOf: FieldNamer): DomainError {
    const rename =
      (text: FieldText): FieldText =>
      (outer) =>
        toText(text, (field) => outer(nameOf(field)));
    const fault = this.#fault && { field: nameOf(this.#fault.field), text: rename(this.#fault.text) };
    const { code, retryAfterSeconds } = this;
    return new DomainError(code, rename(this.#text), { fault, retryAfterSeconds });
  }
}

function toText(text: FieldText, nameOf: FieldNamer): string {
  return typeof text === 'string' ? text : text(nameOf);
}

/** Calls `run` and renames the fields in its errors with `nameOf`. */
export async function renameErrorFields<T>(nameOf: FieldNamer, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw error instanceof DomainError ? error.renamed(nameOf) : error;
  }
}

/** Calls `run` for the part `part` of a larger input and prefixes the paths in its errors. */
export function prefixErrorFields<T>(part: string, run: () => Promise<T>): Promise<T> {
  return renameErrorFields((field) => `${part}.${field}`, run);
}

const fieldError = (code: ErrorCode, field: string, text: FieldText) =>
  new DomainError(code, (nameOf) => `${nameOf(field)}: ${toText(text, nameOf)}`, { fault: { field, text } });

/** The input does not have the required shape. `field` is dotted: `agent.provider`. */
export const invalid = (field: string, text: FieldText) => fieldError('invalid_request', field, text);

export const unauthenticated = (message: string) => new DomainError('unauthenticated', message);

export const forbidden = (text: FieldText) => new DomainError('forbidden', text);

/** Returns the error for a missing resource, which is the same for one of another organization. */
export const notFound = (noun: string, id: string) =>
  new DomainError('not_found', `There is no ${noun} ${quote(id)}.`);

export const conflict = (message: string) => new DomainError('conflict', message);

export const tooLarge = (text: FieldText) => new DomainError('payload_too_large', text);

export const unsupportedType = (text: FieldText) => new DomainError('unsupported_media_type', text);

/** The input has the right shape, but the request cannot be carried out. */
export const unprocessable = (field: string, text: FieldText) => fieldError('unprocessable', field, text);

export const quotaExceeded = (message: string) => new DomainError('quota_exceeded', message);

export const rateLimited = (retryAfterSeconds: number, message = 'Too many requests; try again later.') =>
  new DomainError('rate_limited', message, { retryAfterSeconds });

export const concurrencyReached = (limit: number) =>
  new DomainError(
    'concurrency_limit',
    `The organization already runs ${limit} conversation${limit === 1 ? '' : 's'}, its limit for simultaneous conversations.`,
    { retryAfterSeconds: 10 },
  );

export const noCapacity = (message: string, retryAfterSeconds = 5) =>
  new DomainError('capacity', message, { retryAfterSeconds });

/**
 * Whether a port failed temporarily: the store cannot be reached, is out of resources, or timed out. Detected by the
 * `kind` of the store's errors, because the domain does not import their classes.
 */
export function isUnavailable(error: unknown): boolean {
  const kind = typeof error === 'object' && error !== null && 'kind' in error ? error.kind : undefined;
  return kind === 'unavailable' || kind === 'resources' || kind === 'timeout';
}

/** Whether the store is unavailable because it is out of space or another resource. */
export function isFull(error: unknown): boolean {
  return isUnavailable(error) && (error as { kind: string }).kind === 'resources';
}

/** Quotes a caller's value in an error message, shortened. */
export function quote(text: string): string {
  return `"${text.length > 100 ? `${toUSVString(text.slice(0, 100))}…` : text}"`;
}
