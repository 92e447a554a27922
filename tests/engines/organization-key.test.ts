/** Tests the engine of a provider when the plan contains the organization's own key. */
import { expect, test } from 'vitest';
import { composeEngines, type EngineFactory, ScriptedVoice } from '../support/inside/engines.ts';
import { readSettings } from '../support/inside.ts';
import type { OpenAiConnection } from '../support/providers/openai-server.ts';
import { OpenAiServer } from '../support/providers/openai-server.ts';
import { EngineFixture } from './engine-fixture.ts';

const KEY = 'sk-test-0123456789';
const engines = async (settings: Record<string, string>, apiKey?: string) =>
  (await composeEngines(readSettings(settings).config, new ScriptedVoice(), [], { endpoint: undefined }))({
    organizationId: 'org_test',
    engine: { name: 'openai', ...(apiKey && { apiKey }) },
  });

let made: EngineFactory;
const fixture = new EngineFixture<OpenAiConnection, OpenAiServer>(
  () => new OpenAiServer(KEY),
  () => made,
);
const address = () => ({ OPENAI_BASE_URL: fixture.server.baseUrl });

test('connects to the address that the operator has set, with that key', async () => {
  made = (await engines(address(), KEY)).openai!;
  const { line } = await fixture.start();
  expect(line.request.headers.authorization).toBe(`Bearer ${KEY}`);
});

test('reports a refused key as the organization’s, without showing it', async () => {
  made = (await engines(address(), 'sk-wrong-0123456789')).openai!;
  const error = await fixture.run().engine.start().catch(String);
  expect(error).toContain("OpenAI refused the API key (check the organization's key for this provider)");
  expect(error).not.toContain('wrong');
});

test('has no model of the operator’s to stand in for it', async () => {
  const settings = { LLM_FALLBACK_BASE_URL: 'http://127.0.0.1:9/v1', LLM_FALLBACK_MODEL: 'other' };
  expect(Object.keys(await engines({ ...settings, OPENAI_API_KEY: KEY }))).toContain('fallback');
  expect(Object.keys(await engines(settings, KEY))).not.toContain('fallback');
});

test('exists only for a plan with a key, if the operator has set none', async () => {
  expect(Object.keys(await engines({}, KEY))).toContain('openai');
  expect(Object.keys(await engines({}))).not.toContain('openai');
});
