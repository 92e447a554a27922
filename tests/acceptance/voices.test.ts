import { describe, expect, test } from 'vitest';
import { useApi } from '../support/api-harness.ts';
import { describeResource } from '../support/describe-resource.ts';
import { expectProblem } from '../support/expect-problem.ts';
import { composeVoiceSampler, readSettings } from '../support/inside.ts';
import { PipelineServer } from '../support/providers/pipeline-server.ts';
import { useStarted } from '../support/use-service.ts';

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

  test('with a pipeline and no speech server, the voice of this service is heard', async () => {
    api().configuredEngines.set('gemini', 'pipeline');
    const { status, body } = await sample('provider=gemini&voice=Kore&language=de');
    api().configuredEngines.delete('gemini');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      text: expect.stringMatching(/^Good to see you/),
      notice: 'The pipeline answers, so the offline voice of this service speaks.',
    });
  });

  test('400 for an unknown or missing name, 401 without a key', async () => {
    expectProblem(await sample('provider=gemini&voice=Elvis'), 400, 'query.voice');
    expectProblem(await sample('provider=gemini&voice=Puck&language=german'), 400, 'query.language');
    expectProblem(await sample('provider=gemini'), 400, 'query.voice');
    expectProblem(await api().call('GET', '/v3/voice-samples', { key: null }), 401);
  });
});

describe('with a speech server of the operator', () => {
  const speech = useStarted(
    () => new PipelineServer('sk-of-the-operator').listen(),
    (server) => server.stop(),
  );
  const heard = useApi(() => ({
    beside: api(),
    hasLanguageModel: () => true,
    wrapPorts: (ports) => ({
      ...ports,
      voiceSampler: composeVoiceSampler(
        readSettings({ TTS_BASE_URL: speech.baseUrl, TTS_MODEL: 'kokoro', TTS_API_KEY: speech.apiKey })
          .config,
        { say: () => Promise.reject(new Error('not used')) },
      ),
    }),
  }));
  const sample = (query: string) => heard.call('GET', `/v3/voice-samples?${query}`);

  test('the pipeline is heard with it, in the language of the agent, once for each language', async () => {
    const { status, body } = await sample('provider=gemini&voice=Kore&language=de');
    expect(status, body.detail).toBe(200);
    expect(body.text).toMatch(/^Schön, Sie zu sehen/);
    expect(body.notice).toContain('so the speech server of this service speaks');
    expect(Buffer.from(body.audio, 'base64').toString('latin1', 0, 4)).toBe('RIFF');
    await sample('provider=gemini&voice=Kore&language=de');
    expect(speech.spoken).toEqual([body.text]);
    const { body: english } = await sample('provider=gemini&voice=Kore&language=fi');
    expect(english.text).toMatch(/^Good to see you/);
  });

  test('a provider that speaks itself does so only without a language model of the agent', async () => {
    heard.configuredEngines.set('openai', 'openai');
    expectProblem(await sample('provider=openai&voice=coral'), 422, 'provider');
    expect((await sample('provider=openai&voice=coral&ownModel=true')).status).toBe(200);
    const { body } = await heard.call('GET', '/v3/voice-speakers');
    heard.configuredEngines.delete('openai');
    expect(body).toEqual({
      providers: [
        { provider: 'openai', engine: 'openai' },
        { provider: 'gemini', engine: 'pipeline' },
        { provider: 'elevenlabs', engine: 'pipeline' },
      ],
      pipelineVoice: 'speech_server',
    });
  });

  test('503 with the reason, and without the key, if it fails', async () => {
    speech.apiKey = 'sk-another';
    const failed = await sample('provider=gemini&voice=Puck');
    speech.apiKey = 'sk-of-the-operator';
    expectProblem(failed, 503);
    expect(failed.body.detail).toContain('refused the API key');
    expect(failed.body.detail).not.toContain('sk-of');
    expect((await sample('provider=gemini&voice=Puck')).status).toBe(200);
  });
});
