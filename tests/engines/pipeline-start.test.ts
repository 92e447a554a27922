import { beforeEach, describe, expect, it } from 'vitest';
import type { PipelineServer } from '../support/providers/pipeline-server.ts';
import { usePipelines } from './pipeline-fixture.ts';

describe('the pipeline engine, with an unsuitable model', () => {
  const { fixture, start } = usePipelines();
  let server: PipelineServer;
  beforeEach(() => {
    server = fixture.server;
  });

  it.each([
    [401, /refused the API key \(check LLM_API_KEY\)/],
    [500, /is not available/],
  ])('starts if the model’s server answers %i, with a warning, and still uses it', async (status, words) => {
    server.modelsStatus = status;
    const run = await start();
    expect((await run.next('warning')).message).toMatch(words);
    expect(await run.ask('Hello.')).toBe('Yes, I hear you well.');
    expect(run.all('failed')).toEqual([]);
  });

  it('starts if the server does not list models', async () => {
    server.modelsStatus = 404;
    const run = await start();
    expect(await run.ask('Hello.')).toBe('Yes, I hear you well.');
    expect(run.all('warning')).toEqual([]);
  });

  it.each([
    [404, 'model "qwen3" not found, try pulling it first'],
    [400, 'qwen3 is not a valid model ID'],
  ])('fails if the server does not have the model, and names it: %i', async (status, message) => {
    const run = await start();
    server.replies.push({ status, body: { error: { message } } });
    run.engine.sendText('Hello.');
    expect((await run.next('failed')).message).toBe(
      `The language model rejected the request: there is no model qwen3 at this address: HTTP ${status} ${message}`,
    );
    expect(server.chats.all).toHaveLength(1);
  });

  it('uses the fallback model if the server does not have the first', async () => {
    const fallbackLlm = { baseUrl: server.baseUrl, apiKey: server.apiKey, model: 'other' };
    const run = await start({ options: { fallbackLlm } });
    server.replies.push({ status: 404, body: { error: { message: 'The model `qwen3` does not exist.' } } });
    expect(await run.ask('Hello.')).toBe('Yes, I hear you well.');
    expect(server.chats.all.map(({ model }) => model)).toEqual(['qwen3', 'other']);
    expect((await run.next('notice')).message).toMatch(
      /no model qwen3.*; the fallback model is asked instead$/,
    );
  });
});
