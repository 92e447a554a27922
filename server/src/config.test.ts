import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

describe('readConfig', () => {
  it('needs nothing: an empty environment gives the embedded form of every part', () => {
    const config = readConfig({});
    expect(config).toMatchObject({ port: 8080, host: '0.0.0.0', production: false });
    expect([config.databaseUrl, config.s3, config.livekit]).toEqual([undefined, undefined, undefined]);
    expect(config.limits).toEqual({
      sessionSeconds: 3600,
      concurrentSessions: 10,
      documentBytes: 52_428_800,
      storedBytes: 10_737_418_240,
    });
  });

  it.each([
    [{ PORT: 'eighty' }, 'PORT must be a whole number'],
    [{ PORT: '70000' }, 'PORT must be a whole number from 0 to 65535'],
    [{ VISAVIS_MEDIA_PORTS: '5' }, 'VISAVIS_MEDIA_PORTS must be a range'],
    [
      { DATABASE_URL: 'mysql://root:hunter2@db/x' },
      'DATABASE_URL must be a URL that begins with postgres://',
    ],
    [
      { VISAVIS_TURN_URLS: 'turn.example.com', VISAVIS_TURN_SECRET: 'a secret of the relay' },
      'VISAVIS_TURN_URLS must be addresses like turn:',
    ],
    [{ VISAVIS_TURN_URLS: 'turn:turn.example.com' }, 'VISAVIS_TURN_SECRET must be set as well'],
    [{ S3_ENDPOINT: 'https://s3.example' }, 'S3_BUCKET must be set as well'],
    [{ S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'x' }, 'S3_SECRET_ACCESS_KEY must be set as well'],
    [{ LIVEKIT_URL: 'wss://rooms.example' }, 'LIVEKIT_API_KEY, LIVEKIT_API_SECRET must be set as well'],
    [{ VISAVIS_CORS_ORIGINS: 'https://a.example/path' }, 'VISAVIS_CORS_ORIGINS must be origins like'],
    [{ VISAVIS_CORS_ORIGINS: 'a.example' }, 'VISAVIS_CORS_ORIGINS must be origins like'],
    [{ VISAVIS_TRUST_PROXY: 'yes' }, 'VISAVIS_TRUST_PROXY must be true, false, or addresses'],
    [{ VISAVIS_TRUST_PROXY: '10.0.0.0/64' }, 'VISAVIS_TRUST_PROXY must be true, false, or addresses'],
    [{ LLM_MODEL: 'x' }, 'LLM_BASE_URL must be set as well'],
    [{ TTS_VOICE: 'af_heart' }, 'TTS_BASE_URL must be set as well'],
    [{ VISAVIS_STT: 'here' }, 'VISAVIS_STT must be one of local, server'],
    [{ VISAVIS_TTS: 'server' }, 'TTS_BASE_URL must be set as well when VISAVIS_TTS is server'],
    [{ TTS_FORMAT: 'wav' }, 'TTS_BASE_URL must be set as well when TTS_FORMAT is'],
    [{ VISAVIS_API_KEY: 'short' }, 'VISAVIS_API_KEY must have at least 16 characters'],
    [{ VISAVIS_WORKERS: '0' }, 'VISAVIS_WORKERS may be 0 only where VISAVIS_WORKER_TOKEN'],
    [{ VISAVIS_WORKER_TOKEN: 'short' }, 'VISAVIS_WORKER_TOKEN must have at least 32 characters'],
    [{ VISAVIS_PORT: '81' }, 'VISAVIS_PORT is not a setting; did you mean PORT?'],
    [{ VISAVIS_MEDIAPORTS: '1-2' }, 'VISAVIS_MEDIAPORTS is not a setting; did you mean VISAVIS_MEDIA_PORTS?'],
  ])('refuses %j by name', (environment, message) => {
    expect(() => readConfig(environment)).toThrow(message);
  });

  it('names every wrong setting at once and never repeats a secret', () => {
    const read = () =>
      readConfig({ PORT: 'x', DATABASE_URL: 'mysql://root:hunter2@db/x', VISAVIS_API_KEY: 'hunter2' });
    expect(read).toThrow(/PORT .*VISAVIS_API_KEY .*DATABASE_URL/);
    expect(read).not.toThrow(/hunter2/);
  });

  it('needs the bucket alone for storage at Amazon, where a role gives the keys', () => {
    expect(readConfig({ S3_BUCKET: 'files', AWS_REGION: 'eu-central-1' }).s3).toEqual({
      bucket: 'files',
      region: 'eu-central-1',
    });
  });

  it('takes the speech models of this machine where that is wanted, whatever server is set', () => {
    const servers = {
      STT_BASE_URL: 'http://127.0.0.1:8000/v1',
      STT_MODEL: 'whisper',
      TTS_BASE_URL: 'http://127.0.0.1:8880/v1',
      TTS_MODEL: 'kokoro',
      TTS_VOICE: 'af_heart',
    };
    const both = readConfig({ ...servers, VISAVIS_STT: 'server' });
    expect(Object.keys(both.pipeline)).toEqual(['stt', 'tts']);
    expect(both.localSpeech).toEqual([]);
    const local = readConfig({ ...servers, VISAVIS_STT: 'local' });
    expect(Object.keys(local.pipeline)).toEqual(['tts']);
    expect(local.localSpeech).toEqual(['stt']);
    expect(readConfig({ ...servers, VISAVIS_TTS: 'local' }).pipeline).not.toHaveProperty('tts');
  });

  it('takes an empty value for an absent one', () => {
    expect(readConfig({ DATABASE_URL: '', PORT: ' ' }).databaseUrl).toBeUndefined();
  });

  it('reads the voice of a speech server', () => {
    const tts = { TTS_BASE_URL: 'http://127.0.0.1:8880/v1', TTS_MODEL: 'kokoro' };
    expect(readConfig({ ...tts, TTS_VOICE: 'af_heart' }).pipeline.tts).toMatchObject({ voice: 'af_heart' });
    expect(readConfig(tts).pipeline.tts).not.toHaveProperty('voice');
    const { pipeline } = readConfig({ ...tts, TTS_FORMAT: 'wav', TTS_SAMPLE_RATE: '16000' });
    expect(pipeline.tts).toMatchObject({ format: 'wav', sampleRate: 16_000 });
    expect(() => readConfig({ ...tts, TTS_FORMAT: 'mp3' })).toThrow('TTS_FORMAT must be one of pcm, wav');
    expect(() => readConfig({ ...tts, TTS_SAMPLE_RATE: '4' })).toThrow(
      'TTS_SAMPLE_RATE must be a whole number',
    );
  });

  it('reads browser origins and trusted proxies', () => {
    expect(readConfig({})).toMatchObject({ corsOrigins: undefined, trustProxy: false });
    expect(readConfig({ VISAVIS_CORS_ORIGINS: '*', VISAVIS_TRUST_PROXY: 'true' })).toMatchObject({
      corsOrigins: '*',
      trustProxy: true,
    });
    expect(
      readConfig({
        VISAVIS_CORS_ORIGINS: 'https://a.example/, http://localhost:3000',
        VISAVIS_TRUST_PROXY: '10.0.0.0/8, ::1, loopback',
      }),
    ).toMatchObject({
      corsOrigins: ['https://a.example', 'http://localhost:3000'],
      trustProxy: '10.0.0.0/8,::1,loopback',
    });
  });

  it('turns a provider on by its key or by the URL of a compatible server', () => {
    const { providers } = readConfig({ OPENAI_API_KEY: 'sk', GEMINI_BASE_URL: 'ws://localhost:1234/' });
    expect(providers.openai).toEqual({ apiKey: 'sk', baseUrl: 'https://api.openai.com/v1' });
    expect(providers.gemini).toEqual({ apiKey: undefined, baseUrl: 'ws://localhost:1234' });
    expect(providers.elevenlabs).toBeUndefined();
  });

  it('reads the models that a provider is to use', () => {
    const { providers } = readConfig({
      OPENAI_API_KEY: 'sk',
      OPENAI_MODEL: 'gpt-realtime-2.1',
      OPENAI_TRANSCRIPTION_MODEL: 'whisper-1',
      GEMINI_MODEL: 'unused: no key turns Gemini on',
    });
    expect(providers).toEqual({
      openai: {
        apiKey: 'sk',
        baseUrl: 'https://api.openai.com/v1',
        model: 'gpt-realtime-2.1',
        options: { transcriptionModel: 'whisper-1' },
      },
    });
  });

  it('reads what joins the requests to the custom LLM of an agent, and refuses what is no JSON object', () => {
    const read = (body: string) =>
      readConfig({ ELEVENLABS_API_KEY: 'k', ELEVENLABS_CUSTOM_LLM_EXTRA_BODY: body }).providers.elevenlabs;
    expect(read('{"tier":"gold"}')?.options).toEqual({ customLlmExtraBody: '{"tier":"gold"}' });
    for (const wrong of ['gold', '[1]', '"gold"', 'null']) {
      expect(() => read(wrong)).toThrow('ELEVENLABS_CUSTOM_LLM_EXTRA_BODY must be a JSON object');
    }
  });

  it('reads the further models that requests may name, with and without a key', () => {
    const { furtherModels } = readConfig({ OPENAI_MODELS: ' gpt-realtime-2.1, ft:gpt-realtime:acme,' });
    expect(furtherModels).toEqual({ openai: ['gpt-realtime-2.1', 'ft:gpt-realtime:acme'] });
    expect(readConfig({}).furtherModels).toEqual({});
  });

  it.each([
    ['OPENAI_MODELS', 'gpt-realtime-2.1, gemini-3.8-live'],
    ['GEMINI_MODELS', 'gpt-realtime-2.1'],
    ['OPENAI_MODELS', 'my model'],
    ['GEMINI_MODELS', ','],
    ['OPENAI_MODELS', 'x'.repeat(101)],
  ])('refuses %s=%s', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(`${name} must be names of models of`);
  });
});
