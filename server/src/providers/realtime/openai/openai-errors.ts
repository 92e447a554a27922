import { kindOfCodes, kindOfText, ProviderError, readRetryAfterMs } from '../../provider-error.ts';
import { type ProviderSettings, vendorWith } from '../provider.ts';
import { OPENAI } from './openai-offer.ts';

/** Pause if a rate limit does not say when it ends. */
const RATE_LIMIT_MS = 2000;

/** An error in OpenAI's events; any of the three may be empty. */
export interface OpenAiFault {
  code: string;
  type: string;
  message: string;
}

/**
 * Returns the error for an error event or a failed response: by `code` and `type`, or by the message if those are not
 * specific.
 */
export function openAiError(
  { code, type, message }: OpenAiFault,
  settings: Partial<Pick<ProviderSettings, 'apiKey' | 'keyPlace'>>,
): ProviderError {
  const kind = kindOfCodes([code, type]) ?? kindOfText(message) ?? 'rejected';
  const detail = `${code || type} ${message}`.trim() || 'an error without a message';
  const error = new ProviderError(vendorWith(OPENAI, settings), kind, detail, settings.apiKey);
  if (/rate_limit/.test(code || type)) error.retryAfterMs = readRetryAfterMs(message) ?? RATE_LIMIT_MS;
  return error;
}
