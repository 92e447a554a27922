import { afterEach, beforeAll, expect, test } from 'vitest';
import { useApi } from '../support/api-harness.ts';
import { expectProblem } from '../support/expect-problem.ts';

let avatarId: string;

const api = useApi();
beforeAll(async () => {
  avatarId = (await api.call('GET', '/v1/avatars')).body.avatars[0].id;
});
afterEach(async () => {
  api.configuredEngines.clear();
  await api.services.conversations.stopAll(api.organizationId, 'stopped');
});

const consumerIdentity = { identity: 'user-1', name: 'Uma' };
const lastPlan = () => api.dispatched.at(-1)!;
const start = (fields: object) =>
  api.call('POST', '/v1/sessions', {
    body: { name: 'Talk', avatar: { id: avatarId }, consumerIdentity, ...fields },
  });

test('without a key for the provider, the built-in engine answers, and the session reports it', async () => {
  const { body } = await start({ agent: { provider: 'elevenlabs', remoteId: 'r' } });
  expect(body.session).toMatchObject({ provider: 'elevenlabs', engine: 'builtin' });
  const { timeline } = (await api.call('GET', `/v3/conversations/${body.session.id}`)).body;
  expect(timeline).toMatchObject(
    [{ type: 'created' }, { type: 'warning', content: /ELEVENLABS_API_KEY/ }].map((entry) => ({
      ...entry,
      ...(entry.content && { content: expect.stringMatching(entry.content) }),
    })),
  );
});

test('a configured provider answers itself, with one of its own voices', async () => {
  api.configuredEngines.set('openai', 'openai');
  const { body } = await start({ agent: { provider: 'openai', model: 'gpt-realtime' } });
  expect(body.session.engine).toBe('openai');
  expect(lastPlan().engine).toMatchObject({ name: 'openai', model: 'gpt-realtime' });
  expect(lastPlan().engine).not.toHaveProperty('voice');
  await start({ agent: { provider: 'openai', voice: 'marin' } });
  expect(lastPlan().engine).toMatchObject({ voice: 'marin' });
  const refused = await start({ agent: { provider: 'openai', voice: 'Kore' } });
  expectProblem(refused, 422, 'agent.voice');
  expect(refused.body.detail).toMatch(/Kore is a voice of Gemini; .*alloy, marin/);
  expectProblem(await start({ agent: { provider: 'gemini', model: 'gpt-realtime' } }), 422, 'agent.model');
});

test('an ElevenLabs agent keeps its prompt unless there are instructions, and gets variables and consumer', async () => {
  api.configuredEngines.set('elevenlabs', 'elevenlabs');
  const agent = { provider: 'elevenlabs', remoteId: 'agent_1' };
  const templateVars = { guest: 'Uma', nights: 3, rooms: ['a'] };
  await start({ agent, templateVars, additionalCtx: 'It rains.' });
  expect(lastPlan().engine).toMatchObject({
    remote: {
      keepsInstructions: true,
      context: 'It rains.',
      variables: { guest: 'Uma', nights: 3 },
      userId: 'user-1',
    },
  });
  await start({ agent: { ...agent, instructions: 'Be kind to {{guest}}.' }, templateVars });
  expect(lastPlan().engine).toMatchObject({
    instructions: 'Be kind to Uma.',
    remote: { keepsInstructions: false },
  });
});

test('errors about an agent name the field that was sent, never another', async () => {
  api.configuredEngines.set('elevenlabs', 'elevenlabs');
  const agent = { provider: 'elevenlabs' };
  const { id } = (await api.call('POST', '/v1/agents', { body: agent })).body;
  const avatar = (await api.call('POST', '/v1/avatars', { body: { name: 'E', agentId: id } })).body;
  expectProblem(await start({ agent }), 422, 'agent.remoteId');
  expectProblem(await start({ agent: { id } }), 422, 'agent.id');
  expectProblem(await start({ avatar: { id: avatar.id } }), 422, 'avatar.id');
  expectProblem(await start({ avatar: { name: 'In place', agentId: id } }), 422, 'avatar.agentId');
  const conversation = { name: 'Talk', characterId: avatar.id };
  const refused = await api.call('POST', '/v3/conversations', { body: conversation });
  expect(expectProblem(refused, 422, 'characterId').detail).toContain('needs a remoteId');
  const mute = (await api.call('POST', '/v1/avatars', { body: { name: 'Mute' } })).body;
  const nobody = { ...conversation, characterId: mute.id };
  const silent = await api.call('POST', '/v3/conversations', { body: nobody });
  expect(expectProblem(silent, 422, 'characterId').detail).toMatch(
    /link an agent to it, or .* remoteAgent\.$/,
  );
});

test("the session's turn taking overrides the agent's; answers and plan contain the values that apply", async () => {
  const taken = async (body: object) => {
    const { session } = (await start(body)).body;
    const { minSilenceMs, maxSilenceMs } = session.turnTaking;
    expect(lastPlan().engine!.turnTaking).toEqual({ minSilenceMs, maxSilenceMs });
    const read = (await api.call('GET', `/v1/sessions/${session.id}`)).body.turnTaking;
    const conversation = (await api.call('GET', `/v3/conversations/${session.id}`)).body.turnTaking;
    expect([read, conversation]).toEqual([session.turnTaking, session.turnTaking]);
    return session.turnTaking;
  };
  const agent = { provider: 'gemini' };
  const normal = { patience: 'normal', minSilenceMs: 200, maxSilenceMs: 1500 };
  expect(await taken({})).toEqual(normal);
  expect(await taken({ agent: { ...agent, turnTaking: null } })).toEqual(normal);
  const patient = { ...agent, turnTaking: { patience: 'patient', minSilenceMs: 400 } };
  expect(await taken({ agent: patient })).toEqual({
    patience: 'patient',
    minSilenceMs: 400,
    maxSilenceMs: 3000,
  });
  expect(await taken({ agent: patient, turnTaking: { patience: 'quick' } })).toEqual({
    patience: 'quick',
    minSilenceMs: 200,
    maxSilenceMs: 800,
  });
  // A minimum above the default maximum raises the maximum as well.
  expect(await taken({ turnTaking: { minSilenceMs: 2000 } })).toMatchObject({ maxSilenceMs: 2000 });
  const wrong = { minSilenceMs: 900, maxSilenceMs: 600 };
  expectProblem(await start({ turnTaking: wrong }), 422, 'turnTaking.maxSilenceMs');
  expectProblem(
    await start({ agent: { ...agent, turnTaking: wrong } }),
    422,
    'agent.turnTaking.maxSilenceMs',
  );
});

test('an avatar has sound only if its agent says so, or the session overrides it', async () => {
  const seen = async (body: object) => {
    const { session } = (await start(body)).body;
    const { voiceOnly = false } = lastPlan();
    const conversation = (await api.call('GET', `/v3/conversations/${session.id}`)).body;
    expect([session.video, conversation.video]).toEqual([!voiceOnly, !voiceOnly]);
    return session.video;
  };
  const mute = { provider: 'gemini', video: false };
  expect(await seen({})).toBe(true);
  expect(await seen({ video: false })).toBe(false);
  expect(await seen({ agent: mute })).toBe(false);
  expect(await seen({ agent: mute, video: null })).toBe(false);
  expect(await seen({ agent: mute, video: true })).toBe(true);
});
