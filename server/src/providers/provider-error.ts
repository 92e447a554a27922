import type { Patience } from './patience.ts';

export interface ProviderName {
  name: string;
  keySetting: string;
  /** Where its key is configured, if not in that setting. */
  keyPlace?: string;
}

/** A server that the settings or an organization configured. */
export interface NamedServer {
  /** The organization's name for it; absent if the settings configured it. */
  name?: string | undefined;
  /** The prefix of its settings, if it is not the usual one, such as `TTS_FALLBACK`. */
  settings?: string | undefined;
  /** The organization, if its servers must be on the public internet. */
  publicFor?: string | undefined;
  /** Limits that replace those of the service. */
  patience?: Partial<Patience> | undefined;
}

/** Returns the provider with a name that people know, and with the place of its key. */
export function providerOf(usual: ProviderName, { name, settings }: NamedServer): ProviderName {
  if (name !== undefined)
    return { ...usual, name: `The model server ${name}`, keyPlace: 'its key in the model server' };
  return settings === undefined ? usual : { ...usual, keyPlace: `${settings}_API_KEY` };
}

export const PROVIDER_ERROR_KINDS = [
  'auth',
  'quota',
  'rejected',
  'unreachable',
  'unavailable',
  'timeout',
] as const;
export type ProviderErrorKind = (typeof PROVIDER_ERROR_KINDS)[number];

const LEADS: Record<ProviderErrorKind, (provider: ProviderName) => string> = {
  auth: (p) => `${p.name} refused the API key (check ${p.keyPlace ?? p.keySetting})`,
  quota: (p) => `${p.name} reports an exhausted quota or balance`,
  rejected: (p) => `${p.name} rejected the request`,
  unreachable: (p) => `${p.name} could not be reached`,
  unavailable: (p) => `${p.name} is not available`,
  timeout: (p) => `${p.name} did not answer in time`,
};

/** A failure as it is counted and logged. */
export interface ProviderFault {
  provider: string;
  fault: string;
  /** How long the caller had waited without receiving anything. */
  waitedMs?: number;
}

/** Maximum characters of a detail. */
const MAX_DETAIL = 300;
/** Maximum characters of an error answer that patterns search: they need stack for each character. */
const MAX_ANSWER = 20_000;

/** A failure of a provider. The message is for operators: it names the cause and contains no secret. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly kind: ProviderErrorKind;
  /** The provider's own message, without our prefix, which may contain a name that an organization chose. */
  readonly detail: string;
  /** Short and machine-readable: `openai`, or `stt` for a part of a pipeline. */
  readonly provider: string;
  /** Whether a retry may succeed. */
  readonly retryable: boolean;
  /** The HTTP status, if there was an answer. */
  status: number | undefined;
  /** The WebSocket close code, if the provider closed the connection. */
  closeCode: number | undefined;
  /** How long to wait before a retry, if the provider's rate limit was exceeded. */
  retryAfterMs: number | undefined;
  /** How long the caller had waited without receiving anything, if that was measured. */
  waitedMs: number | undefined;

  constructor(provider: ProviderName, kind: ProviderErrorKind, detail = '', secret?: string) {
    const cause = excerpt(redact(detail, secret), '');
    super(LEADS[kind](provider) + (cause ? `: ${cause}` : ''));
    this.kind = kind;
    this.detail = cause;
    this.provider = provider.keySetting.replace('_API_KEY', '').toLowerCase();
    this.retryable = kind === 'unreachable' || kind === 'unavailable' || kind === 'timeout';
  }

  /** Whether all requests fail until somebody changes a setting or pays. */
  get isLasting(): boolean {
    return this.kind === 'auth' || this.kind === 'quota';
  }

  /** Whether a second try at once may succeed: the connection may just have been closed as idle. */
  get isWorthAnotherTry(): boolean {
    return this.retryable && this.kind !== 'timeout';
  }

  get fault(): ProviderFault {
    const { provider, kind: fault, waitedMs } = this;
    return { provider, fault, ...(waitedMs !== undefined && { waitedMs }) };
  }
}

/** OpenSSL's message if a server answers in plain HTTP. */
const NO_TLS = /wrong version number|packet length too long/;

/** Converts anything thrown into a `ProviderError`, and returns one unchanged. */
export function toProviderError(provider: ProviderName, error: unknown, secret?: string): ProviderError {
  if (error instanceof ProviderError) return error;
  const said =
    error instanceof Error ? error.message || (error as NodeJS.ErrnoException).code : String(error);
  const detail =
    said && NO_TLS.test(said) ? 'the server does not use TLS: set an address that begins with http://' : said;
  return new ProviderError(provider, 'unreachable', detail, secret);
}

/**
 * Returns the error for an unsuccessful answer, by the provider's code, else by the status. The message decides only
 * for an ambiguous status, because it can mislead ("thought signature" is not a request signature).
 */
export function errorOfStatus(
  provider: ProviderName,
  status: number,
  body: string,
  secret?: string,
): ProviderError {
  const answer = body.slice(0, MAX_ANSWER);
  const { message, codes } = readBody(answer);
  const kind = kindOfCodes(codes) ?? kindOfStatus(status, message);
  const error = new ProviderError(provider, kind, `HTTP ${status}${excerpt(message, ' ')}`, secret);
  error.status = status;
  if (kind === 'unavailable') error.retryAfterMs = readRetryAfterMs(answer);
  return error;
}

function kindOfStatus(status: number, message: string): ProviderErrorKind {
  if (status === 402) return 'quota';
  if (status === 401 || status === 403) return kindOfText(message) === 'quota' ? 'quota' : 'auth';
  // A rate limit is temporary, an exhausted balance is not.
  if (status === 429) return kindOfText(message) === 'quota' ? 'quota' : 'unavailable';
  if (status === 408 || status === 409 || status === 425 || status >= 500) return 'unavailable';
  // Gemini's answer to a wrong key.
  return status === 400 && /api.?key not valid|invalid api.?key|incorrect api.?key/i.test(message)
    ? 'auth'
    : 'rejected';
}

/** Classifies the vendors' error codes: `code`, `type` and `status` of an error. */
export function kindOfCodes(codes: readonly string[]): ProviderErrorKind | undefined {
  for (const kind of ['quota', 'auth', 'unavailable', 'rejected'] as const) {
    if (codes.some((code) => CODES[kind].has(code.toLowerCase()))) return kind;
  }
  return undefined;
}

/** OpenAI's `code` and `type`, ElevenLabs' `status` and `error_type`, Google's `reason` and `status`. */
const CODES: Record<'quota' | 'auth' | 'unavailable' | 'rejected', ReadonlySet<string>> = {
  quota: new Set([
    'insufficient_quota',
    'quota_exceeded',
    'billing_hard_limit_reached',
    'billing_not_active',
    'billing_disabled',
  ]),
  auth: new Set([
    'invalid_api_key',
    'api_key_invalid',
    'missing_api_key',
    'account_deactivated',
    'authentication_error',
    'permission_error',
    'unauthenticated',
    'permission_denied',
    'missing_permissions',
  ]),
  unavailable: new Set([
    'rate_limit_exceeded',
    'rate_limit_error',
    'too_many_concurrent_requests',
    'server_error',
    'slow_down',
    'system_busy',
    'unavailable',
    'overloaded_error',
  ]),
  rejected: new Set(['model_not_found', 'agent_not_found', 'voice_not_found']),
};

/** A provider that asks for a longer wait counts as unavailable. */
export const LONGEST_PAUSE_MS = 60_000;

/**
 * Reads "Please try again in 1.5s", "in 350ms", "in 1m2.5s" (OpenAI), `"retryDelay": "34s"` (Google). Returns
 * `undefined` if the text contains no such time.
 */
export function readRetryAfterMs(text: string): number | undefined {
  const waitText =
    /(?:try again in|retry after|retryDelay"?\s*:)\s*"?((?:\d{1,9}(?:\.\d{1,9})?(?:ms|m|s)\s*)+)/i.exec(
      text.slice(0, MAX_ANSWER),
    )?.[1];
  if (!waitText) return undefined;
  const unitMs: Record<string, number> = { ms: 1, s: 1000, m: 60_000 };
  let ms = 0;
  for (const [, number, unit] of waitText.matchAll(/(\d{1,9}(?:\.\d{1,9})?)(ms|m|s)/gi)) {
    ms += Number(number) * unitMs[unit!.toLowerCase()]!;
  }
  return Math.min(Math.ceil(ms), LONGEST_PAUSE_MS);
}

/**
 * Returns the error for a closed socket. Vendors put the cause into the reason, cut to 123 bytes, under vague codes:
 * OpenAI closes 3000 `invalid_request_error.invalid_api_key`, Gemini 1007 for a bad key and 1011 for a quota.
 */
export function errorOfClose(
  provider: ProviderName,
  code: number,
  reason: string,
  secret?: string,
): ProviderError {
  const detail = `closed ${code}${excerpt(reason, ' ')}`;
  const error = new ProviderError(provider, kindOfText(reason) ?? kindOfClose(code), detail, secret);
  error.closeCode = code;
  return error;
}

function kindOfClose(code: number): ProviderErrorKind {
  if (code === 1000 || code === 1001 || code === 1006) return 'unreachable';
  return code === 1003 || code === 1007 || code === 1009 ? 'rejected' : 'unavailable';
}

/** Classifies a message without a code, for errors that a retry cannot fix. */
export function kindOfText(text: string): 'auth' | 'quota' | 'rejected' | undefined {
  if (/rate.?limit/i.test(text)) return undefined;
  if (/quota|billing|insufficient (?:funds|credit|balance)|credits|RESOURCE_EXHAUSTED/i.test(text))
    return 'quota';
  if (/api.?key|unauthori[sz]ed|unauthenticated|authenticat|authoriz|permission|forbidden/i.test(text)) {
    return 'auth';
  }
  if (
    /not found|does not exist|not exist|invalid[ _]|unsupported|not supported|not allowed|missing/i.test(text)
  ) {
    return 'rejected';
  }
  return undefined;
}

/** Removes secrets from a foreign text: the known secret, and anything that looks like a key. */
export function redact(text: string, secret?: string): string {
  const short = text.slice(0, MAX_ANSWER);
  const without = secret ? short.replaceAll(secret, '[secret]') : short;
  return without
    .replace(/\b(?:sk|pk|xi|gsk|AIza|ya29)[-_.A-Za-z0-9*]{6,}/g, '[secret]')
    .replace(/([?&](?:key|token|api_key|access_token|conversation_signature)=)[^&\s"']+/gi, '$1[secret]')
    .replace(/(bearer\s+)[-_.A-Za-z0-9]+/gi, '$1[secret]');
}

/**
 * Reads an error's message and codes. Providers wrap them as `{ error: { message, code, type } }`,
 * `{ detail: { message, status } }` and similar.
 */
function readBody(body: string): { message: string; codes: string[] } {
  try {
    const parsed: unknown = JSON.parse(body);
    return { message: findMessage(parsed) ?? body, codes: findCodes(parsed) };
  } catch {
    return { message: body, codes: [] };
  }
}

function findMessage(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return findMessage(value[0]);
  if (typeof value !== 'object' || value === null) return undefined;
  const object = value as Record<string, unknown>;
  return findMessage(object.message ?? object.error ?? object.detail ?? object.msg);
}

function findCodes(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(findCodes);
  if (typeof value !== 'object' || value === null) return [];
  const object = value as Record<string, unknown>;
  const own = [object.code, object.type, object.status, object.reason];
  return [
    ...own.filter((code) => typeof code === 'string'),
    ...findCodes(object.error),
    ...findCodes(object.detail),
    ...findCodes(object.details),
  ];
}

function excerpt(text: string, before: string): string {
  const flat = text.slice(0, MAX_ANSWER).replace(/\s+/g, ' ').trim();
  return flat === '' ? '' : before + (flat.length > MAX_DETAIL ? `${flat.slice(0, MAX_DETAIL)}…` : flat);
}
