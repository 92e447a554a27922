import { beforeAll, describe, expect, test } from 'vitest';
import { ADMIN_TOKEN, useApi } from '../support/api-harness.ts';
import { expectProblem } from '../support/expect-problem.ts';
import { hostToken } from '../support/host-token.ts';

let characterId: string;
const consumer = { identity: 'uma', name: 'Uma' };
const remoteAgent = { identity: 'their-agent', name: 'Agent' };

const api = useApi();
beforeAll(async () => {
  const limits = { concurrentSessions: 1000 };
  await api.call('PATCH', `/admin/organizations/${api.organizationId}`, {
    bearer: ADMIN_TOKEN,
    body: { limits },
  });
  const face = (await api.call('GET', '/v3/faces')).body.faces[0];
  const brain = await api.call('POST', '/v3/brains', {
    body: { instructions: 'You are {{role}}.', greetingMessage: 'Hello {{name}}!' },
  });
  const voice = await api.call('POST', '/v3/voices', { body: { identity: 'Kore', instructions: 'Slow.' } });
  const kb = await api.call('POST', '/v3/knowledge-bases', { body: { name: 'k' } });
  const pieces = { brainId: brain.body.id, voiceId: voice.body.id, knowledgeBaseId: kb.body.id };
  characterId = (
    await api.call('POST', '/v3/characters', { body: { name: 'Ada', faceId: face.id, ...pieces } })
  ).body.id;
});

const promptTemplateVars = { role: 'a guide', name: 'Uma' };
const start = (fields: object = {}) =>
  api.call('POST', '/v3/conversations', {
    body: { name: 'Talk', characterId, consumer, promptTemplateVars, ...fields },
  });
const read = async (id: string) => (await api.call('GET', `/v3/conversations/${id}`)).body;

describe('POST /v3/conversations', () => {
  test('201 returns the conversation with its character, and the plan has all parts of the character', async () => {
    const { status, body } = await start({ client: 'acme', maxSeconds: 120, promptCtx: 'It rains.' });
    expect(status).toBe(201);
    expect(body.consumerAccessToken).toEqual(expect.any(String));
    expect(body.conversation).toMatchObject({
      name: 'Talk',
      status: 'running',
      client: 'acme',
      characterId,
      character: { id: characterId, name: 'Ada' },
      maxSeconds: 120,
      charge: false,
      chargeBySecond: 0,
      consumerIdentity: 'uma',
      consumerName: 'Uma',
      promptCtx: 'It rains.',
      promptTemplateVars,
      transcript: [],
      timeline: [{ type: 'created' }, { type: 'warning' }],
    });
    expect(api.dispatched.at(-1)).toMatchObject({
      mode: 'hosted',
      knowledgeBaseId: expect.stringMatching(/^kb_/),
      engine: {
        voice: 'Kore',
        voiceInstructions: 'Slow.',
        instructions: 'You are a guide.\n\n# Additional context\n\nIt rains.',
        greeting: 'Hello Uma!',
      },
    });
  });
  test('the avatar joins with the identity of the character, which no other participant may use', async () => {
    const first = await start();
    const { character } = first.body.conversation;
    expect(character.livekitIdentity).toBe(characterId);
    expect(api.dispatched.at(-1)!.room.avatarIdentity).toBe(characterId);
    const body = { ...character, livekitIdentity: 'ada-1' };
    await api.call('PUT', `/v3/characters/${characterId}`, { body });
    const second = (await start()).body.conversation;
    expect(second).toMatchObject({ avatarIdentity: 'ada-1', character: { livekitIdentity: 'ada-1' } });
    expect(api.dispatched.at(-1)!.room.avatarIdentity).toBe('ada-1');
    // The earlier conversation keeps the old identity.
    expect(await read(first.body.conversation.id)).toMatchObject({ character, avatarIdentity: characterId });
    const same = { identity: 'ada-1' };
    expectProblem(await start({ consumer: same }), 422, 'consumer.identity');
    expectProblem(await start({ remoteAgent: same }), 422, 'remoteAgent.identity');
    await api.call('PATCH', `/v3/characters/${characterId}`, { body: { livekitIdentity: null } });
  });
  test('without a consumer, creates an identity for one in a room of the service', async () => {
    const made = { consumerIdentity: expect.stringMatching(/^consumer-[0-9a-f-]{36}$/) };
    const hosted = (await start({ consumer: undefined })).body;
    expect(hosted).toMatchObject({ consumerAccessToken: expect.any(String), conversation: made });
    expect(api.dispatched.at(-1)!.consumer).toEqual({ identity: hosted.conversation.consumerIdentity });
    const own = (await start({ consumer: undefined, remoteAgent })).body;
    expect(own).toMatchObject({ consumerAccessToken: expect.any(String), conversation: made });
    const host = { serverUrl: 'wss://rooms.example.com', accessToken: hostToken() };
    const theirs = (await start({ consumer: undefined, remoteAgent, host })).body;
    expect(theirs.conversation).not.toHaveProperty('consumerIdentity');
    expect(api.dispatched.at(-1)!.consumer).toBeUndefined();
    // In the caller's own room, the token determines the avatar's identity.
    const { avatarIdentity } = theirs.conversation;
    expect(api.dispatched.at(-1)!.room).toMatchObject({ avatarIdentity, token: host.accessToken });
    const clash = { remoteAgent, host, consumer: { identity: avatarIdentity } };
    expectProblem(await start(clash), 422, 'consumer.identity');
  });
  test('keeps its character with all parts, even if they are changed or deleted later', async () => {
    const create = async (path: string, body: object) => (await api.call('POST', path, { body })).body;
    const brain = await create('/v3/brains', { instructions: 'Be brief.' });
    const character = await create('/v3/characters', { name: 'Gone', brainId: brain.id });
    const { conversation } = (await start({ characterId: character.id })).body;
    expect(conversation.character).toEqual(character);
    await api.call('PATCH', `/v3/brains/${brain.id}`, { body: { instructions: 'Be long.' } });
    expect((await api.call('DELETE', `/v3/characters/${character.id}`)).status).toBe(200);
    expect((await api.call('DELETE', `/v3/brains/${brain.id}`)).status).toBe(200);
    expect((await read(conversation.id)).character).toEqual(character);
    const session = (await api.call('GET', `/v1/sessions/${conversation.id}`)).body;
    expect(session.avatar).toMatchObject({ name: 'Gone', identity: character.livekitIdentity });
  });
  test('accepts an avatar with a linked agent as a character', async () => {
    const avatar = (await api.call('GET', '/v1/avatars')).body.avatars[0];
    const { status, body } = await start({ characterId: avatar.id });
    expect(status).toBe(201);
    expect(body.conversation).toMatchObject({ characterId: avatar.id });
  });
  test("supports the caller's own agent and own room", async () => {
    const inOurs = await start({ consumer: undefined, remoteAgent });
    expect(inOurs.body).toMatchObject({
      remoteAgentAccessToken: expect.any(String),
      conversation: { remoteAgentIdentity: 'their-agent', remoteAgentName: 'Agent' },
    });
    const host = { serverUrl: 'wss://rooms.example.com', accessToken: hostToken() };
    const inTheirs = await start({ consumer: undefined, remoteAgent, host });
    expect(Object.keys(inTheirs.body)).toEqual(['conversation']);
    expect(inTheirs.body.conversation).toMatchObject({ serverUrl: host.serverUrl, room: 'their-room' });
  });
  test.each<[string, object, number, string]>([
    ['no name', { name: undefined }, 400, 'name'],
    ['no character', { characterId: undefined }, 400, 'characterId'],
    ['an unknown character', { characterId: 'char_x' }, 422, 'characterId'],
    ['an unknown avatar', { characterId: 'avt_x' }, 422, 'characterId'],
    ['a host alone', { host: { serverUrl: 'wss://x', accessToken: 'x' } }, 422, 'remoteAgent'],
    ['the limit', { maxSeconds: 3600 }, 422, 'maxSeconds'],
    ['a missing variable', { promptTemplateVars: {} }, 422, 'promptTemplateVars.role'],
    ['the v1 name of a field', { maxDuration: 60 }, 400, 'maxDuration'],
  ])('%s is refused', async (_what, fields, status, path) => {
    expectProblem(await start(fields), status, path);
  });
});

describe('two views of one conversation', () => {
  test('a conversation started through /v3 is a session in /v1 and vice versa, under the same id', async () => {
    const { conversation } = (await start({ maxSeconds: 60 })).body;
    const session = await api.call('GET', `/v1/sessions/${conversation.id}`);
    expect(session).toMatchObject({
      status: 200,
      body: {
        maxDuration: 60,
        avatarId: characterId,
        avatar: { name: 'Ada' },
        templateVars: promptTemplateVars,
        provider: 'gemini',
      },
    });
    const avatar = (await api.call('GET', '/v1/avatars')).body.avatars[0];
    const started = await api.call('POST', '/v1/sessions', {
      body: { name: 'v1', avatar: { id: avatar.id }, consumerIdentity: consumer, client: 'both' },
    });
    const list = await api.call('GET', '/v3/conversations?client=both');
    expect(list.body).toMatchObject({
      skip: 0,
      take: 20,
      total: 1,
      conversations: [{ id: started.body.session.id, characterId: avatar.id, name: 'v1' }],
    });
  });
  test('a session accepts a character in place of an avatar', async () => {
    const body = {
      name: 'x',
      avatar: { id: characterId },
      consumerIdentity: consumer,
      templateVars: promptTemplateVars,
    };
    const { status, body: started } = await api.call('POST', '/v1/sessions', { body });
    expect(status).toBe(201);
    expect(started.session).toMatchObject({ avatarId: characterId, avatar: { name: 'Ada' } });
  });
});

test('a list truncates long transcripts and marks them; a page beyond the end still has the total', async () => {
  const { id } = (await start({ client: 'long' })).body.conversation;
  const short = (await start({ client: 'long' })).body.conversation.id;
  const at = api.now().getTime();
  for (let entry = 0; entry < 205; entry += 1)
    await api.say(id, `word ${entry}`, { entryId: `entry ${entry}`, at: at + entry });
  const [listedShort, listed] = (await api.call('GET', '/v3/conversations?client=long')).body.conversations;
  expect(listedShort).toMatchObject({ id: short, transcript: [] });
  expect(listedShort).not.toHaveProperty('isTruncated');
  expect(listed).toMatchObject({
    id,
    isTruncated: true,
    timeline: [{ type: 'created' }, { type: 'warning' }],
  });
  expect(listed.transcript).toHaveLength(200);
  expect(listed.transcript[199].content).toBe('word 199');
  const session = (await api.call('GET', '/v1/sessions?client=long&skip=1')).body.sessions[0];
  expect(session).toMatchObject({ id, isTruncated: true });
  expect(session.transcript.entries).toHaveLength(200);
  const whole = await read(id);
  expect(whole.transcript).toHaveLength(205);
  expect(whole).not.toHaveProperty('isTruncated');
  const behind = await api.call('GET', '/v3/conversations?client=long&skip=7');
  expect(behind.body).toMatchObject({ skip: 7, total: 2, conversations: [] });
});

describe('while it runs', () => {
  test('the transcript can be read while it grows, and is cut to what was played', async () => {
    const { id } = (await start()).body.conversation;
    const at = api.now().getTime();
    const say = (entryId: string, author: 'user' | 'character', content: string, after: number) =>
      api.say(id, content, { at: at + after, entryId, author, final: false });
    const time = (after: number) => new Date(at + after).toISOString();
    await say('a', 'character', 'Hello Uma, how are you?', 1);
    await say('b\0', 'user', 'Fine\0 \ud800', 2);
    await say('a', 'character', 'Hello Uma', 3);
    // What the user spoke is known later.
    const said = { startedAt: at + 4, endedAt: at + 6 };
    await api.say(id, 'And you?', { at: at + 9, said, entryId: 'c', author: 'user' });
    expect((await read(id)).transcript).toMatchObject([
      { id: 'a', author: 'character', content: 'Hello Uma', recordedAt: time(1), endedAt: time(3) },
      { id: 'b', author: 'user', content: 'Fine \ufffd', recordedAt: time(2), endedAt: time(2) },
      { id: 'c', author: 'user', content: 'And you?', recordedAt: time(4), endedAt: time(6) },
    ]);
    const { session, conversation } = {
      session: (await api.call('GET', `/v1/sessions/${id}`)).body,
      conversation: await read(id),
    };
    expect(session.transcript.entries).toEqual(conversation.transcript);
    const identities = { user: conversation.consumerIdentity, character: conversation.avatarIdentity };
    expect(session.transcript.transcription).toEqual(
      conversation.transcript.map(
        (entry: { author: 'user' | 'character'; content: string; recordedAt: string }) => ({
          text: entry.content,
          received_at: entry.recordedAt,
          identity: identities[entry.author],
        }),
      ),
    );
  });
  test('the timeline stores each report of the worker only once', async () => {
    const { id } = (await start()).body.conversation;
    const at = api.now().getTime() + 5;
    for (let times = 0; times < 2; times++) await api.note(id, 'turn', '{"latencyMs":640}', { at });
    const types = (await read(id)).timeline.map((entry: { type: string }) => entry.type);
    expect(types).toEqual(['created', 'warning', 'turn']);
  });
  test('measurements are returned as fields as well as in the JSON of their text', async () => {
    const { id } = (await start()).body.conversation;
    const turn = { turn: 1, engine: 'gemini', input: 'speech', engineMs: 300, playoutMs: 20, latencyMs: 320 };
    const measured = { ...turn, userEndedAt: 0 };
    await api.note(id, 'greeting', '{"name":"is what it says"}');
    await api.note(id, 'turn', JSON.stringify(measured));
    await api.note(id, 'tool_call', JSON.stringify({ name: 'hours', content: '{"day":"Monday"}' }));
    // Content of more than 10,000 characters is truncated, so it is no longer valid JSON.
    await api.note(id, 'interruption', '{"by":"voice","heardMs":12,"heardText":"The mus…');
    const { timeline } = await read(id);
    expect(timeline.slice(-4).map(({ data }: { data?: object }) => data)).toEqual([
      undefined,
      { ...turn, userEndedAt: '1970-01-01T00:00:00.000Z' },
      { name: 'hours', content: '{"day":"Monday"}' },
      undefined,
    ]);
    expect(JSON.parse(timeline.at(-3).content)).toEqual(measured);
  });

  test('joinedAt is when the consumer joined; endsAt counts from then; later reports change nothing', async () => {
    const { id, startedAt } = (await start({ maxSeconds: 100 })).body.conversation;
    const joined = Date.parse(startedAt) + 7000;
    await api.report(id, { kind: 'joined', at: joined });
    await api.report(id, { kind: 'joined', at: joined + 5000 });
    const { joinedAt, endsAt } = await read(id);
    expect(Date.parse(joinedAt)).toBe(joined);
    expect(Date.parse(endsAt)).toBe(joined + 100_000);
  });
  test.each([
    ['stopped', 'ended'],
    ['consumer_left', 'ended'],
    ['max_duration', 'ended'],
    ['never_joined', 'ended'],
    ['idle', 'ended'],
    ['shutdown', 'ended'],
    ['provider_error', 'error'],
    ['avatar_error', 'error'],
    ['host_unreachable', 'error'],
    ['crashed', 'error'],
    ['quota', 'blocked'],
  ] as const)('%s makes it %s; only the first ending counts', async (reason, status) => {
    const { id } = (await start()).body.conversation;
    const at = api.now().getTime() + 10;
    await api.report(id, { kind: 'ended', at, reason, detail: 'Because.' });
    await api.report(id, { kind: 'ended', at: at + 1000, reason: 'crashed' });
    await api.report(id, { kind: 'joined', at: at + 1000 });
    const ended = await read(id);
    expect(ended).toMatchObject({
      status,
      endReason: reason,
      endDetail: 'Because.',
      endedAt: new Date(at).toISOString(),
    });
    expect(ended).not.toHaveProperty('joinedAt');
    expect(ended.timeline.filter((entry: { type: string }) => entry.type === 'ended')).toHaveLength(1);
  });
  test('reports for a deleted conversation are ignored', async () => {
    const at = api.now().getTime();
    await api.report('conv_gone', { kind: 'joined', at });
    await api.report('conv_gone', { kind: 'ended', at, reason: 'stopped' });
    await api.note('conv_gone', 'turn', '');
    await api.say('conv_gone', 'x');
    expectProblem(await api.call('GET', '/v3/conversations/conv_gone'), 404);
  });
});

test("POST /v3/conversations/{id}/stop: 201 ends it at once and may be repeated; 404 for one that is unknown or another organization's", async () => {
  const { id } = (await start()).body.conversation;
  const path = `/v3/conversations/${id}/stop`;
  const { key } = await api.createOrganization();
  expectProblem(await api.call('POST', path, { key }), 404);
  const first = await api.call('POST', path);
  expect(first).toMatchObject({ status: 201, body: { status: 'ended', endReason: 'stopped' } });
  expect((await api.call('POST', path)).body).toEqual(first.body);
  expectProblem(await api.call('POST', '/v3/conversations/conv_x/stop'), 404);
});

describe('GET /v3/conversations/{id}/latency', () => {
  const latencyOf = (id: string) => api.call('GET', `/v3/conversations/${id}/latency`);
  test('returns percentiles of the turns in the timeline, and of their parts', async () => {
    const { id } = (await start()).body.conversation;
    expect(await latencyOf(id)).toMatchObject({
      status: 200,
      body: { conversationId: id, engine: 'builtin', turns: 0 },
    });
    expect((await latencyOf(id)).body).not.toHaveProperty('latencyMs');
    for (let n = 1; n <= 20; n++) {
      const content = JSON.stringify({
        turn: n,
        engine: 'builtin',
        engineMs: n * 10,
        playoutMs: 20,
        latencyMs: n * 10 + 20,
      });
      await api.note(id, 'turn', content, { at: api.now().getTime() + n });
    }
    await api.note(id, 'turn', '{}', { at: api.now().getTime() + 30 });
    expect((await latencyOf(id)).body).toEqual({
      conversationId: id,
      engine: 'builtin',
      turns: 20,
      latencyMs: { p50: 120, p90: 200, p95: 210, max: 220 },
      engineMs: { p50: 100, p90: 180, p95: 190, max: 200 },
      playoutMs: { p50: 20, p90: 20, p95: 20, max: 20 },
    });
  });
  test("does not find another organization's conversation", async () => {
    const { id } = (await start()).body.conversation;
    const other = await api.createOrganization();
    expectProblem(await api.call('GET', `/v3/conversations/${id}/latency`, { key: other.key }), 404);
  });
});

describe('POST /v3/conversations/{id}/access-tokens', () => {
  const renew = (id: string, options: object = {}) =>
    api.call('POST', `/v3/conversations/${id}/access-tokens`, options);

  test('201 returns fresh tokens for the same participants and room', async () => {
    const { conversation, consumerAccessToken } = (await start({ maxSeconds: 60 })).body;
    const first = api.minted.at(-1);
    const { status, body } = await renew(conversation.id);
    expect(status).toBe(201);
    expect(body).toEqual({ consumerAccessToken, expiresAt: expect.any(String) });
    expect(api.minted.at(-1)).toEqual(first);
    expect(Date.parse(body.expiresAt)).toBeGreaterThan(Date.parse(conversation.endsAt));
    const remote = (await start({ remoteAgent, consumer: undefined })).body;
    const renewed = (await renew(remote.conversation.id)).body;
    expect(renewed.remoteAgentAccessToken).toBe(remote.remoteAgentAccessToken);
    expect(renewed.consumerAccessToken).toBe(remote.consumerAccessToken);
  });
  test("409 in a room of the caller and once it has ended; 404 for another organization's conversation", async () => {
    const host = { serverUrl: 'wss://rooms.example.com', accessToken: hostToken() };
    const theirs = (await start({ consumer: undefined, remoteAgent, host })).body.conversation;
    expectProblem(await renew(theirs.id), 409);
    const { id } = (await start()).body.conversation;
    expectProblem(await renew(id, { key: (await api.createOrganization()).key }), 404);
    await api.call('POST', `/v3/conversations/${id}/stop`);
    expectProblem(await renew(id), 409);
  });
  test('a client token renews only the tokens of its own conversations', async () => {
    const token = async (user: string) =>
      (await api.call('POST', '/v3/tokens', { body: { user } })).body.token as string;
    const avatar = (await api.call('GET', '/v1/avatars')).body.avatars[0];
    const bearer = await token('uma');
    const body = {
      name: 'Pass',
      avatar: { id: avatar.id },
      agent: { id: avatar.agentId.id },
      consumerIdentity: consumer,
    };
    const { session } = (await api.call('POST', '/v1/session-passes', { bearer, body })).body;
    expect((await renew(session.id, { key: null, bearer })).status).toBe(201);
    expectProblem(await renew(session.id, { key: null, bearer: await token('bob') }), 404);
  });
});
