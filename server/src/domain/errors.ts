import { toUSVString } from 'node:util';
import type { ErrorCode, InputFault } from '@visavis/contracts';

/** What the caller's version of the API calls a field of the domain: `consumer.identity`, `consumerIdentity.identity`. */
export type FieldNamer = (field: string) => string;

/** A sentence of an error; a function where it names fields. */
export type FieldText = string | ((nameOf: FieldNamer) => string);

interface FieldFault {
  field: string;
  text: FieldText;
}

const AS_IT_IS: FieldNamer = (field) => field;

/**
 * A rule was broken, and the caller may know how. `message` is public text: no internals, no secrets. It says what
 * happened in the domain's own words: a status belongs to `api`, which also renames fields where a body calls them
 * otherwise. Made by the factories below only, so that the codes stay a closed list.
 */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly code: ErrorCode;
  /** Seconds after which another try makes sense. */
  readonly retryAfterSeconds: number | undefined;
  readonly #text: FieldText;
  readonly #fault: FieldFault | undefined;

  constructor(
    code: ErrorCode,
    text: FieldText,
    details: { fault?: FieldFault | undefined; retryAfterSeconds?: number | undefined } = {},
  ) {
    super(worded(text, AS_IT_IS));
    this.code = code;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.#text = text;
    this.#fault = details.fault;
  }

  /** Which field of the input is at fault, if one is. `path` is dotted and counts from the top of the input. */
  get faults(): readonly InputFault[] {
    const fault = this.#fault;
    return fault ? [{ path: fault.field, message: worded(fault.text, AS_IT_IS) }] : [];
  }

  /** The same error for a reader to whom the fields have these names. */
  renamed(nameOf: FieldNamer): DomainError {
    const rename =
      (text: FieldText): FieldText =>
      (outer) =>
        worded(text, (field) => outer(nameOf(field)));
    const fault = this.#fault && { field: nameOf(this.#fault.field), text: rename(this.#fault.text) };
    const { code, retryAfterSeconds } = this;
    return new DomainError(code, rename(this.#text), { fault, retryAfterSeconds });
  }
}

function worded(text: FieldText, nameOf: FieldNamer): string {
  return typeof text === 'string' ? text : text(nameOf);
}

/** Does `work`, whose errors name fields as `nameOf` says. */
export async function namingFields<T>(nameOf: FieldNamer, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof DomainError ? error.renamed(nameOf) : error;
  }
}

/** Does `work` with an input that is the part `part` of a larger one. */
export function within<T>(part: string, work: () => Promise<T>): Promise<T> {
  return namingFields((field) => `${part}.${field}`, work);
}

const faulty = (code: ErrorCode, field: string, text: FieldText) =>
  new DomainError(code, (nameOf) => `${nameOf(field)}: ${worded(text, nameOf)}`, { fault: { field, text } });

/** The input has not the shape it must have. `field` is dotted: `agent.provider`. */
export const invalid = (field: string, text: FieldText) => faulty('invalid_request', field, text);

export const unauthenticated = (message: string) => new DomainError('unauthenticated', message);

export const forbidden = (text: FieldText) => new DomainError('forbidden', text);

/** The same for what never was and for what belongs to another organization. */
export const notFound = (noun: string, id: string) =>
  new DomainError('not_found', `There is no ${noun} ${quote(id)}.`);

export const conflict = (message: string) => new DomainError('conflict', message);

export const tooLarge = (text: FieldText) => new DomainError('payload_too_large', text);

export const unsupportedType = (text: FieldText) => new DomainError('unsupported_media_type', text);

/** The input has the right shape, but what it asks for cannot be done. */
export const unprocessable = (field: string, text: FieldText) => faulty('unprocessable', field, text);

export const quotaExceeded = (message: string) => new DomainError('quota_exceeded', message);

export const rateLimited = (retryAfterSeconds: number) =>
  new DomainError('rate_limited', 'Too many requests; try again later.', { retryAfterSeconds });

export const concurrencyReached = (limit: number) =>
  new DomainError(
    'concurrency_limit',
    `The organization may run ${limit} conversation${limit === 1 ? '' : 's'} at the same time and already does.`,
    { retryAfterSeconds: 10 },
  );

export const noCapacity = (message: string, retryAfterSeconds = 5) =>
  new DomainError('capacity', message, { retryAfterSeconds });

/**
 * Whether a port failed only for now: the store cannot be reached, is out of resources, or took too long. Told by the
 * `kind` that the store's errors carry, since the domain knows none of its classes.
 */
export function isUnavailable(error: unknown): boolean {
  const kind = typeof error === 'object' && error !== null && 'kind' in error ? error.kind : undefined;
  return kind === 'unavailable' || kind === 'resources' || kind === 'timeout';
}

/** Whether it is unavailable because it is out of space or of another resource. */
export function isFull(error: unknown): boolean {
  return isUnavailable(error) && (error as { kind: string }).kind === 'resources';
}

/** A value of the caller's in a sentence of ours, cut so that it cannot fill the answer. */
export function quote(text: string): string {
  return `"${text.length > 100 ? `${toUSVString(text.slice(0, 100))}…` : text}"`;
}
