import { kindOfCodes, kindOfText, ProviderError, readRetryAfterMs } from '../../provider-error.ts';
import { type ProviderSettings, vendorWith } from '../provider.ts';
import { OPENAI } from './openai-offer.ts';

/** Pause where a rate limit does not say when it is over. */
const RATE_LIMIT_MS = 2000;

/** An error as OpenAI's events carry it; any of the three may be empty. */
export interface OpenAiFault {
  code: string;
  type: string;
  message: string;
}

/**
 * Returns the error that an error event, or the error of a failed response, stands for: by `code` and `type`,
 * and by its words where those say nothing.
 */
export function openAiError(
  { code, type, message }: OpenAiFault,
  settings: Partial<Pick<ProviderSettings, 'apiKey' | 'keyPlace'>>,
): ProviderError {
  const kind = kindOfCodes([code, type]) ?? kindOfText(message) ?? 'rejected';
  const detail = `${code || type} ${message}`.trim() || 'an error without words';
  const error = new ProviderError(vendorWith(OPENAI, settings), kind, detail, settings.apiKey);
  if (/rate_limit/.test(code || type)) error.retryAfterMs = readRetryAfterMs(message) ?? RATE_LIMIT_MS;
  return error;
}
