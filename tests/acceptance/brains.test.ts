import { expect, test } from 'vitest';
import { describeResource } from '../support/describe-resource.ts';
import { expectProblem } from '../support/expect-problem.ts';

const api = describeResource({
  path: '/v3/brains',
  listName: 'brains',
  prefix: 'brn',
  body: async () => ({ instructions: 'You are {{name}}.', greetingMessage: 'Hello!', model: 'gpt-9' }),
  shows: { instructions: 'You are {{name}}.', greetingMessage: 'Hello!', model: 'gpt-9' },
  invalid: [
    ['no instructions', {}, 400, 'instructions'],
    ['empty instructions', { instructions: '' }, 400, 'instructions'],
    ['instructions as a list', { instructions: ['x'] }, 400, 'instructions'],
    ['a template that can never be filled in', { instructions: 'Hello {{#a}}' }, 422, 'instructions'],
    ['such a greeting', { instructions: 'x', greetingMessage: '{{name' }, 422, 'greetingMessage'],
  ],
  update: { method: 'PATCH', body: { instructions: 'Be brief.' }, shows: { instructions: 'Be brief.' } },
  emptied: ['greetingMessage'],
  unset: ['model'],
});

test('instructions cannot be unset', async () => {
  const { body } = await api().call('POST', '/v3/brains', { body: { instructions: 'x' } });
  expectProblem(
    await api().call('PATCH', `/v3/brains/${body.id}`, { body: { instructions: null } }),
    400,
    'instructions',
  );
});

test('a brain that a character uses cannot be deleted', async () => {
  const brain = (await api().call('POST', '/v3/brains', { body: { instructions: 'x' } })).body;
  const face = (await api().call('GET', '/v3/faces')).body.faces[0];
  const body = { name: 'c', faceId: face.id, brainId: brain.id };
  const character = (await api().call('POST', '/v3/characters', { body })).body;
  expectProblem(await api().call('DELETE', `/v3/brains/${brain.id}`), 409);
  await api().call('DELETE', `/v3/characters/${character.id}`);
  expect(await api().call('DELETE', `/v3/brains/${brain.id}`)).toMatchObject({ status: 200, body: brain });
});
