import { type ClientOptions, credentialHeaders } from './client-options.ts';
import { VisavisApiError, VisavisConnectionError } from './errors.ts';

/** The parts that a request can have; the types in `calls.ts` say which operation uses which. */
export interface RequestParts {
  path?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  headers?: Record<string, string>;
  idempotencyKey?: string;
  signal?: AbortSignal;
}

/**
 * Sends a request and resolves when the headers of a successful response have arrived.
 * @throws VisavisApiError, VisavisConnectionError; the reason of `signal` if that is aborted
 */
export type Send = (method: string, path: string, parts?: RequestParts) => Promise<Response>;

/** Sends a request to any address, without a credential. Throws the same errors as `Send`. */
export type SendRaw = (url: string, init: RequestInit) => Promise<Response>;

export function createSendRaw(options: ClientOptions): SendRaw {
  const fetchUrl = options.fetch ?? ((url, init) => fetch(url, init));
  return async (url, init) => {
    let response: Response;
    try {
      response = await fetchUrl(url, init);
    } catch (error) {
      if (init.signal?.aborted) throw error;
      throw new VisavisConnectionError(url, error);
    }
    if (!response.ok) throw await VisavisApiError.from(response);
    return response;
  };
}

export function createSend(options: ClientOptions, sendRaw: SendRaw): Send {
  const baseUrl = options.baseUrl.replace(/\/+$/, '');
  return async (method, path, { body, signal, idempotencyKey, ...parts } = {}) => {
    const headers: Record<string, string> = {
      ...options.headers,
      ...(await credentialHeaders(options)),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      ...parts.headers,
    };
    const url = baseUrl + fillPath(path, parts.path) + queryString(parts.query);
    const timeout = options.timeoutMs === undefined ? undefined : AbortSignal.timeout(options.timeoutMs);
    const combined = signal && timeout ? AbortSignal.any([signal, timeout]) : (signal ?? timeout);
    try {
      return await sendRaw(url, {
        method: method.toUpperCase(),
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(combined && { signal: combined }),
      });
    } catch (error) {
      if (timeout?.aborted && !signal?.aborted) throw new VisavisConnectionError(url, error);
      throw error;
    }
  };
}

/**
 * Returns the body of a successful response.
 * @throws VisavisConnectionError if the connection breaks, VisavisApiError if it is not JSON
 */
export async function readJson(response: Response): Promise<unknown> {
  let text: string;
  try {
    text = await response.text();
  } catch (error) {
    if ((error as Error).name === 'AbortError') throw error;
    throw new VisavisConnectionError(response.url, error);
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new VisavisApiError(response, undefined, { cause });
  }
}

function fillPath(path: string, values: Record<string, string> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_braces, name: string) => {
    const value = values[name];
    // A path with an empty parameter may address another operation.
    if (value === undefined || value === '') throw new TypeError(`${path} needs a value for ${name}`);
    return encodeURIComponent(value);
  });
}

function queryString(query: Record<string, unknown> = {}): string {
  const present = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  if (present.length === 0) return '';
  return `?${new URLSearchParams(present.map(([name, value]) => [name, String(value)]))}`;
}
