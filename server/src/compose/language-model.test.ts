import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../lib/clock.ts';
import { type Logger, silentLogger } from '../lib/logger.ts';
import { type ModelHost, superviseHost } from '../models/host/supervise-model-host.ts';
import { CallTooLongError, ChatClient, type ChatEndpoint } from '../providers/llm/chat-client.ts';
import { composeLanguageModel } from './language-model.ts';

const PATIENCE = { firstMs: 60_000, nextMs: 60_000, wholeMs: 60_000 };
const entry = new URL('../models/testing/planted-language-host.js', import.meta.url);

let host: ModelHost;
let address: ChatEndpoint;
let lost: (fields: unknown) => void = () => undefined;
const log: Logger = { ...silentLogger, error: (fields: unknown) => lost(fields) };

async function start(...args: string[]): Promise<void> {
  host = await superviseHost({
    isNeeded: async () => false,
    language: { isNeeded: async () => true, args, entry },
    log,
  });
}
async function startAndWait(hangsMs = 60_000): Promise<void> {
  await start(`${hangsMs}`);
  await expect.poll(() => host.hasLanguage).toBe(true);
  const model = composeLanguageModel(host.languageFile);
  expect(model.endpoint).toBeUndefined();
  await model.refresh();
  address = model.endpoint!;
  await model.refresh();
  expect(model.endpoint).toBe(address);
}
afterEach(async () => {
  lost = () => undefined;
  await host.close();
});

const connect = () => new ChatClient(address, PATIENCE, systemClock, () => undefined);

async function ask(
  content: string,
  chat = connect(),
  signal = new AbortController().signal,
): Promise<string> {
  let said = '';
  for await (const event of chat.stream([{ role: 'user', content }], [], signal))
    if (event.type === 'text') said += event.text;
  return said;
}

const post = (body: string, apiKey = address.apiKey) =>
  fetch(`${address.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${apiKey}` },
    body,
  });

describe("the language model's host", () => {
  beforeEach(() => startAndWait());

  it('streams an answer to the client of other language models, which names its conversation', async () => {
    const chat = connect();
    await chat.check(new AbortController().signal);
    expect(await ask('Good day', chat)).toBe('1: Good day (a key, 300 tokens)');
    expect(chat.model).toBe('planted');
  });

  it('computes ahead without an answer', async () => {
    const chat = connect();
    await chat.prepare([{ role: 'system', content: 'You are Ada' }], [], new AbortController().signal);
    expect(await ask('Good day', chat)).toBe('2: Good day (a key, 300 tokens)');
  });

  it('calls a tool, and says whether it was trained to', async () => {
    expect(address.takesTools).toBe(true);
    const parameters = { type: 'object' as const, properties: {} };
    const tool = { name: 'look_up', description: 'Looks something up', parameters, run: async () => '' };
    const events = [];
    const asked = connect().stream([{ role: 'user', content: 'call' }], [tool], new AbortController().signal);
    for await (const event of asked) if (event.type === 'calls') events.push(...event.calls);
    expect(events).toMatchObject([{ name: 'look_up', args: JSON.stringify(parameters) }]);
  });

  it('stops when nobody listens any more', async () => {
    const chat = connect();
    const left = new AbortController();
    for await (const event of chat.stream([{ role: 'user', content: 'talk' }], [], left.signal))
      if (event.type === 'text') break;
    left.abort();
    await expect.poll(() => ask('dropped?')).toContain('1');
  });

  it('refuses invalid keys, addresses, formats and sizes, and reports an error before and after the first word', async () => {
    const chat = (content: string) => JSON.stringify({ messages: [{ role: 'user', content }] });
    expect((await post(chat('Good day'), 'other')).status).toBe(401);
    expect(
      (await fetch(address.baseUrl, { headers: { Authorization: `Bearer ${address.apiKey}` } })).status,
    ).toBe(404);
    for (const body of ['no JSON', '{}', '{"messages":[1]}', `${chat('x').slice(0, -1)},"tools":[{}]}`])
      expect((await post(body)).status).toBe(400);
    expect((await post(chat('x'.repeat(1 << 20)))).status).toBe(413);
    await expect(ask('too long')).rejects.toMatchObject({ message: expect.stringContaining('too long') });
    await expect(ask('break off')).rejects.toMatchObject({ kind: 'unavailable' });
    await expect(ask('call on and on')).rejects.toBeInstanceOf(CallTooLongError);
  });
});

it('is ended when the model hangs, and its successor answers at the same address', async () => {
  await startAndWait(200);
  const chat = connect();
  await expect(ask('hang', chat)).rejects.toMatchObject({ retryable: true });
  await expect.poll(() => ask('Good day', chat).catch(() => '')).toContain('1: Good day');
  expect(host.stats().restarts).toBeGreaterThan(0);
  expect(host.hasLanguage).toBe(true);
});

it('says why a model cannot be loaded', async () => {
  const told = new Promise((resolve) => {
    lost = resolve;
  });
  await start('60000', 'the file is no language model');
  expect(await told).toMatchObject({ event: 'model_host.lost', reason: 'the file is no language model' });
  expect(host.hasLanguage).toBe(false);
});
