import { beforeEach, describe, expect, test } from 'vitest';
import { ADMIN_TOKEN, useApi } from '../support/api-harness.ts';
import { describeResource } from '../support/describe-resource.ts';
import { expectProblem } from '../support/expect-problem.ts';
import { PipelineServer } from '../support/providers/pipeline-server.ts';
import { VendorSpeechServer } from '../support/providers/vendor-speech-server.ts';

const named = (() => {
  let count = 0;
  return (more: object = {}) => ({
    name: `Server ${++count}`,
    use: 'llm',
    url: 'https://models.example/v1',
    model: 'qwen3',
    ...more,
  });
})();

const strictApi = describeResource({
  path: '/v3/model-servers',
  listName: 'modelServers',
  prefix: 'msrv',
  body: async () => named({ apiKey: 'sk-of-the-shop', reasoningEffort: 'low' }),
  shows: {
    name: expect.stringMatching(/^Server \d+$/),
    use: 'llm',
    url: 'https://models.example/v1',
    model: 'qwen3',
    hasApiKey: true,
    reasoningEffort: 'low',
    firstByteMs: 8000,
    betweenBytesMs: 5000,
    wholeMs: 120_000,
  },
  invalid: [
    ['no model', { name: 'x', use: 'llm', url: 'https://a.example/v1' }, 400, 'model'],
    ['another use', named({ use: 'cook' }), 400, 'use'],
    ['plain http', named({ url: 'http://a.example/v1' }), 422, 'url'],
    ['an endpoint', named({ url: 'https://a.example/v1/chat/completions' }), 422, 'url'],
    ['a private address', named({ url: 'https://10.0.0.1/v1' }), 422, 'url'],
    ['a key in the address', named({ url: 'https://a:b@a.example/v1' }), 422, 'url'],
    ['a key with a line break', named({ apiKey: 'sk-a\r\nx-b: c' }), 400, 'apiKey'],
    ['a key that ends a line', named({ apiKey: 'sk-a\n' }), 400, 'apiKey'],
    ['a key that no header carries', named({ apiKey: 'sk-schlüssel' }), 400, 'apiKey'],
    ['an empty key', named({ apiKey: '' }), 400, 'apiKey'],
    ['a voice of a model that thinks', named({ voice: 'alloy' }), 422, 'voice'],
    ['a format of a model that listens', named({ use: 'stt', format: 'wav' }), 422, 'format'],
    ['an API of a model that thinks', named({ api: 'cartesia' }), 422, 'api'],
    ['an unknown API', named({ use: 'tts', api: 'polly' }), 400, 'api'],
    ['an effort of a voice', named({ use: 'tts', reasoningEffort: 'low' }), 422, 'reasoningEffort'],
    ['a fallback that does not exist', named({ fallbackId: 'msrv_none' }), 422, 'fallbackId'],
    ['a fallback of embeddings', named({ use: 'embeddings', fallbackId: 'msrv_none' }), 422, 'fallbackId'],
    ['too short a wait', named({ firstByteMs: 99 }), 400, 'firstByteMs'],
    ['too long a pause', named({ betweenBytesMs: 60_001 }), 400, 'betweenBytesMs'],
    ['too little for a whole answer', named({ wholeMs: 99 }), 400, 'wholeMs'],
    ['too much for a whole answer', named({ wholeMs: 600_001 }), 400, 'wholeMs'],
  ],
  update: {
    method: 'PATCH',
    body: { name: 'Another', url: 'https://models.example/v2/', model: 'glm' },
    shows: { name: 'Another', url: 'https://models.example/v2', model: 'glm', hasApiKey: true },
  },
  unset: ['client', 'reasoningEffort'],
});

const api = useApi(() => ({ webhooksToPrivate: true, beside: strictApi() }));
let server: PipelineServer;
beforeEach(async () => {
  server = await new PipelineServer('sk-of-the-shop').listen();
  return () => server.stop();
});

const make = async (more: object = {}) => {
  const body = named({ url: server.baseUrl, apiKey: 'sk-of-the-shop', ...more });
  return (await api.call('POST', '/v3/model-servers', { body })).body;
};

test('a key is in no answer, is not stored in plain text, and is not sent to another host', async () => {
  const { id } = await make();
  const path = `/v3/model-servers/${id}`;
  const shown = await api.call('GET', path);
  expect(JSON.stringify(shown.body)).not.toContain('sk-of');
  const { rows } = await api.database.pool.query('select api_key from model_servers where id = $1', [id]);
  expect(rows[0].api_key).toMatch(/./);
  expect(rows[0].api_key).not.toContain('sk-of');
  const url = 'http://other.example/v1';
  expectProblem(await api.call('PATCH', path, { body: { url } }), 422, 'apiKey');
  const broken = await api.call('PATCH', path, { body: { apiKey: 'sk-of\nthe-shop' } });
  expect(expectProblem(broken, 400, 'apiKey').detail).toContain('without line breaks');
  expect(JSON.stringify(broken.body)).not.toContain('sk-of');
  const without = await api.call('PATCH', path, { body: { url, apiKey: null } });
  expect(without.body).toMatchObject({ url, hasApiKey: false });
});

describe('a server that is tried', () => {
  const attempt = async (more: object = {}) => {
    const { id } = await make(more);
    return (await api.call('POST', `/v3/model-servers/${id}/try`)).body;
  };

  test('returns what it answered, and how long that took', async () => {
    server.react = () => ({ say: 'Hello there.' });
    expect(await attempt()).toEqual({ ok: true, firstMs: expect.any(Number), said: 'Hello there.' });
    expect(await attempt({ use: 'tts', model: 'kokoro', format: 'wav' })).toMatchObject({ ok: true });
    server.userWords.push('The museum opens at nine.');
    expect(await attempt({ use: 'stt', model: 'whisper' })).toMatchObject({
      ok: true,
      said: 'The museum opens at nine.',
    });
  });

  test("gives the reason for a failure, with the server's name and without the key", async () => {
    const { ok, problem } = await attempt({ name: 'The shop’s', apiKey: 'sk-wrong' });
    expect(ok).toBe(false);
    expect(problem).toContain('The model server The shop’s refused the API key');
    expect(problem).not.toContain('sk-wrong');
  });

  test('is reached only over the public internet, whatever its host name resolves to', async () => {
    const strict = strictApi();
    const body = named({ url: 'https://localhost.example.invalid/v1' });
    const { id } = (await strict.call('POST', '/v3/model-servers', { body })).body;
    const { body: trial } = await strict.call('POST', `/v3/model-servers/${id}/try`);
    expect(trial).toEqual({
      ok: false,
      problem: expect.stringContaining('the host name has no public address'),
    });
  });

  test('is not found by another organization', async () => {
    const { id } = await make();
    const { key } = await api.createOrganization({});
    expectProblem(await api.call('POST', `/v3/model-servers/${id}/try`, { key }), 404);
    const agent = { provider: 'gemini', llmServerId: id };
    expectProblem(await api.call('POST', '/v1/agents', { key, body: agent }), 422, 'llmServerId');
  });
});

describe('a server that speaks', () => {
  const makeVoice = () => make({ use: 'tts', model: 'kokoro', voice: 'bm_george' });

  test('lists its voices, with language and kind as far as they are known', async () => {
    const { id } = await makeVoice();
    const list = () => api.call('GET', `/v3/model-servers/${id}/voices`);
    expect((await list()).body).toEqual({ voices: [] });
    const other = { voice_id: 'anna', language: 'de-DE', gender: 'Female' };
    server.voices = { voices: ['jf_alpha', 'bm_george', 'robot', other] };
    expect((await list()).body).toEqual({
      voices: [
        { name: 'jf_alpha', language: 'ja', kind: 'woman' },
        { name: 'bm_george', language: 'en', kind: 'man' },
        { name: 'robot' },
        { name: 'anna', language: 'de', kind: 'woman' },
      ],
    });
  });

  test('is heard with its own voice or another one, each requested once', async () => {
    const { id } = await makeVoice();
    server.voices = ['bm_george', 'af_heart'];
    const sample = (query = '') => api.call('GET', `/v3/model-servers/${id}/voice-sample${query}`);
    const { status, body } = await sample();
    expect(status, body.detail).toBe(200);
    expect(body).toEqual({
      text: expect.stringMatching(/^Good to see you/),
      mimeType: 'audio/wav',
      audio: expect.any(String),
    });
    await sample();
    await sample('?voice=af_heart&language=fr');
    const nearest = await sample('?voice=Sulafat');
    expect(nearest.body.notice).toContain(
      'has no voice Sulafat, so af_heart is used; set the field "voice" of the model server to choose another',
    );
    expect(server.voicesUsed).toEqual(['bm_george', 'af_heart', 'af_heart']);
    expect(server.spoken[1]).toMatch(/^Ravi de vous voir/);
    await api.call('PATCH', `/v3/model-servers/${id}`, { body: { voice: 'af_heart' } });
    await sample();
    expect(server.voicesUsed.at(-1)).toBe('af_heart');
  });

  test('422 with the reason if it fails or is for another use, 404 for another organization', async () => {
    const { id } = await makeVoice();
    const llm = await make();
    const { key } = await api.createOrganization({});
    server.apiKey = 'sk-another';
    for (const path of ['voices', 'voice-sample']) {
      const failed = expectProblem(await api.call('GET', `/v3/model-servers/${id}/${path}`), 422, 'id');
      expect(failed.detail).toContain('refused the API key');
      expect(failed.detail).not.toContain('sk-of');
      expectProblem(await api.call('GET', `/v3/model-servers/${llm.id}/${path}`), 422, 'id');
      expectProblem(await api.call('GET', `/v3/model-servers/${id}/${path}`, { key }), 404);
    }
  });
});

describe.each(['cartesia', 'elevenlabs'] as const)('a server with the API of %s', (vendor) => {
  let account: VendorSpeechServer;
  beforeEach(async () => {
    account = await new VendorSpeechServer(vendor, 'sk-of-the-shop').listen();
    return () => account.stop();
  });
  const makeAccount = (more: object = {}) =>
    make({ use: 'tts', api: vendor, url: account.baseUrl, model: 'their-model', ...more });
  const ask = (id: string, path: string) => api.call('GET', `/v3/model-servers/${id}/${path}`);

  test('lists the voices of the account on all pages, its own and cloned ones first', async () => {
    account.pageSize = 2;
    const made = await makeAccount({ voice: 'id-of-Katie' });
    expect(made).toMatchObject({ api: vendor, voice: 'id-of-Katie' });
    const { status, body } = await ask(made.id, 'voices');
    expect(status, body.detail).toBe(200);
    expect(body.voices).toEqual([
      { name: 'id-of-Grandpa', label: 'Grandpa', own: true, language: 'de', kind: 'man' },
      { name: 'id-of-Katie', label: 'Katie', language: 'en', kind: 'woman' },
      { name: 'id-of-Ronald', label: 'Ronald', language: 'en', kind: 'man' },
    ]);
    expect(account.lists.length).toBeGreaterThan(1);
  });

  test('is heard in a voice by its id, requested once, and in the most similar one to that of an agent', async () => {
    const { id } = await makeAccount();
    const { status, body } = await ask(id, 'voice-sample?voice=id-of-Grandpa&language=de');
    expect(status, body.detail).toBe(200);
    expect(Buffer.from(body.audio, 'base64').toString('latin1', 0, 4)).toBe('RIFF');
    await ask(id, 'voice-sample?voice=id-of-Grandpa&language=de');
    expect(account.lists, 'an id needs no list').toEqual([]);
    expect(account.spoken).toEqual([expect.stringMatching(/^Schön, Sie zu sehen/)]);
    expect(account.speeches).toEqual([
      vendor === 'cartesia'
        ? expect.objectContaining({ model_id: 'their-model', voice: { id: 'id-of-Grandpa' }, language: 'de' })
        : { model_id: 'their-model', text: body.text, language_code: 'de' },
    ]);
    const nearest = await ask(id, 'voice-sample?voice=Sulafat');
    expect(nearest.body.notice).toContain('has no voice Sulafat, so Katie is used');
    expect(account.voicesUsed).toEqual(['id-of-Grandpa', 'id-of-Katie']);
    const trial = await api.call('POST', `/v3/model-servers/${id}/try`);
    expect(trial.body).toMatchObject({ ok: true });
  });

  test('422 without the key if the vendor refuses it, and if there is no such vendor at the address', async () => {
    const { id } = await makeAccount();
    account.apiKey = 'sk-another';
    for (const path of ['voices', 'voice-sample?voice=id-of-Grandpa']) {
      const failed = expectProblem(await ask(id, path), 422, 'id');
      expect(failed.detail).toContain('refused the API key (check its key in the model server)');
      expect(JSON.stringify(failed)).not.toContain('sk-of');
    }
    const elsewhere = await makeAccount({ url: `${account.baseUrl}/elsewhere` });
    account.apiKey = 'sk-of-the-shop';
    expectProblem(await ask(elsewhere.id, 'voices'), 422, 'id');
    account.violations.length = 0;
  });

  test('speaks in the conversations of an agent that names it', async () => {
    const tts = await makeAccount({ voice: 'id-of-Grandpa' });
    const llm = await make();
    const { body: avatars } = await api.call('GET', '/v1/avatars');
    const agent = { provider: 'gemini', llmServerId: llm.id, ttsServerId: tts.id };
    const body = { avatar: { id: avatars.avatars[0].id }, agent, consumerIdentity: { identity: 'ada' } };
    expect((await api.call('POST', '/v1/sessions', { body: { name: 'Talk', ...body } })).status).toBe(201);
    expect(api.dispatched.at(-1)!.engine!.servers!.tts).toMatchObject({
      api: vendor,
      voice: 'id-of-Grandpa',
    });
  });
});

describe('an agent that names servers', () => {
  const start = async (agent: object) => {
    const { body: avatars } = await api.call('GET', '/v1/avatars');
    const body = {
      name: 'Talk',
      avatar: { id: avatars.avatars[0].id },
      agent: { provider: 'gemini', ...agent },
      consumerIdentity: { identity: 'ada' },
    };
    const { status, body: started } = await api.call('POST', '/v1/sessions', { body });
    expect(status, started.detail).toBe(201);
    return { plan: api.dispatched.at(-1)!.engine!, session: started.session };
  };
  const timelineOf = async (id: string): Promise<string> =>
    JSON.stringify((await api.call('GET', `/v3/conversations/${id}`)).body.timeline);

  test('is answered by them, whatever its provider; only the plan contains the keys', async () => {
    const [llm, tts, stt] = [
      await make(),
      await make({ use: 'tts', model: 'kokoro', voice: 'bm_george' }),
      await make({ use: 'stt', model: 'whisper' }),
    ];
    const ids = { llmServerId: llm.id, ttsServerId: tts.id, sttServerId: stt.id };
    const { plan, session } = await start(ids);
    expect(plan.name).toBe('pipeline');
    const common = { baseUrl: server.baseUrl, apiKey: 'sk-of-the-shop' };
    expect(plan.servers).toEqual({
      llm: { ...common, name: llm.name, model: 'qwen3' },
      tts: { ...common, name: tts.name, model: 'kokoro', voice: 'bm_george' },
      stt: { ...common, name: stt.name, model: 'whisper' },
    });
    const { body: agent } = await api.call('GET', `/v1/agents/${session.agentId}`);
    expect(agent).toMatchObject(ids);
    expect(JSON.stringify(session)).not.toContain('sk-of');
    expect(await timelineOf(session.id)).not.toContain('instead');
    const removed = await api.call('DELETE', `/v3/model-servers/${llm.id}`);
    expectProblem(removed, 409);
    expect(removed.body.detail).toContain('still used by an agent');
  });

  test('has their limits and fallbacks in its plan, one step far', async () => {
    const second = await make();
    const limits = { firstByteMs: 900, betweenBytesMs: 700, wholeMs: 20_000 };
    const first = await make({ fallbackId: second.id, ...limits });
    expect(first).toMatchObject({ fallbackId: second.id, ...limits });
    // Each of the two replaces the other one.
    await api.call('PATCH', `/v3/model-servers/${second.id}`, { body: { fallbackId: first.id } });
    const { plan } = await start({ llmServerId: first.id });
    const common = { baseUrl: server.baseUrl, apiKey: 'sk-of-the-shop', model: 'qwen3' };
    expect(plan.servers!.llm).toEqual({
      ...common,
      name: first.name,
      patience: { firstMs: 900, nextMs: 700, wholeMs: 20_000 },
      fallback: { ...common, name: second.name },
    });
    const body = { fallbackId: null, firstByteMs: null, wholeMs: null };
    const reset = await api.call('PATCH', `/v3/model-servers/${first.id}`, { body });
    expect(reset.body).toMatchObject({ firstByteMs: 8000, betweenBytesMs: 700, wholeMs: 120_000 });
    expect(reset.body).not.toHaveProperty('fallbackId');
  });

  test('is refused if they are for another use', async () => {
    const { id } = await make({ use: 'tts', model: 'kokoro' });
    const answer = await api.call('POST', '/v1/agents', { body: { provider: 'gemini', llmServerId: id } });
    expectProblem(answer, 422, 'llmServerId');
  });

  test('gets an event in the timeline if another engine answers, so that nobody uses them', async () => {
    const { id, name } = await make({ use: 'tts', model: 'kokoro' });
    const { plan, session } = await start({ ttsServerId: id });
    expect(plan.name).toBe('builtin');
    expect(plan.servers).toBeUndefined();
    expect(await timelineOf(session.id)).toContain(`The model server ${name} is not used`);
  });
});

describe('a fallback', () => {
  test('is another server of the organization with the same use', async () => {
    const { id } = await make();
    const change = (fallbackId: string) =>
      api.call('PATCH', `/v3/model-servers/${id}`, { body: { fallbackId } });
    expectProblem(await change(id), 422, 'fallbackId');
    const voice = await make({ use: 'tts' });
    const { detail } = expectProblem(await change(voice.id), 422, 'fallbackId');
    expect(detail).toContain('is for tts');
    const { key } = await api.createOrganization({});
    const stranger = await api.call('POST', '/v3/model-servers', {
      key,
      body: named({ url: server.baseUrl }),
    });
    const refused = expectProblem(await change(stranger.body.id), 422, 'fallbackId');
    // It says the same of a server that does not exist.
    expect(refused.detail).toContain('There is no model server');
    expect((await change('')).body).not.toHaveProperty('fallbackId');
  });

  test('cannot be deleted while it is one, except together with its organization', async () => {
    const { id: organizationId, key } = await api.createOrganization({});
    const add = async (more: object = {}) =>
      (await api.call('POST', '/v3/model-servers', { key, body: named({ url: server.baseUrl, ...more }) }))
        .body;
    const second = await add();
    const first = await add({ fallbackId: second.id });
    const refused = await api.call('DELETE', `/v3/model-servers/${second.id}`, { key });
    expect(expectProblem(refused, 409).detail).toContain('still used by another model server');
    const organization = `/admin/organizations/${organizationId}`;
    expect((await api.call('DELETE', organization, { bearer: ADMIN_TOKEN })).status).toBe(200);
    const { rows } = await api.database.pool.query('select id from model_servers where id = any($1)', [
      [first.id, second.id],
    ]);
    expect(rows).toEqual([]);
  });
});
