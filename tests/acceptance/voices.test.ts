import { VOICE_NAMES } from '@visavis/contracts';
import { describe, expect, test } from 'vitest';
import { describeResource } from '../support/describe-resource.ts';
import { expectProblem } from '../support/expect-problem.ts';

const api = describeResource({
  path: '/v3/voices',
  listName: 'voices',
  prefix: 'voc',
  body: async () => ({ instructions: 'Slow and warm.' }),
  shows: { identity: 'Puck', instructions: 'Slow and warm.' },
  invalid: [
    ['an unknown voice name', { identity: 'Pluck' }, 400, 'identity'],
    ['a number as client', { client: 5 }, 400, 'client'],
    ['too long instructions', { instructions: 'x'.repeat(100_001) }, 400, 'instructions'],
  ],
  update: {
    method: 'PATCH',
    body: { identity: 'Kore' },
    shows: { identity: 'Kore', instructions: 'Slow and warm.' },
  },
  unset: ['instructions'],
});

describe('voice names', () => {
  test('there are thirty, and each is taken', async () => {
    expect(VOICE_NAMES).toHaveLength(30);
    for (const identity of VOICE_NAMES) {
      expect(await api().call('POST', '/v3/voices', { body: { identity } })).toMatchObject({
        status: 201,
        body: { identity },
      });
    }
  });
  test('null as identity is the default voice', async () => {
    const { body } = await api().call('POST', '/v3/voices', { body: { identity: null } });
    expect(body.identity).toBe('Puck');
  });
});

test('a voice that an agent uses cannot be deleted', async () => {
  const voice = (await api().call('POST', '/v3/voices', { body: {} })).body;
  const agent = (await api().call('POST', '/v1/agents', { body: { provider: 'gemini', voiceId: voice.id } }))
    .body;
  expectProblem(await api().call('DELETE', `/v3/voices/${voice.id}`), 409);
  await api().call('DELETE', `/v1/agents/${agent.id}`);
  expect((await api().call('DELETE', `/v3/voices/${voice.id}`)).status).toBe(200);
});
