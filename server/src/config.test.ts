import { describe, expect, it } from 'vitest';
import { readConfig, readSettings } from './config.ts';

const OIDC = { VISAVIS_OIDC_CLIENT_ID: 'visavis', VISAVIS_OIDC_CLIENT_SECRET: 'secret' };
const TTS = { TTS_BASE_URL: 'http://127.0.0.1:8880/v1', TTS_MODEL: 'kokoro' };

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

  it.each<[Record<string, string>, string]>([
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
    [{ VISAVIS_TRUST_PROXY: '0.0.0.0/0' }, 'VISAVIS_TRUST_PROXY must be true, false, or addresses'],
    [{ ...OIDC, VISAVIS_OIDC_ISSUER: 'http://id.example' }, 'VISAVIS_OIDC_ISSUER must be a URL like'],
    [{ ...OIDC, VISAVIS_OIDC_ISSUER: 'https://a:b@id.example' }, 'VISAVIS_OIDC_ISSUER must be a URL'],
    [
      { VISAVIS_OIDC_ISSUER: 'https://id.example' },
      'VISAVIS_OIDC_CLIENT_ID, VISAVIS_OIDC_CLIENT_SECRET must',
    ],
    [{ LLM_MODEL: 'x' }, 'LLM_BASE_URL must be set as well'],
    [
      { LLM_MODEL: 'x', LLM_BASE_URL: 'http://localhost:11434/v1/chat/completions' },
      'LLM_BASE_URL must end before /chat/completions',
    ],
    [{ TTS_VOICE: 'af_heart' }, 'TTS_BASE_URL, TTS_MODEL must be set as well when TTS_VOICE is'],
    [{ VISAVIS_STT: 'here' }, 'VISAVIS_STT must be one of local, server'],
    [{ VISAVIS_TTS: 'server' }, 'VISAVIS_TTS can be server only if TTS_BASE_URL is set'],
    [{ TTS_FORMAT: 'wav' }, 'TTS_BASE_URL, TTS_MODEL must be set as well when TTS_FORMAT is'],
    [{ VISAVIS_API_KEY: 'short' }, 'VISAVIS_API_KEY must have at least 16 characters'],
    [{ VISAVIS_WORKERS: '0' }, 'VISAVIS_WORKERS can be 0 only if VISAVIS_WORKER_TOKEN'],
    [{ VISAVIS_WORKER_TOKEN: 'short' }, 'VISAVIS_WORKER_TOKEN must have at least 32 characters'],
    ...['gold', '[1]', '"gold"', 'null'].map((body): [Record<string, string>, string] => [
      { ELEVENLABS_API_KEY: 'k', ELEVENLABS_CUSTOM_LLM_EXTRA_BODY: body },
      'ELEVENLABS_CUSTOM_LLM_EXTRA_BODY must be a JSON object',
    ]),
    [{ OPENAI_MODELS: 'gpt-realtime-2.1, gemini-3.8-live' }, 'OPENAI_MODELS must be names of models of'],
    [{ GEMINI_MODELS: 'gpt-realtime-2.1' }, 'GEMINI_MODELS must be names of models of'],
    [{ OPENAI_MODELS: 'my model' }, 'OPENAI_MODELS must be names of models of'],
    [{ GEMINI_MODELS: ',' }, 'GEMINI_MODELS must be names of models of'],
    [{ OPENAI_MODELS: 'x'.repeat(101) }, 'OPENAI_MODELS must be names of models of'],
    [{ ...TTS, TTS_FORMAT: 'mp3' }, 'TTS_FORMAT must be one of pcm, wav'],
    [{ ...TTS, TTS_SAMPLE_RATE: '4' }, 'TTS_SAMPLE_RATE must be a whole number'],
  ])('refuses %j by name', (environment, message) => expect(() => readConfig(environment)).toThrow(message));

  it('names every wrong setting at once and never repeats a secret', () => {
    const read = () =>
      readConfig({ PORT: 'x', DATABASE_URL: 'mysql://root:hunter2@db/x', VISAVIS_API_KEY: 'hunter2' });
    expect(read).toThrow(/PORT .*VISAVIS_API_KEY .*DATABASE_URL/);
    expect(read).not.toThrow(/hunter2/);
  });

  it.each<[string, Record<string, string>, object]>([
    [
      'the bucket alone for storage at Amazon, where a role gives the keys',
      { S3_BUCKET: 'files', AWS_REGION: 'eu-central-1' },
      { s3: { bucket: 'files', region: 'eu-central-1' } },
    ],
    [
      'the voice and the format of a speech server',
      { ...TTS, TTS_VOICE: 'af_heart', TTS_FORMAT: 'wav', TTS_SAMPLE_RATE: '16000' },
      { pipeline: { tts: { voice: 'af_heart', format: 'wav', sampleRate: 16_000 } } },
    ],
    [
      'any origin and any proxy',
      { VISAVIS_CORS_ORIGINS: '*', VISAVIS_TRUST_PROXY: 'true' },
      { corsOrigins: '*', trustProxy: true },
    ],
    [
      'some origins and proxies',
      {
        VISAVIS_CORS_ORIGINS: 'https://a.example/, http://localhost:3000',
        VISAVIS_TRUST_PROXY: '10.0.0.0/8, ::1, loopback',
      },
      { corsOrigins: ['https://a.example', 'http://localhost:3000'], trustProxy: '10.0.0.0/8,::1,loopback' },
    ],
    [
      'an issuer as it calls itself',
      { ...OIDC, VISAVIS_OIDC_ISSUER: 'http://[::1]:9000/realms/a/' },
      { openId: { issuer: 'http://[::1]:9000/realms/a/', clientId: 'visavis', name: 'OpenID Connect' } },
    ],
    [
      'further models that requests may name, without a key',
      { OPENAI_MODELS: ' gpt-realtime-2.1, ft:gpt-realtime:acme,' },
      { furtherModels: { openai: ['gpt-realtime-2.1', 'ft:gpt-realtime:acme'] }, providers: {} },
    ],
    [
      'what joins the requests to the custom LLM of an agent',
      { ELEVENLABS_API_KEY: 'k', ELEVENLABS_CUSTOM_LLM_EXTRA_BODY: '{"tier":"gold"}' },
      { providers: { elevenlabs: { options: { customLlmExtraBody: '{"tier":"gold"}' } } } },
    ],
  ])('accepts %s', (_, environment, read) => expect(readConfig(environment)).toMatchObject(read));

  it('treats an empty value as missing', () => {
    const empty = { DATABASE_URL: '', PORT: ' ', VISAVIS_CORS_ORIGINS: '', OPENAI_MODELS: '' };
    expect(readConfig(empty)).toEqual({ ...readConfig({}), inherited: empty });
  });

  it('uses the local speech models if configured, whatever server is set', () => {
    const servers = {
      STT_BASE_URL: 'http://127.0.0.1:8000/v1',
      STT_MODEL: 'whisper',
      ...TTS,
    };
    const both = readConfig({ ...servers, VISAVIS_STT: 'server' });
    expect(Object.keys(both.pipeline)).toEqual(['stt', 'tts']);
    expect(both.localSpeech).toEqual([]);
    const local = readConfig({ ...servers, VISAVIS_STT: 'local' });
    expect(Object.keys(local.pipeline)).toEqual(['tts']);
    expect(local.localSpeech).toEqual(['stt']);
    expect(readConfig({ ...servers, VISAVIS_TTS: 'local' }).pipeline).not.toHaveProperty('tts');
  });

  it('enables vendors that hear and speak by their keys, unless local models are configured', () => {
    const keys = { DEEPGRAM_API_KEY: 'd', CARTESIA_API_KEY: 'c', CARTESIA_VOICE: 'Katie' };
    expect(readConfig(keys).speechVendors).toEqual({
      stt: { deepgram: { apiKey: 'd', baseUrl: 'https://api.deepgram.com', model: 'nova-3' } },
      tts: {
        cartesia: { apiKey: 'c', baseUrl: 'https://api.cartesia.ai', model: 'sonic-3.5', voice: 'Katie' },
      },
    });
    const local = readConfig({ ...keys, VISAVIS_STT: 'local', VISAVIS_TTS: 'local' });
    expect(local.speechVendors).toEqual({ stt: {}, tts: {} });
  });

  it('enables a provider by its key or by the URL of a compatible server, with its models', () => {
    const { providers } = readConfig({
      OPENAI_API_KEY: 'sk',
      OPENAI_MODEL: 'gpt-realtime-2.1',
      OPENAI_TRANSCRIPTION_MODEL: 'whisper-1',
      GEMINI_BASE_URL: 'ws://localhost:1234/',
      ELEVENLABS_BASE_URL: '',
    });
    expect(providers).toEqual({
      openai: {
        apiKey: 'sk',
        baseUrl: 'https://api.openai.com/v1',
        model: 'gpt-realtime-2.1',
        options: { transcriptionModel: 'whisper-1' },
      },
      gemini: { apiKey: undefined, baseUrl: 'ws://localhost:1234' },
    });
  });

  it("says where the organization's key is sent, according to the operator's settings", () => {
    const { providers, providersWithoutKey } = readConfig({
      OPENAI_MODEL: 'gpt-realtime-2.1',
      GEMINI_API_KEY: 'of-the-operator',
      GEMINI_BASE_URL: 'https://gemini.example',
    });
    expect(Object.keys(providers)).toEqual(['gemini']);
    expect(providersWithoutKey).toEqual({
      openai: { apiKey: undefined, baseUrl: 'https://api.openai.com/v1', model: 'gpt-realtime-2.1' },
      gemini: { apiKey: undefined, baseUrl: 'https://gemini.example' },
      elevenlabs: { apiKey: undefined, baseUrl: 'https://api.elevenlabs.io' },
    });
  });
});

describe('readSettings', () => {
  it('warns of variables that look like a setting but are none, and suggests the nearest', () => {
    const { warnings, complaints } = readSettings({ VISAVIS_PORT: '81', VISAVIS_MEDIAPORTS: '1-2' });
    expect(warnings).toEqual([
      'VISAVIS_PORT is not a setting; did you mean PORT?',
      'VISAVIS_MEDIAPORTS is not a setting; did you mean VISAVIS_MEDIA_PORTS?',
    ]);
    expect(complaints).toEqual([]);
  });

  it('lists every setting once, with what it means and what is in force', () => {
    const { rows } = readSettings({
      PORT: 'x',
      OPENAI_API_KEY: 'sk-0123456789',
      DATABASE_URL: 'postgres://me:hunter2@db/x',
      VISAVIS_DISK_RESERVE_MB: '100',
      VISAVIS_VIDEO_IDLE_FPS: '12',
    });
    const shown = new Map(rows.map(({ setting, value }) => [setting, value]));
    expect(shown.size).toBe(rows.length);
    expect(rows.filter(({ meaning }) => meaning === '')).toEqual([]);
    expect(Object.fromEntries(shown)).toMatchObject({
      PORT: '8080',
      OPENAI_API_KEY: 'sk-…******',
      OPENAI_BASE_URL: 'https://api.openai.com/v1',
      GEMINI_BASE_URL: '-',
      DATABASE_URL: 'postgres://me:******@db/x',
      VISAVIS_DISK_RESERVE_MB: '100',
      VISAVIS_VIDEO_IDLE_FPS: '12.5',
      VISAVIS_WORKER_MEMORY_MB: '2048',
    });
  });

  it("reads OpenTelemetry's variables only if tracing is on", () => {
    const protocol = { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' };
    expect(readSettings(protocol)).toMatchObject({ complaints: [], config: {} });
    expect(readSettings({ ...protocol, OTEL_TRACES_EXPORTER: 'otlp' }).complaints).toHaveLength(1);
  });
});
