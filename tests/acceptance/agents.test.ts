import { describe, expect, test } from 'vitest';
import { describeResource } from '../support/describe-resource.ts';
import { expectProblem } from '../support/expect-problem.ts';

const GEMINI = 'gemini-2.5-flash-native-audio-preview-09-2025';
const full = {
  provider: 'gemini',
  name: 'Support',
  model: GEMINI,
  voice: 'Kore',
  instructions: 'Help {{name}}.',
  greetingMsg: 'Hello {{name}}!',
  remoteId: 'remote',
  search: true,
  emotions: true,
  memory: true,
  onBackchannel: 'stop',
  apologyMsg: 'Da muss ich passen.',
  waitMsgs: ['Ich sehe nach, einen Moment.', 'Gleich.'],
  language: 'de',
  turnTaking: { patience: 'patient', minSilenceMs: 400 },
  video: false,
};

const api = describeResource({
  path: '/v1/agents',
  listName: 'agents',
  prefix: 'agt',
  body: async () => full,
  shows: full,
  invalid: [
    ['an unknown answer to remarks', { provider: 'gemini', onBackchannel: 'pause' }, 400, 'onBackchannel'],
    ['too long an apology', { provider: 'gemini', apologyMsg: 'x'.repeat(501) }, 400, 'apologyMsg'],
    [
      'too many words for waiting',
      { provider: 'gemini', waitMsgs: ['a', 'b', 'c', 'd', 'e', 'f'] },
      400,
      'waitMsgs',
    ],
    [
      'too long a sentence for waiting',
      { provider: 'gemini', waitMsgs: ['a', 'x'.repeat(201)] },
      400,
      'waitMsgs.1',
    ],
    ['a blank sentence for waiting', { provider: 'gemini', waitMsgs: [' '] }, 400, 'waitMsgs.0'],
    [
      'no patience that there is',
      { provider: 'gemini', turnTaking: { patience: 'slow' } },
      400,
      'turnTaking.patience',
    ],
    [
      'too short a silence',
      { provider: 'gemini', turnTaking: { minSilenceMs: 50 } },
      400,
      'turnTaking.minSilenceMs',
    ],
    [
      'a longest silence that is the shorter one',
      { provider: 'gemini', turnTaking: { minSilenceMs: 900, maxSilenceMs: 600 } },
      422,
      'turnTaking.maxSilenceMs',
    ],
    ['a language by its name', { provider: 'gemini', language: 'German' }, 400, 'language'],
    ['a string as boolean', { provider: 'gemini', search: 'true' }, 400, 'search'],
    ['an unknown voice resource', { provider: 'gemini', voiceId: 'voc_x' }, 422, 'voiceId'],
    ['an unknown brain', { provider: 'gemini', brainId: 'brn_x' }, 422, 'brainId'],
    ['an unknown knowledge base', { provider: 'gemini', knowledgeBaseId: 'kb_x' }, 422, 'knowledgeBaseId'],
    ['a client that is an empty object', { provider: 'gemini', client: {} }, 400, 'client.id'],
  ],
  update: {
    method: 'PUT',
    body: { provider: 'openai', model: 'gpt-realtime', voice: 'marin' },
    shows: {
      provider: 'openai',
      model: 'gpt-realtime',
      voice: 'marin',
      search: false,
      emotions: false,
      memory: false,
      onBackchannel: 'ignore',
      turnTaking: { patience: 'normal' },
      video: true,
    },
  },
});

describe('POST /v1/agents', () => {
  test.each([
    ['openai', 'voice', 'Puck', /Puck is a voice of Gemini; .*alloy, .*shimmer or verse/],
    ['openai', 'model', GEMINI, /is a model of Gemini; .*gpt-4o-realtime-preview or gpt-realtime/],
    ['gemini', 'voice', 'marin', /marin is a voice of OpenAI; .*Puck, Charon, .*Autonoe or Callirrhoe/],
    ['gemini', 'model', 'gpt-realtime', /is a model of OpenAI; .*choose gemini-2.5-flash-native/],
    ['elevenlabs', 'voice', 'Puck', /is a voice of Gemini; .*the agent there has its own voice/],
    ['elevenlabs', 'model', GEMINI, /is a model of Gemini; .*the agent there has its own model/],
  ])(
    'with the provider %s, the %s %s is refused with the names that the provider has',
    async (provider, field, value, says) => {
      const answer = await api().call('POST', '/v1/agents', { body: { provider, [field]: value } });
      expectProblem(answer, 422, field);
      expect(answer.body.detail).toMatch(says);
    },
  );
  test('a voice resource sets the voice for Gemini, adds instructions for OpenAI, and is ignored for ElevenLabs', async () => {
    const voice = await api().call('POST', '/v3/voices', { body: { instructions: 'Slow and warm.' } });
    const create = (fields: object) =>
      api().call('POST', '/v1/agents', { body: { voiceId: voice.body.id, ...fields } });
    expect((await create({ provider: 'gemini' })).status).toBe(201);
    expect((await create({ provider: 'openai', voice: 'sage' })).status).toBe(201);
    const refused = await create({ provider: 'openai' });
    expectProblem(refused, 422, 'voiceId');
    expect(refused.body.detail).toMatch(/speaks as Puck, which OpenAI does not have; .*alloy, marin/);
    expectProblem(await create({ provider: 'elevenlabs' }), 422, 'voiceId');
  });
  test("refuses another organization's brain as unknown", async () => {
    const other = await api().createOrganization();
    const brain = await api().call('POST', '/v3/brains', { key: other.key, body: { instructions: 'x' } });
    const body = { provider: 'gemini', brainId: brain.body.id };
    expectProblem(await api().call('POST', '/v1/agents', { body }), 422, 'brainId');
  });
});

describe('PUT /v1/agents/{id}', () => {
  test('replaces the agent: unsets fields left out, and accepts a resource that was read before', async () => {
    const { body: created } = await api().call('POST', '/v1/agents', { body: full });
    const same = await api().call('PUT', `/v1/agents/${created.id}`, { body: created });
    expect({ ...same.body, updatedAt: created.updatedAt }).toEqual(created);
    const bare = await api().call('PUT', `/v1/agents/${created.id}`, { body: { provider: 'gemini' } });
    expect(bare.body).not.toHaveProperty('instructions');
    expectProblem(
      await api().call('PUT', `/v1/agents/${created.id}`, { body: { name: 'x' } }),
      400,
      'provider',
    );
  });
  test('a change of provider drops a voice that the new provider does not have', async () => {
    const { body: created } = await api().call('POST', '/v1/agents', {
      body: { provider: 'gemini', voice: 'Kore' },
    });
    const put = (body: object) => api().call('PUT', `/v1/agents/${created.id}`, { body });
    expectProblem(await put({ ...created, provider: 'openai' }), 422, 'voice');
    expect((await put({ ...created, provider: 'openai', voice: 'coral' })).body.voice).toBe('coral');
  });
});

test('an agent that is linked to an avatar cannot be deleted', async () => {
  const { body: agent } = await api().call('POST', '/v1/agents', { body: { provider: 'gemini' } });
  const { body: avatar } = await api().call('POST', '/v1/avatars', {
    body: { name: 'a', agentId: agent.id },
  });
  expectProblem(await api().call('DELETE', `/v1/agents/${agent.id}`), 409);
  await api().call('DELETE', `/v1/avatars/${avatar.id}`);
  expect((await api().call('DELETE', `/v1/agents/${agent.id}`)).status).toBe(200);
});
