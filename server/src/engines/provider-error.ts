/** Who is spoken of in a message to an operator. */
export interface ProviderName {
  name: string;
  /** The setting that holds the key. */
  keySetting: string;
}

export type ProviderErrorKind = 'auth' | 'quota' | 'rejected' | 'unreachable' | 'unavailable' | 'timeout';

const LEADS: Record<ProviderErrorKind, (provider: ProviderName) => string> = {
  auth: (p) => `${p.name} refused the API key (check ${p.keySetting})`,
  quota: (p) => `${p.name} reports an exhausted quota or balance`,
  rejected: (p) => `${p.name} rejected the request`,
  unreachable: (p) => `${p.name} could not be reached`,
  unavailable: (p) => `${p.name} is not available`,
  timeout: (p) => `${p.name} did not answer in time`,
};

/** Why a provider does not serve. The message is for operators: it names the cause and holds no secret. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly kind: ProviderErrorKind;
  /** Whether the same request may succeed a moment later. */
  readonly retryable: boolean;
  /** Of the WebSocket, where the provider ended it. */
  closeCode: number | undefined;

  constructor(provider: ProviderName, kind: ProviderErrorKind, detail = '', secret?: string) {
    const cause = redact(detail, secret).trim();
    super(LEADS[kind](provider) + (cause ? `: ${cause}` : ''));
    this.kind = kind;
    this.retryable = kind === 'unreachable' || kind === 'unavailable' || kind === 'timeout';
  }
}

/** Anything thrown, as an error of the provider; what is one already is kept. */
export function toProviderError(provider: ProviderName, error: unknown, secret?: string): ProviderError {
  if (error instanceof ProviderError) return error;
  const detail =
    error instanceof Error ? error.message || (error as NodeJS.ErrnoException).code : String(error);
  return new ProviderError(provider, 'unreachable', detail, secret);
}

/** An answer that is not a success. `body` is searched for the provider's own words. */
export function errorOfStatus(
  provider: ProviderName,
  status: number,
  body: string,
  secret?: string,
): ProviderError {
  const detail = `HTTP ${status}${excerpt(messageOf(body), ' ')}`;
  const told = kindOfText(body);
  if (told === 'quota') return new ProviderError(provider, 'quota', detail, secret);
  if (status === 401 || status === 403) return new ProviderError(provider, 'auth', detail, secret);
  if (status === 402) return new ProviderError(provider, 'quota', detail, secret);
  // A rate limit passes; an exhausted balance, told apart above, does not.
  if (status === 408 || status === 409 || status === 425 || status === 429 || status >= 500) {
    return new ProviderError(provider, 'unavailable', detail, secret);
  }
  return new ProviderError(provider, told ?? 'rejected', detail, secret);
}

/**
 * The end of a socket. Vendors put the cause into the reason, cut to 123 bytes, under codes that mean little:
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

/** What a vendor's words mean, where they mean something that a repetition cannot mend. */
export function kindOfText(text: string): 'auth' | 'quota' | 'rejected' | undefined {
  if (/rate.?limit/i.test(text)) return undefined;
  if (/quota|billing|insufficient|credit|balance|RESOURCE_EXHAUSTED/i.test(text)) return 'quota';
  if (
    /api.?key|unauthori[sz]ed|unauthenticated|authenticat|authoriz|permission|forbidden|signature/i.test(text)
  ) {
    return 'auth';
  }
  if (
    /not found|does not exist|not exist|invalid[ _]|unsupported|not supported|not allowed|missing/i.test(text)
  ) {
    return 'rejected';
  }
  return undefined;
}

/** Takes keys out of a text that others wrote: the very secret, and whatever looks like one. */
export function redact(text: string, secret?: string): string {
  const without = secret ? text.replaceAll(secret, '[secret]') : text;
  return without
    .replace(/\b(?:sk|pk|xi|gsk|AIza|ya29)[-_.A-Za-z0-9*]{6,}/g, '[secret]')
    .replace(/([?&](?:key|token|api_key|access_token|conversation_signature)=)[^&\s"']+/gi, '$1[secret]')
    .replace(/(bearer\s+)[-_.A-Za-z0-9]+/gi, '$1[secret]');
}

/** Providers wrap their words as `{ error: { message } }`, `{ detail: { message } }` and the like. */
function messageOf(body: string): string {
  try {
    const parsed: unknown = JSON.parse(body);
    return findMessage(parsed) ?? body;
  } catch {
    return body;
  }
}

function findMessage(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return findMessage(value[0]);
  if (typeof value !== 'object' || value === null) return undefined;
  const object = value as Record<string, unknown>;
  return findMessage(object.message ?? object.error ?? object.detail ?? object.msg);
}

function excerpt(text: string, before: string): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  return flat === '' ? '' : before + (flat.length > 200 ? `${flat.slice(0, 200)}…` : flat);
}
