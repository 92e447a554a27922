import { describe, expect, test } from 'vitest';
import { describeResource } from '../support/describe-resource.ts';
import { expectProblem } from '../support/expect-problem.ts';

const api = describeResource({
  path: '/v3/characters',
  listName: 'characters',
  prefix: 'char',
  body: async (harness, key) => {
    const face = (await harness.call('GET', '/v3/faces', { key })).body.faces[0];
    const brain = (await harness.call('GET', '/v3/brains', { key })).body.brains[0];
    const voice = (await harness.call('GET', '/v3/voices', { key })).body.voices[0];
    return { name: 'Ada', description: 'A guide.', faceId: face.id, brainId: brain.id, voiceId: voice.id };
  },
  shows: {
    name: 'Ada',
    description: 'A guide.',
    provider: 'gemini',
    faceId: expect.stringMatching(/^face_/),
  },
  invalid: [
    ['no name', { faceId: 'face_x', brainId: 'brn_x' }, 400, 'name'],
    ['an unknown brain', { name: 'x', brainId: 'brn_x' }, 422, 'brainId'],
    ['an unknown face', { name: 'x', faceId: 'face_x', brainId: 'brn_x' }, 422, 'faceId'],
  ],
  update: { method: 'PATCH', body: { name: 'Eva' }, shows: { name: 'Eva', description: 'A guide.' } },
  unset: ['description'],
});

test('an ElevenLabs agent sets the provider and replaces the brain', async () => {
  const face = (await api().call('GET', '/v3/faces')).body.faces[0];
  const body = { name: 'E', faceId: face.id, elevenlabsAgentId: 'agent_1' };
  const { status, body: character } = await api().call('POST', '/v3/characters', { body });
  expect(status).toBe(201);
  expect(character).toMatchObject({ provider: 'elevenlabs', elevenlabsAgentId: 'agent_1' });
  expect(character).not.toHaveProperty('voice');
  expect(character).not.toHaveProperty('brainId');
  const patch = { body: { elevenlabsAgentId: null } };
  const back = (await api().call('PATCH', `/v3/characters/${character.id}`, patch)).body;
  expect(back).toMatchObject({ provider: 'gemini', brain: { instructions: expect.any(String) } });
});

test('a voice, which belongs to Gemini, is refused together with an ElevenLabs agent', async () => {
  const face = (await api().call('GET', '/v3/faces')).body.faces[0];
  const voice = (await api().call('GET', '/v3/voices')).body.voices[0];
  const brain = (await api().call('GET', '/v3/brains')).body.brains[0];
  const body = { name: 'E', faceId: face.id, brainId: brain.id, voiceId: voice.id };
  const refused = await api().call('POST', '/v3/characters', {
    body: { ...body, elevenlabsAgentId: 'agent_1' },
  });
  expectProblem(refused, 422, 'voiceId');
  expect(refused.body.detail).toMatch(/speaks as Puck, but an agent at ElevenLabs has its own voice/);
  const { body: character } = await api().call('POST', '/v3/characters', { body });
  const patch = (fields: object) => api().call('PATCH', `/v3/characters/${character.id}`, { body: fields });
  expectProblem(await patch({ elevenlabsAgentId: 'agent_1' }), 422, 'voiceId');
  expect((await patch({ elevenlabsAgentId: 'agent_1', voiceId: null })).body.provider).toBe('elevenlabs');
  expectProblem(await patch({ voiceId: voice.id }), 422, 'voiceId');
});

describe('the parts of a character', () => {
  const create = async (body: object) => (await api().call('POST', '/v3/characters', { body })).body;

  test.each([
    ['left out', {}],
    ['null', { faceId: null, voiceId: null, brainId: null, knowledgeBaseId: null, elevenlabsAgentId: null }],
    [
      'empty',
      { faceId: '', voiceId: '', brainId: '', knowledgeBaseId: '', elevenlabsAgentId: '', client: null },
    ],
  ])(
    "ids that are %s select the first built-in face and the organization's initial voice and brain",
    async (_what, ids) => {
      const character = await create({ name: 'D', ...ids });
      expect(character).toMatchObject({
        provider: 'gemini',
        livekitIdentity: character.id,
        face: { id: character.faceId, identity: 'mira' },
        voice: { id: character.voiceId, identity: 'Puck' },
        brain: { id: character.brainId, instructions: expect.stringContaining('friendly') },
      });
      for (const field of ['knowledgeBaseId', 'knowledgeBase', 'elevenlabsAgentId'])
        expect(character).not.toHaveProperty(field);
    },
  );

  test('every answer contains each part in full, next to its id', async () => {
    const piece = async (path: string, body: object) => (await api().call('POST', path, { body })).body;
    const voice = await piece('/v3/voices', { identity: 'Kore', instructions: 'Slowly.' });
    const brain = await piece('/v3/brains', { instructions: 'Be brief.' });
    const knowledgeBase = await piece('/v3/knowledge-bases', { name: 'k' });
    const text = { name: 'a.txt', mimeType: 'text/plain' };
    const added = await piece(`/v3/knowledge-bases/${knowledgeBase.id}/documents`, text);
    const ids = { voiceId: voice.id, brainId: brain.id, knowledgeBaseId: knowledgeBase.id };
    const character = await create({ name: 'Whole', client: 'whole', ...ids });
    expect(character).toMatchObject({
      ...ids,
      voice,
      brain: { ...brain, greetingMessage: '' },
      knowledgeBase: { ...knowledgeBase, documents: [added.document] },
    });
    const path = `/v3/characters/${character.id}`;
    expect((await api().call('GET', path)).body).toEqual(character);
    expect((await api().call('GET', '/v3/characters?client=whole')).body.characters).toEqual([character]);
    const replaced = await api().call('PUT', path, { body: { ...character, name: 'Other' } });
    expect(replaced).toMatchObject({
      status: 200,
      body: { ...character, name: 'Other', updatedAt: expect.any(String) },
    });
    expect((await api().call('PUT', path, { body: { description: 'D' } })).body).toMatchObject({
      name: 'Other',
      ...ids,
    });
    expect((await api().call('DELETE', path)).body).toMatchObject({ voice, knowledgeBase: { name: 'k' } });
  });

  test('its LiveKit identity is the one given, or else its id', async () => {
    const character = await create({ name: 'I', livekitIdentity: 'nova' });
    expect(character.livekitIdentity).toBe('nova');
    const path = `/v3/characters/${character.id}`;
    for (const livekitIdentity of [null, '']) {
      const { body } = await api().call('PATCH', path, { body: { livekitIdentity } });
      expect(body.livekitIdentity).toBe(character.id);
    }
    const tooLong = await api().call('PATCH', path, { body: { livekitIdentity: 'x'.repeat(257) } });
    expectProblem(tooLong, 400, 'livekitIdentity');
  });

  test('requires a brain to be named if the organization has none', async () => {
    const { key } = await api().createOrganization();
    for (const { id } of (await api().call('GET', '/v3/brains', { key })).body.brains)
      await api().call('DELETE', `/v3/brains/${id}`, { key });
    const refused = await api().call('POST', '/v3/characters', { key, body: { name: 'x' } });
    expectProblem(refused, 422, 'brainId');
  });
});

test('a face, voice or knowledge base that a character uses cannot be deleted', async () => {
  const kb = (await api().call('POST', '/v3/knowledge-bases', { body: { name: 'k' } })).body;
  const face = (await api().call('GET', '/v3/faces')).body.faces[0];
  const brain = (await api().call('GET', '/v3/brains')).body.brains[0];
  const body = { name: 'E', faceId: face.id, brainId: brain.id, knowledgeBaseId: kb.id };
  expect((await api().call('POST', '/v3/characters', { body })).status).toBe(201);
  expectProblem(await api().call('DELETE', `/v3/knowledge-bases/${kb.id}`), 409);
  const refused = expectProblem(await api().call('DELETE', `/v3/brains/${brain.id}`), 409);
  expect(refused.detail).toContain('The brain is still used by a character');
});

test('a large answer is sent in pieces and is complete, also when a repeated request gets it', async () => {
  const kb = (await api().call('POST', '/v3/knowledge-bases', { body: { name: 'large' } })).body;
  for (let count = 0; count < 20; count++) {
    const body = { name: `${count}`, mimeType: 'text/plain', description: '\u0001'.repeat(4_000) };
    await api().call('POST', `/v3/knowledge-bases/${kb.id}/documents`, { body });
  }
  const request = {
    body: { name: 'Large', client: 'large', knowledgeBaseId: kb.id },
    headers: { 'idempotency-key': 'large' },
  };
  const made = await api().call('POST', '/v3/characters', request);
  const repeated = await api().call('POST', '/v3/characters', request);
  expect(repeated).toMatchObject({ status: 201, headers: { 'idempotent-replayed': 'true' } });
  expect(repeated.body).toEqual(made.body);
  expect(made.body.knowledgeBase.documents).toHaveLength(20);
  const address = `${await api().listen()}/v3/characters`;
  const get = (path: string, method = 'GET') =>
    fetch(address + path, { method, headers: { 'x-api-key': api().key } });
  const list = await get('?client=large');
  expect(list.headers.get('transfer-encoding')).toBe('chunked');
  expect(list.headers.get('content-type')).toBe('application/json; charset=utf-8');
  const one = await (await get(`/${made.body.id}`)).json();
  expect(one).toMatchObject({ id: made.body.id, knowledgeBase: made.body.knowledgeBase });
  expect(await list.json()).toEqual({ skip: 0, take: 20, total: 1, characters: [one] });
  const head = await get('?client=large', 'HEAD');
  expect({ status: head.status, body: await head.text() }).toEqual({ status: 200, body: '' });
});
