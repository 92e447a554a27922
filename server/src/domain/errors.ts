import { toUSVString } from 'node:util';
import { ERROR_PAGES, type ErrorCode, type InputFault } from '@visavis/contracts';

/**
 * A rule was broken, and the caller may know how. `message` is public text: no internals, no secrets.
 * Made by the factories below only, so that the codes stay a closed list.
 */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly code: ErrorCode;
  readonly faults: readonly InputFault[];
  /** Seconds after which another try makes sense. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    details: { faults?: readonly InputFault[]; retryAfterSeconds?: number } = {},
  ) {
    super(message);
    this.code = code;
    this.faults = details.faults ?? [];
    this.retryAfterSeconds = details.retryAfterSeconds;
  }

  get status(): number {
    return ERROR_PAGES[this.code].status;
  }
}

/** `path` is dotted and counts from the body: `agent.provider`. */
export const invalid = (path: string, message: string) =>
  new DomainError('invalid_request', `${path}: ${message}`, { faults: [{ path, message }] });

export const unauthenticated = (message: string) => new DomainError('unauthenticated', message);

export const forbidden = (message: string) => new DomainError('forbidden', message);

/** The same for what never was and for what belongs to another organization. */
export const notFound = (noun: string, id: string) =>
  new DomainError('not_found', `There is no ${noun} ${quote(id)}.`);

export const conflict = (message: string) => new DomainError('conflict', message);

export const tooLarge = (message: string) => new DomainError('payload_too_large', message);

export const unsupportedType = (message: string) => new DomainError('unsupported_media_type', message);

export const unprocessable = (path: string, message: string) =>
  new DomainError('unprocessable', `${path}: ${message}`, { faults: [{ path, message }] });

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
