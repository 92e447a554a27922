import { describe, expect, it } from 'vitest';
import { errorOfClose, errorOfStatus, readRetryAfterMs, redact, toProviderError } from './provider-error.ts';

const PROVIDER = { name: 'Acme', keySetting: 'ACME_KEY' };

describe('errors of providers', () => {
  it.each([
    [401, '{"error":{"message":"Incorrect API key provided"}}', 'auth', false],
    [403, 'Forbidden', 'auth', false],
    // ElevenLabs says so with 401, OpenAI with 429.
    [401, '{"detail":{"status":"quota_exceeded","message":"exceeds your quota"}}', 'quota', false],
    [
      429,
      '{"error":{"code":"insufficient_quota","message":"You exceeded your current quota"}}',
      'quota',
      false,
    ],
    [429, '{"error":{"message":"Rate limit reached for requests"}}', 'unavailable', true],
    [402, '', 'quota', false],
    [404, '{"error":{"message":"The model `x` does not exist"}}', 'rejected', false],
    [400, '{"error":"bad"}', 'rejected', false],
    [503, '<html>Service Unavailable</html>', 'unavailable', true],
    [500, '', 'unavailable', true],
    // Words that mislead: the status and the code count.
    [
      400,
      '{"error":{"message":"Thought signature is not valid","status":"INVALID_ARGUMENT"}}',
      'rejected',
      false,
    ],
    [400, '{"error":{"message":"The tool \\"authorize_payment\\" has no parameters"}}', 'rejected', false],
    [500, '{"error":{"message":"quota service failed"}}', 'unavailable', true],
    [403, '{"error":{"message":"insufficient permissions","type":"permission_error"}}', 'auth', false],
    [
      429,
      '{"error":{"code":"rate_limit_exceeded","message":"Limit on your billing tier"}}',
      'unavailable',
      true,
    ],
    [403, '{"error":{"code":"account_deactivated","message":"Contact us"}}', 'auth', false],
    [
      400,
      '{"error":{"code":400,"message":"no","status":"INVALID_ARGUMENT","details":[{"reason":"API_KEY_INVALID"}]}}',
      'auth',
      false,
    ],
  ])('HTTP %i with %s is %s', (status, body, kind, retryable) => {
    const error = errorOfStatus(PROVIDER, status, body);
    expect(error).toMatchObject({ kind, retryable });
    expect(error.message).toContain(`HTTP ${status}`);
  });

  it.each([
    [3000, 'invalid_request_error.invalid_api_key', 'auth'],
    [1007, 'API key not valid. Please pass a valid API key.', 'auth'],
    [1011, 'You exceeded your current quota, please check your plan', 'quota'],
    [1008, 'models/x is not found for API version v1beta', 'rejected'],
    [1007, 'Request contains something', 'rejected'],
    [1011, 'Internal error occurred.', 'unavailable'],
    [1008, 'The operation was aborted', 'unavailable'],
    [1001, 'Your session hit the maximum duration of 60 minutes.', 'unreachable'],
    [1006, '', 'unreachable'],
  ])('a close %i "%s" is %s', (code, reason, kind) => {
    expect(errorOfClose(PROVIDER, code, reason)).toMatchObject({ kind, closeCode: code });
  });

  it.each([
    ['Rate limit reached. Please try again in 1.5s. Visit us.', 1500],
    ['Please try again in 350ms.', 350],
    ['Please try again in 1m2.5s.', 60_000],
    ['{"error":{"details":[{"retryDelay": "34s"}]}}', 34_000],
    ['Please try again later', undefined],
  ])('reads from "%s" to wait %s ms', (text, ms) => {
    expect(readRetryAfterMs(text)).toBe(ms);
    expect(errorOfStatus(PROVIDER, 429, text).retryAfterMs).toBe(ms);
  });

  it('names the setting of a refused key and never the key', () => {
    const body =
      '{"error":{"message":"Incorrect API key provided: sk-abcDEF123456. Or my-odd-secret, see ?key=zzz"}}';
    const { message } = errorOfStatus(PROVIDER, 401, body, 'my-odd-secret');
    expect(message).toBe(
      'Acme refused the API key (check ACME_KEY): HTTP 401 Incorrect API key provided: [secret] Or [secret], see ?key=[secret]',
    );
  });

  it.each([
    ['wss://host/x?key=AIzaSyD-1234567&alt=1', 'wss://host/x?key=[secret]&alt=1'],
    ['Authorization: Bearer abc.def-123', 'Authorization: Bearer [secret]'],
    ['key sk-proj-********abcd end', 'key [secret] end'],
    ['asking skilled people about skis', 'asking skilled people about skis'],
  ])('redacts %s', (text, expected) => {
    expect(redact(text)).toBe(expected);
  });

  it('keeps what is an error of the provider already, and wraps the rest', () => {
    const error = errorOfStatus(PROVIDER, 503, '');
    expect(toProviderError(PROVIDER, error)).toBe(error);
    expect(toProviderError(PROVIDER, new Error('connect ECONNREFUSED 127.0.0.1:9'))).toMatchObject({
      kind: 'unreachable',
      retryable: true,
      message: 'Acme could not be reached: connect ECONNREFUSED 127.0.0.1:9',
    });
  });
});
