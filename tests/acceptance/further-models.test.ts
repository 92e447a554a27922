import { beforeAll, describe, expect, test } from 'vitest';
import { type ApiHarness, useApi } from '../support/api-harness.ts';
import { expectProblem } from '../support/expect-problem.ts';
import type { ProviderDescriptor } from '../support/inside.ts';

const CONTRACT = ['gemini-2.5-flash-native-audio-preview-09-2025', 'gpt-4o-realtime-preview', 'gpt-realtime'];
const OPENAI = 'gpt-realtime-2.1';
const GEMINI = 'gemini-3.8-live';
const consumerIdentity = { identity: 'user-1', name: 'Uma' };

/** Returns how the OpenAPI document describes an agent's model, in requests and in responses. */
async function documented(api: ApiHarness): Promise<{ sent: string; answered: string[] }> {
  const { body } = await api.call('GET', '/openapi.json');
  const sent = body.paths['/v1/agents'].post.requestBody.content['application/json'].schema;
  return {
    sent: JSON.stringify((sent.properties ?? resolve(body, sent.$ref).properties).model),
    answered: body.components.schemas.Agent.properties.model.enum,
  };
}

const resolve = (document: { components: { schemas: Record<string, never> } }, ref: string) =>
  document.components.schemas[ref.split('/').at(-1)!] as unknown as { properties: { model: unknown } };

describe('if the operator allows further models', () => {
  const furtherModels: Record<string, string[]> = { openai: [OPENAI], gemini: [GEMINI] };
  const api = useApi({ furtherModels });
  beforeAll(() => {
    api.configuredEngines.set('openai', 'openai').set('gemini', 'gemini');
  });

  test('agents may name them, besides those of the contract, when they are created and changed', async () => {
    const { status, body } = await api.call('POST', '/v1/agents', {
      body: { provider: 'openai', model: OPENAI },
    });
    expect({ status, model: body.model }).toEqual({ status: 201, model: OPENAI });
    const replace = (fields: object) => api.call('PUT', `/v1/agents/${body.id}`, { body: fields });
    expect((await replace({ provider: 'gemini', model: GEMINI })).body.model).toBe(GEMINI);
    for (const model of CONTRACT) {
      const provider = model.startsWith('gemini') ? 'gemini' : 'openai';
      expect((await replace({ provider, model })).body.model).toBe(model);
    }
  });

  test('an agent defined in a session may name a further model, which reaches the engine', async () => {
    const avatarId = (await api.call('GET', '/v1/avatars')).body.avatars[0].id;
    const agent = { provider: 'gemini', model: GEMINI };
    const started = await api.call('POST', '/v1/sessions', {
      body: { name: 'Talk', avatar: { id: avatarId }, agent, consumerIdentity },
    });
    expect(started.status).toBe(201);
    expect(api.dispatched.at(-1)!.engine).toMatchObject({ name: 'gemini', model: GEMINI });
  });

  test('every other name is refused, with the list of allowed names', async () => {
    const create = (body: object) => api.call('POST', '/v1/agents', { body });
    const unknown = await create({ provider: 'openai', model: 'gpt-2' });
    const told = JSON.stringify(expectProblem(unknown, 400, 'model'));
    for (const model of [...CONTRACT, OPENAI, GEMINI]) expect(told).toContain(model);
    const foreign = await create({ provider: 'openai', model: GEMINI });
    expect(expectProblem(foreign, 422, 'model').detail).toMatch(
      /choose gpt-4o-realtime-preview, gpt-realtime or gpt-realtime-2\.1,/,
    );
    expectProblem(await create({ provider: 'elevenlabs', model: OPENAI }), 422, 'model');
  });

  test('the OpenAPI document lists them next to those of the contract, in requests and answers', async () => {
    const { sent, answered } = await documented(api);
    expect(answered).toEqual([...CONTRACT, OPENAI, GEMINI]);
    for (const model of answered) expect(sent).toContain(model);
    expect(sent).toContain(`The operator of this service also allows: ${OPENAI} (openai)`);
  });

  test('an agent keeps a name that is no longer allowed, but a conversation with it is refused', async () => {
    const { id } = (await api.call('POST', '/v1/agents', { body: { provider: 'openai', model: OPENAI } }))
      .body;
    const avatar = (await api.call('POST', '/v1/avatars', { body: { name: 'Kept', agentId: id } })).body;
    furtherModels.openai = [];
    try {
      expect((await api.call('GET', `/v1/agents/${id}`)).body.model).toBe(OPENAI);
      const refused = await api.call('POST', '/v1/sessions', {
        body: { name: 'Talk', avatar: { id: avatar.id }, consumerIdentity },
      });
      expect(expectProblem(refused, 422, 'avatar.id').detail).toContain('choose gpt-4o-realtime-preview');
    } finally {
      furtherModels.openai = [OPENAI];
    }
  });
});

describe('if a provider is added', () => {
  /** The descriptor of a vendor: all that the service knows about it. */
  const acme: ProviderDescriptor = {
    id: 'acme',
    name: 'Acme',
    keySetting: 'ACME_API_KEY',
    models: [{ name: 'acme-1' }],
    voices: ['zed'],
    settings: { apiKey: 'ACME_API_KEY', baseUrl: 'ACME_BASE_URL' },
    home: 'https://api.acme.example',
    capabilities: {
      vision: false,
      tools: 'declared',
      nonBlockingTools: false,
      webSearch: false,
      remoteAgent: false,
    },
    load: () => Promise.reject(new Error('not loaded here')),
  };
  const api = useApi({ addedProviders: [acme] });
  beforeAll(() => {
    api.configuredEngines.set('acme', 'acme');
  });
  const create = (fields: object) => api.call('POST', '/v1/agents', { body: fields });

  test('agents may name it, its models and its voices, and the plan contains its engine', async () => {
    const agent = { provider: 'acme', model: 'acme-1', voice: 'zed' };
    expect(await create(agent)).toMatchObject({ status: 201, body: agent });
    const avatarId = (await api.call('GET', '/v1/avatars')).body.avatars[0].id;
    const body = { name: 'Talk', avatar: { id: avatarId }, agent, consumerIdentity };
    expect((await api.call('POST', '/v1/sessions', { body })).status).toBe(201);
    expect(api.dispatched.at(-1)!.engine).toMatchObject({ name: 'acme', model: 'acme-1', voice: 'zed' });
  });

  test('it refuses voices of other providers, and other providers refuse its voices', async () => {
    const wrong = await create({ provider: 'acme', voice: 'Puck' });
    expect(expectProblem(wrong, 422, 'voice').detail).toContain('Puck is a voice of Gemini');
    const foreign = await create({ provider: 'openai', voice: 'zed' });
    expect(expectProblem(foreign, 422, 'voice').detail).toContain('zed is a voice of Acme');
  });

  test('the OpenAPI document lists it', async () => {
    const { schemas } = (await api.call('GET', '/openapi.json')).body.components;
    expect(schemas.Agent.properties.provider.enum).toContain('acme');
    expect(schemas.Agent.properties.voice.enum).toContain('zed');
    expect((await documented(api)).sent).toContain('The models of Acme are also allowed.');
  });
});
