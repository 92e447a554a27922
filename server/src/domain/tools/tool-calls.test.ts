import { expect, test } from 'vitest';
import { silentLogger } from '../../lib/logger.ts';
import { FakeClock } from '../../lib/testing/fake-clock.ts';
import type { PostedResponse } from '../messages/post-message.ts';
import { createSigningSecrets } from '../messages/sign-message.ts';
import { createToolCalls } from './tool-calls.ts';

const FINE: PostedResponse = { status: 200, contentType: 'text/plain', body: 'at nine', isComplete: true };
const HUNG = 'it took too long';

/** A tool whose address does what `answer` does. */
function setUp() {
  const clock = new FakeClock();
  const secrets = createSigningSecrets(new Uint8Array(32), 'tools');
  const { stored } = secrets.make();
  const tool = {
    ...stored,
    id: 'tool',
    organizationId: 'org',
    name: 'hours',
    url: 'https://shop.example/hours',
    headers: null,
    parameters: { type: 'object' },
    timeoutMs: 5000,
    updatedAt: new Date(0),
  };
  type Needs = Parameters<typeof createToolCalls>[0];
  const answer: (signal: AbortSignal) => Promise<PostedResponse> = async () => FINE;
  const run = { tool, clock, sent: 0, answer };
  const calls = createToolCalls({
    store: { find: async () => run.tool } as unknown as Needs['store'],
    conversations: {
      findInAnyOrganization: async () => ({ id: 'conv', status: 'running', organizationId: 'org' }),
    } as unknown as Needs['conversations'],
    secrets,
    post: (_organization, _url, _body, _headers, signal) => {
      run.sent++;
      return run.answer(signal);
    },
    clock: () => new Date(clock.wall()),
    logger: silentLogger,
    timer: clock,
  });
  const call = (signal = new AbortController().signal) =>
    calls.call('conv', { toolId: 'tool', arguments: {} }, signal);
  const hangs = (signal: AbortSignal) =>
    new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(new Error(HUNG))));
  /** Calls the tool, and lets this much time pass meanwhile. */
  const callFor = async (ms: number) => {
    const answer = call();
    await clock.advance(ms);
    return answer;
  };
  return Object.assign(run, { call, callFor, hangs });
}

test('a tool that hung is not called for a while, and the model is told so', async () => {
  const run = setUp();
  run.answer = run.hangs;
  expect(await run.callFor(5000)).toEqual({ output: HUNG, failed: true });
  run.answer = async () => FINE;
  expect(await run.call()).toEqual({
    output: `it gave no answer a moment ago (${HUNG}), so it was not called; do not call it again now`,
    failed: true,
  });
  expect(run.sent).toBe(1);
  await run.clock.advance(15_000);
  expect(await run.call()).toEqual({ output: 'at nine', failed: false });
  // It is well again: the next failure is remembered no longer than the first one.
  run.answer = run.hangs;
  await run.callFor(5000);
  await run.clock.advance(15_000);
  run.answer = async () => FINE;
  expect(await run.call()).toMatchObject({ failed: false });
});

test('one that keeps hanging is called less and less often, and at once when it was changed', async () => {
  const run = setUp();
  run.answer = run.hangs;
  await run.callFor(5000);
  await run.clock.advance(15_000);
  await run.callFor(5000);
  await run.clock.advance(15_000);
  expect((await run.call()).output).toContain('was not called');
  run.tool = { ...run.tool, updatedAt: new Date(1) };
  run.answer = async () => FINE;
  expect(await run.call()).toEqual({ output: 'at nine', failed: false });
});

test('a failure for which nobody waited is not remembered', async () => {
  const run = setUp();
  run.answer = () => Promise.reject(new Error('the server could not be reached'));
  for (let count = 1; count < 4; count++) {
    expect((await run.call()).output).toBe('the server could not be reached');
    expect(run.sent).toBe(count);
  }
  run.answer = async () => ({ ...FINE, status: 500 });
  for (let count = 0; count < 2; count++) expect((await run.call()).output).toBe('it answered 500: at nine');
});

test('a tool that asks for a pause gets it, a minute at most', async () => {
  const run = setUp();
  run.answer = async () => ({ ...FINE, status: 429, retryAfterSeconds: 3600 });
  expect((await run.call()).output).toBe('it answered 429: at nine');
  run.answer = async () => FINE;
  await run.clock.advance(59_000);
  expect((await run.call()).output).toContain('(it answered 429)');
  await run.clock.advance(1_000);
  expect(await run.call()).toMatchObject({ failed: false });
});

test('a call that the user breaks off says nothing about the tool', async () => {
  const run = setUp();
  run.answer = run.hangs;
  const cancel = new AbortController();
  const broken = run.call(cancel.signal);
  await run.clock.advance(3000);
  cancel.abort(new Error('the user broke in'));
  await expect(broken).rejects.toThrow('the user broke in');
  run.answer = async () => FINE;
  expect(await run.call()).toMatchObject({ failed: false });
});
