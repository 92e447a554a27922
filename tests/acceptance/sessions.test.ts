import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type CallOptions, PNG, useApi } from '../support/api-harness.ts';
import { expectProblem } from '../support/expect-problem.ts';
import { hostToken } from '../support/host-token.ts';
import { noCapacity, slowJpeg } from '../support/inside.ts';

let avatarId: string;
/** An avatar that is not linked to an agent. */
let muteId: string;
const consumerIdentity = { identity: 'user-1', name: 'Uma' };
const remoteAgentConnectingIdentity = { identity: 'their-agent', name: 'Agent' };
const host = { serverUrl: 'wss://rooms.example.com', accessToken: hostToken() };

const api = useApi();
beforeAll(async () => {
  const avatars = (await api.call('GET', '/v1/avatars')).body.avatars;
  avatarId = avatars[0].id;
  muteId = (await api.call('POST', '/v1/avatars', { body: { name: 'Mute' } })).body.id;
});
beforeEach(() => api.services.conversations.stopAll(api.organizationId, 'stopped'));

const start = (fields: object, options: CallOptions = {}) =>
  api.call('POST', '/v1/sessions', {
    body: { name: 'Talk', avatar: { id: avatarId }, consumerIdentity, ...fields },
    ...options,
  });
const lastPlan = () => api.dispatched.at(-1)!;
const counts = async () => ({
  avatars: (await api.call('GET', '/v1/avatars')).body.total,
  agents: (await api.call('GET', '/v1/agents')).body.total,
  faces: (await api.call('GET', '/v3/faces')).body.total,
  sessions: (await api.call('GET', '/v1/sessions')).body.total,
  blobs: await api.countBlobs(),
});

describe('hosted', () => {
  test('201 returns the session and a consumer token, repeats the limits, and gives a worker the plan', async () => {
    const { status, body } = await start({ client: 'acme', maxDuration: 90 });
    expect(status).toBe(201);
    expect(body.session).toMatchObject({
      id: expect.stringMatching(/^conv_/),
      organizationId: api.organizationId,
      name: 'Talk',
      client: 'acme',
      status: 'running',
      provider: 'gemini',
      engine: 'builtin',
      freemium: true,
      maxDuration: 90,
      avatarId,
      avatar: { id: avatarId, name: 'Mira' },
      agentId: expect.stringMatching(/^agt_/),
      agent: { provider: 'gemini' },
      consumerIdentity,
      host: { serverUrl: expect.stringMatching(/^ws/) },
      transcript: { entries: [] },
    });
    const seconds = (Date.parse(body.session.endsAt) - Date.parse(body.session.startedAt)) / 1000;
    expect(seconds).toBe(90);
    expect(body.consumerAccessToken).toEqual(expect.any(String));
    expect(body).not.toHaveProperty('remoteAgentAccessToken');
    expect(api.minted).toContainEqual(
      expect.objectContaining({ ...consumerIdentity, role: 'consumer', room: body.session.room }),
    );
    expect(lastPlan()).toMatchObject({
      conversationId: body.session.id,
      organizationId: api.organizationId,
      mode: 'hosted',
      consumer: consumerIdentity,
      face: { identity: 'mira' },
      engine: { name: 'builtin', voice: 'Puck' },
      limits: { maxSeconds: 90, joinTimeoutMs: 60_000, reconnectGraceMs: 30_000, wrapUpMs: 30_000 },
    });
    expect((await api.call('GET', `/v1/sessions/${body.session.id}`)).body).toEqual(body.session);
  });

  test('the avatar joins with its identity, which no other participant may use', async () => {
    const { body } = await start({});
    expect(body.session).toMatchObject({ avatar: { identity: 'mira' }, avatarIdentity: 'mira' });
    expect(lastPlan().room.avatarIdentity).toBe('mira');
    expect(api.minted).toContainEqual(
      expect.objectContaining({ room: body.session.room, role: 'avatar', identity: 'mira', name: 'Mira' }),
    );
    const custom = await start({
      avatar: { identity: 'nova', refImage: PNG },
      agent: { provider: 'gemini' },
    });
    expect(custom.body.session).toMatchObject({ avatar: { identity: 'nova' }, avatarIdentity: 'nova' });
    const same = { identity: 'mira', name: 'Mira' };
    expectProblem(await start({ consumerIdentity: same }), 422, 'consumerIdentity.identity');
    const remote = await start({ remoteAgentConnectingIdentity: same });
    expectProblem(remote, 422, 'remoteAgentConnectingIdentity.identity');
  });
  test('an empty id means "none" as well', async () => {
    const agent = { id: '', provider: 'gemini', voiceId: '', brainId: '', knowledgeBaseId: '', remoteId: '' };
    const inPlace = { id: '', identity: 'mira', agentId: '', client: { id: '' } };
    const { status, body } = await start({ avatar: inPlace, agent, knowledgeBase: { id: '' } });
    expect({ status, body }).toMatchObject({
      status: 201,
      body: { session: { avatar: { identity: 'mira' } } },
    });
    for (const absent of ['knowledgeBaseId', 'knowledgeBase'])
      expect(body.session).not.toHaveProperty(absent);
    expect(body.session.avatar).not.toHaveProperty('agentId');
    expect(body.session.agent).not.toHaveProperty('voiceId');
  });
  test('keeps its avatar and agent as they were, even if they are changed or deleted later', async () => {
    const linked = (await api.call('POST', '/v1/agents', { body: { provider: 'gemini', name: 'Linked' } }))
      .body;
    const avatar = (
      await api.call('POST', '/v1/avatars', { body: { name: 'Gone', agentId: linked.id, refImage: PNG } })
    ).body;
    const { session } = (await start({ avatar: { id: avatar.id } })).body;
    expect(session).toMatchObject({ avatar, agent: linked, avatarId: avatar.id, agentId: linked.id });
    await api.call('PUT', `/v1/avatars/${avatar.id}`, { body: { name: 'Changed' } });
    await api.call('DELETE', `/v1/avatars/${avatar.id}`);
    expect((await api.call('DELETE', `/v1/agents/${linked.id}`)).status).toBe(200);
    const url = new URL(avatar.thumbnailUrl);
    expect((await api.call('GET', url.pathname + url.search)).status).toBe(200);
    const kept = (await api.call('GET', `/v1/sessions/${session.id}`)).body;
    expect(kept).toMatchObject({ avatar, agent: linked, avatarId: avatar.id, agentId: linked.id });
    const listed = (await api.call('GET', '/v1/sessions?take=1')).body.sessions[0];
    expect(listed).toMatchObject({ id: session.id, avatar, agent: linked });
  });
  test('null means "none" for everything that may be left out', async () => {
    const { status, body } = await start({
      avatar: { id: avatarId, identity: null, refImage: null },
      agent: { id: null, provider: 'gemini', name: null },
      client: null,
      host: null,
      knowledgeBase: null,
      remoteAgentConnectingIdentity: null,
      maxDuration: null,
      additionalCtx: null,
      templateVars: null,
    });
    expect({ status, body }).toMatchObject({ status: 201, body: { session: { maxDuration: 600 } } });
    const linked = await start({ agent: null });
    expect(linked.body.session).toMatchObject({ agentId: expect.stringMatching(/^agt_/) });
    const mute = await start({ avatar: { id: muteId }, agent: null });
    expectProblem(mute, 422, 'agent');
    const nobody = await start({ consumerIdentity: null });
    expectProblem(nobody, 422, 'consumerIdentity');
    const none = { consumer: null, host: null, remoteAgent: null, maxSeconds: null };
    const conversation = { name: 'x', characterId: avatarId, ...none };
    expect((await api.call('POST', '/v3/conversations', { body: conversation })).status).toBe(201);
    const withConsumer = { ...conversation, consumer: { identity: 'uma', name: null } };
    expect((await api.call('POST', '/v3/conversations', { body: withConsumer })).status).toBe(201);
  });

  test('an agent is named by its id, or by an object that contains it, as in answers', async () => {
    const made = (await api.call('POST', '/v1/agents', { body: { provider: 'gemini' } })).body;
    const { body } = await start({ agent: { id: { id: made.id } } });
    expect(body.session).toMatchObject({ agentId: made.id, agent: made });
    expectProblem(await start({ agent: { id: { id: made.id }, provider: 'gemini' } }), 422, 'agent');
    expectProblem(await start({ agent: { id: { id: 'agt_none' } } }), 422, 'agent.id');
    expectProblem(await start({ agent: { id: 7 } }), 400, 'agent.id');
  });

  test('an agent and an avatar defined in the request are stored like any other', async () => {
    const { body } = await start({
      client: 'acme',
      avatar: { name: 'Me', refImage: PNG },
      agent: { provider: 'openai', name: 'Mine', instructions: 'Be {{mood}}.', greetingMsg: 'Hi {{name}}!' },
      templateVars: { mood: 'calm & <kind>', name: 'Bo' },
      additionalCtx: 'It rains.',
    });
    expect(lastPlan()).toMatchObject({
      // With the face that was detected when the picture was uploaded.
      face: { image: PNG.split(',')[1], mesh: expect.stringMatching(/^[\w+/]{7000,}=*$/) },
      engine: { instructions: 'Be calm & <kind>.\n\n# Additional context\n\nIt rains.', greeting: 'Hi Bo!' },
    });
    expect(body.session).toMatchObject({ additionalCtx: 'It rains.', templateVars: { name: 'Bo' } });
    const { avatarId: madeAvatar, agentId: madeAgent } = body.session;
    expect((await api.call('GET', `/v1/avatars/${madeAvatar}`)).body).toMatchObject({
      name: 'Me',
      client: 'acme',
    });
    expect((await api.call('GET', `/v1/agents/${madeAgent}`)).body).toMatchObject({
      name: 'Mine',
      client: 'acme',
    });
  });

  test('workers get a plain copy of a picture that is slow to decode', async () => {
    const refImage = `data:image/jpeg;base64,${slowJpeg(640, 3).toString('base64')}`;
    expect((await start({ avatar: { name: 'Slow', refImage }, agent: { provider: 'gemini' } })).status).toBe(
      201,
    );
    const copy = Buffer.from((lastPlan().face as { image: string }).image, 'base64');
    const scan = Buffer.from([0xff, 0xda]);
    expect(copy.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
    expect(copy.indexOf(scan)).toBe(copy.lastIndexOf(scan));
  });

  test('an agent inherits missing settings from its voice and brain', async () => {
    const brain = await api.call('POST', '/v3/brains', {
      body: { instructions: 'Brain.', greetingMessage: 'Hm.' },
    });
    const voice = await api.call('POST', '/v3/voices', { body: { identity: 'Kore', instructions: 'Slow.' } });
    const kb = await api.call('POST', '/v3/knowledge-bases', { body: { name: 'k' } });
    const pieces = { brainId: brain.body.id, voiceId: voice.body.id, knowledgeBaseId: kb.body.id };
    await start({ agent: { provider: 'gemini', instructions: 'Mine.', ...pieces } });
    expect(lastPlan()).toMatchObject({
      engine: { instructions: 'Mine.', greeting: 'Hm.', voice: 'Kore', voiceInstructions: 'Slow.' },
      knowledgeBaseId: kb.body.id,
    });
    const other = await api.call('POST', '/v3/knowledge-bases', { body: { name: 'other' } });
    const { body } = await start({
      agent: { provider: 'gemini', ...pieces },
      knowledgeBase: { id: other.body.id },
    });
    expect(lastPlan()).toMatchObject({ engine: { instructions: 'Brain.' }, knowledgeBaseId: other.body.id });
    expect(body.session).toMatchObject({ knowledgeBaseId: other.body.id, knowledgeBase: other.body });
    await api.call('DELETE', `/v3/knowledge-bases/${other.body.id}`);
    const kept = (await api.call('GET', `/v1/sessions/${body.session.id}`)).body;
    expect(kept.knowledgeBase).toEqual(other.body);
    const own = await start({ agent: { provider: 'gemini', ...pieces } });
    expect(own.body.session.knowledgeBase).toEqual(kb.body);
    const { sessions } = (await api.call('GET', '/v1/sessions?take=2')).body;
    expect(sessions.map((session: { knowledgeBase: object }) => session.knowledgeBase)).toEqual([
      kb.body,
      other.body,
    ]);
  });

  test('the default duration is 600 s, or a lower limit of the organization', async () => {
    expect((await start({})).body.session.maxDuration).toBe(600);
    const { key } = await api.createOrganization({ limits: { maxSessionSeconds: 60 } });
    const avatar = (await api.call('GET', '/v1/avatars', { key })).body.avatars[0];
    const { body } = await start({ avatar: { id: avatar.id } }, { key });
    expect(body.session.maxDuration).toBe(59);
  });
});

test('own agent in our room: 201 returns a token for the agent, and one for the consumer if there is one', async () => {
  const alone = await start({
    avatar: { id: muteId },
    remoteAgentConnectingIdentity,
    consumerIdentity: undefined,
  });
  expect(alone.status).toBe(201);
  expect(alone.body.remoteAgentAccessToken).toEqual(expect.any(String));
  expect(alone.body).not.toHaveProperty('consumerAccessToken');
  expect(alone.body.session).toMatchObject({
    provider: 'remote',
    remoteAgentIdentity: remoteAgentConnectingIdentity,
  });
  expect(alone.body.session).not.toHaveProperty('engine');
  expect(lastPlan()).toMatchObject({ mode: 'remote_agent', remoteAgent: remoteAgentConnectingIdentity });
  expect(lastPlan()).not.toHaveProperty('engine');
  expect(api.minted).toContainEqual(
    expect.objectContaining({ role: 'avatar', publishOnBehalf: 'their-agent' }),
  );
  const both = await start({ remoteAgentConnectingIdentity });
  expect(both.body).toMatchObject({
    remoteAgentAccessToken: expect.any(String),
    consumerAccessToken: expect.any(String),
  });
});

describe('own room', () => {
  const own = { host, remoteAgentConnectingIdentity, consumerIdentity: undefined };

  test('201 without tokens; the avatar joins the room of the token', async () => {
    const { status, body } = await start(own);
    expect(status).toBe(201);
    expect(Object.keys(body)).toEqual(['session']);
    expect(body.session).toMatchObject({
      provider: 'remote',
      host: { serverUrl: host.serverUrl },
      room: 'their-room',
    });
    expect(lastPlan().room).toEqual({
      name: 'their-room',
      url: host.serverUrl,
      token: host.accessToken,
      host: { privateAddresses: false },
      avatarIdentity: 'avatar',
    });
  });
  test.each([
    ['no join', { video: { room: 'r' } }, 'does not grant permission to join'],
    ['no room', { video: { roomJoin: true } }, 'does not contain a room'],
    ['no identity', { sub: undefined }, 'has no identity'],
    ['the identity of the agent', { sub: 'their-agent' }, 'has the same identity as the agent'],
    [
      'no right to publish',
      { video: { roomJoin: true, room: 'r', canPublish: false } },
      'does not grant permission to publish',
    ],
    ['a past', { exp: 1_000_000_000 }, 'has expired'],
    ['a future', { nbf: 4_000_000_000 }, 'is not valid yet'],
  ])('422 for a token with %s', async (_what, claims, words) => {
    const answer = await start({ ...own, host: { ...host, accessToken: hostToken(claims) } });
    expect(expectProblem(answer, 422, 'host.accessToken').detail).toContain(words);
  });
  test.each([`${hostToken({})}\n`, hostToken({}).replace('.', 'é.')])(
    '422 for a token that no HTTP header can carry: %j',
    async (accessToken) => {
      const answer = await start({ ...own, host: { ...host, accessToken } });
      expect(expectProblem(answer, 422, 'host.accessToken').detail).toContain(
        'contains whitespace or other invalid characters',
      );
    },
  );
  test('422 for an invalid token or address', async () => {
    expectProblem(await start({ ...own, host: { ...host, accessToken: 'x' } }), 422, 'host.accessToken');
    expectProblem(await start({ ...own, host: { ...host, serverUrl: 'ftp://x' } }), 422, 'host.serverUrl');
  });
  test.each([
    'ws://127.0.0.1:7880',
    'ws://2130706433',
    'wss://[::ffff:10.0.0.1]',
    'https://169.254.169.254',
    'ws://LOCALHOST.',
    'wss://user:secret@rooms.example.com',
  ])('422 for an address that is not on the public internet: %s', async (serverUrl) => {
    expectProblem(await start({ ...own, host: { ...host, serverUrl } }), 422, 'host.serverUrl');
  });
  test.each([
    ['kind', { kind: 'standard' }],
    ['attribute', { attributes: {} }],
    ['agent', { attributes: { 'lk.publish_on_behalf': 'another' } }],
  ])('adds a warning for a token with a doubtful %s', async (_what, claims) => {
    const { body } = await start({ ...own, host: { ...host, accessToken: hostToken(claims) } });
    const { timeline } = (await api.call('GET', `/v3/conversations/${body.session.id}`)).body;
    expect(timeline).toContainEqual(
      expect.objectContaining({ type: 'warning', content: expect.stringContaining('host.accessToken') }),
    );
  });
});

describe('refused', () => {
  test.each<[string, object, number, string]>([
    ['a consumer without identity', { consumerIdentity: { name: 'x' } }, 400, 'consumerIdentity.identity'],
    ['an unknown avatar', { avatar: { id: 'avt_x' } }, 422, 'avatar.id'],
    ['an avatar by id and in place', { avatar: { id: 'avt_x', name: 'n' } }, 422, 'avatar.name'],
    ['an unknown agent', { agent: { id: 'agt_x' } }, 422, 'agent.id'],
    ['an agent by id and in place', { agent: { id: 'agt_x', provider: 'gemini' } }, 422, 'agent'],
    ['an agent without provider', { agent: { name: 'x' } }, 400, 'agent.provider'],
    ['an unknown knowledge base', { knowledgeBase: { id: 'kb_x' } }, 422, 'knowledgeBase.id'],
    ['two agents', { agent: { provider: 'gemini' }, remoteAgentConnectingIdentity }, 422, 'agent'],
    [
      'a host with a hosted agent',
      { host, agent: { provider: 'gemini' } },
      422,
      'remoteAgentConnectingIdentity',
    ],
    [
      'one identity for two',
      { remoteAgentConnectingIdentity: { identity: consumerIdentity.identity } },
      422,
      'consumerIdentity',
    ],
    ['more than the limit', { maxDuration: 1e9 }, 422, 'maxDuration'],
    ['no duration', { maxDuration: 0 }, 400, 'maxDuration'],
    ['a string as duration', { maxDuration: '60' }, 400, 'maxDuration'],
    [
      'a missing variable',
      { agent: { provider: 'gemini', instructions: '{{name}}' } },
      422,
      'templateVars.name',
    ],
    [
      'a malformed template',
      { agent: { provider: 'gemini', instructions: '{{#a}}' } },
      422,
      'agent.instructions',
    ],
    [
      'a template that repeats its data',
      { agent: { provider: 'gemini', instructions: '{{#a}}{{/a}}' } },
      422,
      'agent.instructions',
    ],
    [
      'values that make a long text of a short one',
      {
        agent: { provider: 'gemini', instructions: '{{x}}'.repeat(500) },
        templateVars: { x: 'x'.repeat(90_000) },
      },
      422,
      'templateVars',
    ],
    ['very long values', { templateVars: { x: 'x'.repeat(100_000) } }, 422, 'templateVars'],
  ])('%s', async (_what, fields, status, path) => {
    const before = await counts();
    const plans = api.dispatched.length;
    expectProblem(await start(fields), status, path);
    expect(await counts()).toEqual(before);
    expect(api.dispatched).toHaveLength(plans);
  });

  test('422 if no agent could speak', async () => {
    expectProblem(await start({ avatar: { id: muteId } }), 422, 'agent');
    expectProblem(await start({ avatar: { id: '' } }), 422, 'avatar.id');
  });
  test('names the limit and the missing variable', async () => {
    expect(expectProblem(await start({ maxDuration: 3600 }), 422).detail).toContain('3600 seconds');
    const agent = { provider: 'gemini', instructions: 'You know {{user.name}} and {{constructor}}.' };
    expect(expectProblem(await start({ agent }), 422).detail).toContain('templateVars.user.name');
    const variables = { templateVars: { user: { name: 'Bo' } } };
    expect(expectProblem(await start({ agent, ...variables }), 422).detail).toContain(
      'templateVars.constructor',
    );
  });
  test('suggests the right name for a mistyped property', async () => {
    const { detail } = expectProblem(await start({ maxDurations: 60 }), 400, 'maxDurations');
    expect(detail).toContain('did you mean `maxDuration`?');
  });
  test('503 with Retry-After if no worker can take it, and nothing is left behind', async () => {
    const before = await counts();
    api.failNextDispatch(noCapacity('All workers are busy.'));
    const answer = await start({ avatar: { name: 'Me', refImage: PNG }, agent: { provider: 'gemini' } });
    expectProblem(answer, 503, undefined, 'capacity');
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(await counts()).toEqual(before);
  });
  test('500 without internals for an error of the service, and nothing is left behind', async () => {
    const before = await counts();
    api.failNextDispatch(new Error('secret path /etc/visavis'));
    const problem = expectProblem(
      await start({ avatar: { name: 'Me' }, agent: { provider: 'gemini' } }),
      500,
      undefined,
      'internal',
    );
    expect(JSON.stringify(problem)).not.toContain('secret');
    expect(await counts()).toEqual(before);
  });
  test("refuses another organization's avatar as unknown", async () => {
    const { key } = await api.createOrganization();
    expectProblem(await start({}, { key }), 422, 'avatar.id');
  });
});

test('limits of the organization: 429 at the limit of conversations, also for simultaneous starts; a freed place can be used again', async () => {
  const { key } = await api.createOrganization({ limits: { concurrentSessions: 2 } });
  const avatar = (await api.call('GET', '/v1/avatars', { key })).body.avatars[0];
  const begin = () => start({ avatar: { id: avatar.id } }, { key });
  const answers = await Promise.all([1, 2, 3, 4, 5].map(begin));
  expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([201, 201, 429, 429, 429]);
  const refused = answers.find((answer) => answer.status === 429)!;
  expectProblem(refused, 429, undefined, 'concurrency_limit');
  expect(refused.headers['retry-after']).toBeDefined();
  expect((await api.call('GET', '/v3/organizations/concurrency', { key })).body).toEqual({
    limit: 2,
    active: 2,
    canStart: false,
  });
  const one = answers.find((answer) => answer.status === 201)!.body.session.id;
  await api.call('PATCH', `/v1/sessions/${one}/stop`, { key });
  expect((await begin()).status).toBe(201);
});

test("GET /v1/sessions: lists, filters and pages; 404 for one that is unknown or another organization's", async () => {
  const { body: started } = await start({ client: 'listed' });
  const list = await api.call('GET', '/v1/sessions?client=listed');
  expect(list.body).toMatchObject({ total: 1, skip: 0, take: 20, sessions: [started.session] });
  expectProblem(await api.call('GET', '/v1/sessions?take=51'), 400, 'query.take');
  expectProblem(await api.call('GET', '/v1/sessions/conv_x'), 404);
  const { key } = await api.createOrganization();
  expectProblem(await api.call('GET', `/v1/sessions/${started.session.id}`, { key }), 404);
  expectProblem(await api.call('PATCH', `/v1/sessions/${started.session.id}/stop`, { key }), 404);
});

test('PATCH /v1/sessions/{id}/stop: 200 ends it at once, notifies the worker, and may be repeated', async () => {
  const { id } = (await start({})).body.session;
  const first = await api.call('PATCH', `/v1/sessions/${id}/stop`);
  expect(first).toMatchObject({ status: 200, body: { status: 'ended', endReason: 'stopped' } });
  expect(api.stopped).toContainEqual({ conversationId: id, reason: 'stopped' });
  const told = api.stopped.length;
  const second = await api.call('PATCH', `/v1/sessions/${id}/stop`);
  expect(second.body).toEqual(first.body);
  expect(api.stopped).toHaveLength(told);
  expectProblem(await api.call('PATCH', '/v1/sessions/conv_x/stop'), 404);
});
