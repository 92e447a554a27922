import { describe, expect, it } from 'vitest';
import { errorOfClose, errorOfStatus, readRetryAfterMs, redact, toProviderError } from './provider-error.ts';

const PROVIDER = { name: 'Acme', keySetting: 'ACME_KEY' };

describe('errors of providers', () => {
  it.each<[status: number, kind: string, error: string | object]>([
    [401, 'auth', { message: 'Incorrect API key provided' }],
    [403, 'auth', 'Forbidden'],
    // ElevenLabs reports an exceeded quota with 401, OpenAI with 429.
    [401, 'quota', '{"detail":{"status":"quota_exceeded","message":"exceeds your quota"}}'],
    [429, 'quota', { code: 'insufficient_quota', message: 'You exceeded your current quota' }],
    [429, 'unavailable', { message: 'Rate limit reached for requests' }],
    [402, 'quota', ''],
    [404, 'rejected', { message: 'The model `x` does not exist' }],
    [400, 'rejected', '{"error":"bad"}'],
    [503, 'unavailable', '<html>Service Unavailable</html>'],
    [500, 'unavailable', ''],
    // Misleading texts: only the status and the code count.
    [400, 'rejected', { message: 'Thought signature is not valid', status: 'INVALID_ARGUMENT' }],
    [400, 'rejected', { message: 'The tool "authorize_payment" has no parameters' }],
    [500, 'unavailable', { message: 'quota service failed' }],
    [403, 'auth', { message: 'insufficient permissions', type: 'permission_error' }],
    [429, 'unavailable', { code: 'rate_limit_exceeded', message: 'Limit on your billing tier' }],
    [403, 'auth', { code: 'account_deactivated', message: 'Contact us' }],
    [400, 'auth', { status: 'INVALID_ARGUMENT', details: [{ reason: 'API_KEY_INVALID' }] }],
  ])('HTTP %i is %s: %j', (status, kind, told) => {
    const body = typeof told === 'string' ? told : JSON.stringify({ error: told });
    const error = errorOfStatus(PROVIDER, status, body);
    expect(error).toMatchObject({ kind, retryable: kind === 'unavailable' });
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
  ])('a close %i "%s" is %s', (code, reason, kind) =>
    expect(errorOfClose(PROVIDER, code, reason)).toMatchObject({ kind, closeCode: code }),
  );

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
  ])('redacts %s', (text, expected) => expect(redact(text)).toBe(expected));

  it('keeps an error that already belongs to the provider, and wraps others', () => {
    const error = errorOfStatus(PROVIDER, 503, '');
    expect(toProviderError(PROVIDER, error)).toBe(error);
    expect(toProviderError(PROVIDER, new Error('connect ECONNREFUSED 127.0.0.1:9'))).toMatchObject({
      kind: 'unreachable',
      retryable: true,
      message: 'Acme could not be reached: connect ECONNREFUSED 127.0.0.1:9',
    });
  });

  it('says in words that a server does not speak TLS', () => {
    const error = new Error(
      'write EPROTO 80AC61:error:0A00010B:SSL routines:ssl3_get_record:wrong version number',
    );
    expect(toProviderError(PROVIDER, error).message).toBe(
      'Acme could not be reached: the server does not use TLS: set an address that begins with http://',
    );
  });

  it('handles answers of megabytes, whatever they consist of', () => {
    for (const unit of ['try again in 1s', '1s', ' ', 'sk-', '[']) {
      const error = errorOfStatus(PROVIDER, 429, unit.repeat(3_000_000));
      expect(error.message.length).toBeLessThan(500);
    }
    expect(readRetryAfterMs(`try again in ${'1s'.repeat(3_000_000)}`)).toBe(60_000);
  });
});
