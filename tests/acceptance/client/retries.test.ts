import { createVisavisClient } from '@visavis/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const refusal = (status: number, headers: Record<string, string> = {}) =>
  new Response('{"status":503}', { status, headers });
const success = () => new Response('{"status":"ok"}', { headers: { 'content-type': 'application/json' } });

/** Creates a client whose requests get these answers in order. An `Error` among them is thrown. */
function clientOf(answers: (Response | Error)[], maxRetries?: number) {
  const sent = vi.fn(async () => {
    const answer = answers.shift();
    if (answer instanceof Response) return answer;
    throw answer ?? new Error('asked too often');
  });
  const options = { baseUrl: 'http://service.example', fetch: sent };
  return {
    sent,
    client: createVisavisClient({ ...options, ...(maxRetries !== undefined && { maxRetries }) }),
  };
}

test('retries a call that failed temporarily, up to the requested number of times', async () => {
  const { sent, client } = clientOf([new Error('no route'), refusal(503), success()], 2);
  const answer = client.get('/v3/health');
  await vi.runAllTimersAsync();
  expect(await answer).toEqual({ status: 'ok' });
  expect(sent).toHaveBeenCalledTimes(3);
});

test.each([
  ['where nothing is said', clientOf([refusal(503), success()]), 503],
  ['after that', clientOf([refusal(503), refusal(502), success()], 1), 502],
  ['where it would fail again', clientOf([refusal(404), success()], 2), 404],
  ['where the service asks for an hour', clientOf([refusal(429, { 'retry-after': '3600' })], 2), 429],
])('a request is not retried %s', async (_, { client }, status) => {
  const answer = expect(client.get('/v3/health')).rejects.toMatchObject({ status });
  await vi.runAllTimersAsync();
  await answer;
});

test('waits as long as the service asks for', async () => {
  const { sent, client } = clientOf([refusal(429, { 'retry-after': '7' }), success()], 1);
  const answer = client.get('/v3/health');
  await vi.advanceTimersByTimeAsync(6_999);
  expect(sent).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await answer).toEqual({ status: 'ok' });
});

test.each([
  ['without a key', {}, refusal(503), 1],
  ['with a key', { idempotencyKey: 'k' }, refusal(503), 2],
  ['that was turned away at the door', {}, refusal(429), 2],
])('a POST %s is retried only if sending it twice is safe', async (_, key, first, times) => {
  const { sent, client } = clientOf([first, success()], 1);
  const answer = client.post('/v3/brains', { body: { instructions: 'x' }, ...key }).catch(() => undefined);
  await vi.runAllTimersAsync();
  await answer;
  expect(sent).toHaveBeenCalledTimes(times);
});

test('aborting a call ends the pause between two attempts', async () => {
  const { client } = clientOf([refusal(503)], 1);
  const abort = new AbortController();
  const answer = expect(client.get('/v3/health', { signal: abort.signal })).rejects.toThrow('enough');
  await vi.advanceTimersByTimeAsync(1);
  abort.abort(new Error('enough'));
  await answer;
});

test("a service that times out counts as unreachable; a call aborted by its caller rejects with the caller's reason", async () => {
  vi.useRealTimers();
  const fetch = (_: string, { signal }: RequestInit) =>
    new Promise<Response>((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason as Error));
    });
  const client = createVisavisClient({ baseUrl: 'http://service.example', fetch, timeoutMs: 1 });
  await expect(client.get('/v3/health')).rejects.toMatchObject({
    name: 'VisavisConnectionError',
    message: 'The service at http://service.example did not answer in time.',
  });
  const signal = AbortSignal.abort(new Error('enough'));
  const patient = createVisavisClient({
    baseUrl: 'http://service.example',
    fetch: (_, init) => Promise.reject(init.signal?.reason as Error),
    timeoutMs: 60_000,
  });
  await expect(patient.get('/v3/health', { signal })).rejects.toThrow('enough');
});
