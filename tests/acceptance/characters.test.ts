import { expect, test } from 'vitest';
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
    ['no face', { name: 'x', brainId: 'brn_x' }, 400, 'faceId'],
    ['neither brain nor agent', { name: 'x', faceId: 'face_x' }, 422, 'brainId'],
    ['an unknown face', { name: 'x', faceId: 'face_x', brainId: 'brn_x' }, 422, 'faceId'],
  ],
  update: { method: 'PATCH', body: { name: 'Eva' }, shows: { name: 'Eva', description: 'A guide.' } },
  unset: ['description', 'voiceId'],
});

test('an agent at ElevenLabs makes the provider, and stands in for the brain', async () => {
  const face = (await api().call('GET', '/v3/faces')).body.faces[0];
  const body = { name: 'E', faceId: face.id, elevenlabsAgentId: 'agent_1' };
  const { status, body: character } = await api().call('POST', '/v3/characters', { body });
  expect(status).toBe(201);
  expect(character).toMatchObject({ provider: 'elevenlabs', elevenlabsAgentId: 'agent_1' });
  const patch = { body: { elevenlabsAgentId: null } };
  expectProblem(await api().call('PATCH', `/v3/characters/${character.id}`, patch), 422, 'brainId');
});

test('a voice, which is one of Gemini, is refused beside an agent at ElevenLabs', async () => {
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

test('a face, voice or knowledge base that a character uses cannot be deleted', async () => {
  const kb = (await api().call('POST', '/v3/knowledge-bases', { body: { name: 'k' } })).body;
  const face = (await api().call('GET', '/v3/faces')).body.faces[0];
  const brain = (await api().call('GET', '/v3/brains')).body.brains[0];
  const body = { name: 'E', faceId: face.id, brainId: brain.id, knowledgeBaseId: kb.id };
  expect((await api().call('POST', '/v3/characters', { body })).status).toBe(201);
  expectProblem(await api().call('DELETE', `/v3/knowledge-bases/${kb.id}`), 409);
  const refused = expectProblem(await api().call('DELETE', `/v3/brains/${brain.id}`), 409);
  expect(refused.detail).toContain('The brain is still in use by a character');
});
