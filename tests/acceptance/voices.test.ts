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

test('null as identity selects the default voice', async () => {
  const { body } = await api().call('POST', '/v3/voices', { body: { identity: null } });
  expect(body.identity).toBe('Puck');
});

test('a voice that an agent uses cannot be deleted', async () => {
  const voice = (await api().call('POST', '/v3/voices', { body: {} })).body;
  const agent = (await api().call('POST', '/v1/agents', { body: { provider: 'gemini', voiceId: voice.id } }))
    .body;
  expectProblem(await api().call('DELETE', `/v3/voices/${voice.id}`), 409);
  await api().call('DELETE', `/v1/agents/${agent.id}`);
  expect((await api().call('DELETE', `/v3/voices/${voice.id}`)).status).toBe(200);
});

describe('GET /v3/voice-samples', () => {
  const sample = (query: string) => api().call('GET', `/v3/voice-samples?${query}`);

  test('returns a sentence in the voice that a conversation would have now, made once, and the reason for that voice', async () => {
    const { status, body } = await sample('provider=openai&voice=coral');
    expect(status).toBe(200);
    expect(body).toMatchObject({ provider: 'openai', voice: 'coral', mimeType: 'audio/wav' });
    expect(Buffer.from(body.audio, 'base64').toString()).toBe(`coral: ${body.text}`);
    expect(body.notice).toBe(
      'OPENAI_API_KEY is not set, so the offline voice of this service speaks in place of openai.',
    );
    await sample('provider=openai&voice=coral');
    expect(api().sampled.filter((voice) => voice === 'coral')).toHaveLength(1);
  });

  test('422 if the provider does not have the voice, and if the provider itself would speak', async () => {
    expectProblem(await sample('provider=openai&voice=Puck'), 422, 'voice');
    expectProblem(await sample('provider=elevenlabs&voice=Puck'), 422, 'voice');
    api().configuredEngines.set('gemini', 'gemini');
    const refused = await sample('provider=gemini&voice=Puck');
    api().configuredEngines.delete('gemini');
    expectProblem(refused, 422, 'provider');
    expect(refused.body.detail).toContain('can be heard only in a conversation');
  });

  test('400 for an unknown or missing name, 401 without a key', async () => {
    expectProblem(await sample('provider=gemini&voice=Elvis'), 400, 'query.voice');
    expectProblem(await sample('provider=gemini'), 400, 'query.voice');
    expectProblem(await api().call('GET', '/v3/voice-samples', { key: null }), 401);
  });
});
