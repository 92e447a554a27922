import { beforeEach, describe, expect, it } from 'vitest';
import { useServers } from '../../lib/testing/use-servers.ts';
import { elevenLabsProvider } from '../../providers/realtime/elevenlabs/elevenlabs-provider.ts';
import { geminiProvider } from '../../providers/realtime/gemini/gemini-provider.ts';
import { openAiProvider } from '../../providers/realtime/openai/openai-provider.ts';
import { deepgramVendor } from '../../providers/stt/deepgram/deepgram-vendor.ts';
import { cartesiaVendor } from '../../providers/tts/cartesia/cartesia-vendor.ts';
import { modelFindings } from './model-checks.ts';
import { speechFindings } from './peer-checks.ts';
import { voiceFinding } from './voice-check.ts';

const NOW = Date.parse('2026-11-22');
const KEY = 'sk-test-0123456789';

describe('what doctor asks a vendor about its models', () => {
  const serve = useServers();
  let answer: (url: URL) => unknown;
  let baseUrl: string;

  beforeEach(async () => {
    baseUrl = await serve((request, response) => {
      const isAllowed =
        request.headers.authorization === `Bearer ${KEY}` ||
        request.headers.authorization === `Token ${KEY}` ||
        request.headers['x-goog-api-key'] === KEY ||
        request.headers['xi-api-key'] === KEY;
      response.writeHead(isAllowed ? 200 : 401, { 'Content-Type': 'application/json' });
      const url = new URL(request.url!, 'http://localhost');
      response.end(
        JSON.stringify(
          isAllowed ? answer(url) : { error: { code: 'invalid_api_key', message: 'Incorrect' } },
        ),
      );
    });
  });

  const openAi = (model?: string, apiKey = KEY, furtherModels: readonly string[] = []) =>
    modelFindings(
      openAiProvider,
      { baseUrl: `${baseUrl}/v1`, apiKey, ...(model && { model }) },
      { now: NOW, furtherModels },
    );

  it('reports a model that is missing, one that is shut down soon, and one that stays', async () => {
    answer = ({ pathname }) => {
      expect(pathname).toBe('/v1/models');
      return {
        data: [
          { id: 'gpt-realtime-2.1', shutdown_date: null },
          { id: 'gpt-realtime', shutdown_date: '2027-01-20' },
          { id: 'mine', shutdown_date: '2026-12-24T00:00:00Z' },
          { id: 'gpt-4o-mini-transcribe', shutdown_date: '2027-02-26' },
        ],
      };
    };
    expect(await openAi()).toEqual([
      { level: 'ok', text: 'openai: has the model gpt-realtime-2.1' },
      expect.objectContaining({
        level: 'note',
        text: expect.stringContaining('shuts down the model gpt-4o-mini-transcribe on 2027-02-26'),
      }),
    ]);
    expect((await openAi('gpt-realtime'))[0]).toEqual({
      level: 'note',
      text: 'openai: the vendor shuts down the model gpt-realtime on 2027-01-20; from then on gpt-realtime-2.1 replaces it',
    });
    expect((await openAi('mine'))[0]).toEqual({
      level: 'note',
      text: 'openai: the vendor shuts down the model mine on 2026-12-24',
      hint: 'Set OPENAI_MODEL to another model.',
    });
    expect((await openAi('gone'))[0]).toMatchObject({
      level: 'fail',
      text: expect.stringContaining('does not list the model gone'),
    });
  });

  it('asks for each model that requests may name, once', async () => {
    answer = () => ({ data: [{ id: 'gpt-realtime-2.1' }, { id: 'gpt-4o-mini-transcribe' }, { id: 'ours' }] });
    const findings = await openAi(undefined, KEY, ['ours', 'gpt-realtime-2.1', 'not-ours']);
    expect(findings.slice(2)).toEqual([
      { level: 'ok', text: 'openai: has the model ours' },
      {
        level: 'fail',
        text: 'openai: the vendor does not list the model not-ours for this key',
        hint: 'Remove it from OPENAI_MODELS, or replace it with another.',
      },
    ]);
  });

  it('asks ElevenLabs, which lists no models, for the agents of the key', async () => {
    answer = ({ pathname, searchParams }) => {
      expect(`${pathname} ${searchParams.get('page_size')}`).toBe('/v1/convai/agents 100');
      return { agents: [{ agent_id: 'a' }, { agent_id: 'b' }], has_more: false };
    };
    const ask = (apiKey: string) => modelFindings(elevenLabsProvider, { baseUrl, apiKey });
    expect(await ask(KEY)).toEqual([
      { level: 'ok', text: 'elevenlabs: the key is valid and has access to 2 agent(s)' },
    ]);
  });

  it.each([
    [deepgramVendor, undefined, 'ok', 'deepgram: the key is valid'],
    [cartesiaVendor, undefined, 'ok', 'cartesia: the key is valid'],
    [cartesiaVendor, 'Katie', 'ok', 'cartesia: the key is valid, and the voice Katie exists'],
    [cartesiaVendor, 'hidden', 'ok', 'cartesia: the key is valid, and the voice hidden exists'],
  ])('asks $id whether it accepts the key, for the voice %s', async (vendor, voice, level, text) => {
    answer = ({ pathname }) => {
      if (vendor === deepgramVendor) expect(pathname).toBe('/v1/auth/token');
      else expect(['/voices', '/voices/hidden']).toContain(pathname);
      return { data: [{ id: 'id', name: 'Katie' }] };
    };
    const settings = { baseUrl, model: 'm', ...(voice && { voice }) };
    expect(await speechFindings(vendor, undefined)).toEqual([
      { level: 'note', text: `${vendor.id}: off`, hint: `Set ${vendor.keySetting} to turn it on.` },
    ]);
    const [reached, taken] = await speechFindings(vendor, { ...settings, apiKey: KEY });
    expect(reached).toMatchObject({ level: 'ok', text: expect.stringContaining(`${vendor.id}: reached`) });
    expect(taken).toEqual({ level, text });
    const [, refused] = await speechFindings(vendor, { ...settings, apiKey: 'wrong' });
    expect(refused).toMatchObject({
      level: 'fail',
      text: expect.stringContaining(`refused the API key (check ${vendor.keySetting})`),
    });
  });

  it.each([
    [['af_heart', 'am_adam'], undefined, 'ok', 'has 2 voice(s)'],
    [['af_heart', 'am_adam'], 'AM_Adam', 'ok', 'has the voice AM_Adam'],
    [['af_heart', 'am_adam'], 'alloy', 'fail', 'does not list the voice alloy'],
    [undefined, undefined, 'note', 'lists no voices'],
    [undefined, 'alloy', 'ok', 'the voice alloy (TTS_VOICE) is sent unchecked'],
  ])('asks a speech server with the voices %s for %s', async (voices, voice, level, text) => {
    answer = ({ pathname }) => {
      expect(pathname).toBe('/v1/audio/voices');
      return voices ? { voices } : {};
    };
    const tts = { baseUrl: `${baseUrl}/v1`, apiKey: KEY, model: 'kokoro', ...(voice && { voice }) };
    expect(await voiceFinding(tts)).toMatchObject({ level, text: expect.stringContaining(text) });
  });

  it.each([
    ['ELEVENLABS_API_KEY', (apiKey: string) => modelFindings(elevenLabsProvider, { baseUrl, apiKey })],
    ['OPENAI_API_KEY', (apiKey: string) => openAi(undefined, apiKey)],
    ['TTS_API_KEY', async (apiKey: string) => [await voiceFinding({ baseUrl, apiKey, model: 'kokoro' })]],
  ])('reports that the key of %s is refused, without the key itself', async (setting, ask) => {
    const [finding] = await ask('sk-wrong-0123456789');
    const text = expect.stringMatching(`refused the API key.*${setting}`);
    expect(finding).toMatchObject({ level: 'fail', text });
    expect(JSON.stringify(finding)).not.toContain('0123456789');
  });

  it("reads every page of Gemini's list, and keeps only the models for conversations", async () => {
    answer = ({ searchParams }) =>
      searchParams.get('pageToken') === 'more'
        ? {
            models: [{ name: 'models/gemini-3.8-live', supportedGenerationMethods: ['bidiGenerateContent'] }],
          }
        : {
            models: [{ name: 'models/gemini-3.8-flash', supportedGenerationMethods: ['generateContent'] }],
            nextPageToken: 'more',
          };
    const ask = (model?: string) =>
      modelFindings(geminiProvider, { baseUrl, apiKey: KEY, ...(model && { model }) }, { now: NOW });
    expect(await ask()).toEqual([{ level: 'ok', text: 'gemini: has the model gemini-3.8-live' }]);
    expect((await ask('gemini-3.8-flash'))[0]).toMatchObject({ level: 'fail' });
  });
});
