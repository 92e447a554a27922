/** The only reader of the environment. All other code gets a `Config`. */
import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { ConfigReader, type Environment } from './config-reader.ts';
import type { ProviderSettings } from './engines/provider.ts';
import { PROVIDERS } from './engines/providers.ts';
import { objectOf } from './lib/json-reader.ts';
import { StartupError } from './lib/startup-error.ts';
import type { TlsFiles } from './tls/tls-files.ts';
import { SAMPLERS, TRACE_PROTOCOLS, type TracingSettings } from './tracing/tracing-settings.ts';

const SPEECH_FORMATS = ['pcm', 'wav'] as const;
export type SpeechFormat = (typeof SPEECH_FORMATS)[number];

/** An OpenAI-compatible server. */
export interface PipelinePart {
  /** Absent when it needs none. */
  apiKey: string | undefined;
  baseUrl: string;
  model: string;
}

export interface Config {
  production: boolean;
  host: string;
  /** 0 lets the system choose. */
  port: number;
  /** Serves https: by a certificate of the operator's, or by one that this machine makes; absent: http. */
  tls: TlsFiles | 'local' | undefined;
  /** Without a slash at the end; taken from the request where absent. */
  publicUrl: string | undefined;
  dataDir: string;
  /** Browser origins that may call the whole API; absent: none, beside what is open to all (see `api/plugins/cors.ts`). */
  corsOrigins: readonly string[] | '*' | undefined;
  /** Whether `X-Forwarded-*` is believed: from every peer, or from these addresses and networks alone. */
  trustProxy: boolean | string;
  /** The key of the `default` organization; made at first start where absent. */
  apiKey: string | undefined;
  /** Guards `/admin`; made at first start and kept in the data directory where absent. */
  adminToken: string | undefined;
  /** From which every signing key is derived; must be the same on all API processes that share a database. */
  secret: string | undefined;
  /** Absent: the embedded store in the data directory. */
  databaseUrl: string | undefined;
  /** Absent: files in the data directory. */
  s3: S3Config | undefined;
  /** Absent: the embedded room server. */
  livekit: LiveKitConfig | undefined;
  media: {
    ports: { min: number; max: number } | undefined;
    publicIps: string[];
    /** Announced to clients of the embedded room server; `secret` is shared with the TURN servers. */
    turn: { urls: readonly string[]; secret: string; lifetimeSeconds: number } | undefined;
  };
  /** By the `id` of `engines/providers.ts`; those that are turned on. */
  providers: Readonly<Record<string, ProviderSettings>>;
  /** By the same `id`: models that requests may name beside those of the contract. */
  furtherModels: Readonly<Record<string, readonly string[]>>;
  pipeline: {
    /** `reasoningEffort`: how much the model thinks before it answers; absent: as its server has it. */
    llm?: PipelinePart & { reasoningEffort?: string };
    stt?: PipelinePart;
    /**
     * `voice`: the speech server's name of one; absent: the agent's. `format`: `pcm` where absent. `sampleRate`: of raw
     * PCM whose rate the server does not tell, in Hz; 24,000 where absent.
     */
    tts?: PipelinePart & { voice?: string; format?: SpeechFormat; sampleRate?: number };
  };
  /** Parts of the pipeline that the operator wants to run on this machine, whatever servers are configured for them. */
  localSpeech: readonly SpeechPart[];
  /** `mirror`: where models are fetched instead of from their makers. `speechRecognition`: the model to use where several are installed. */
  models: { mirror: string | undefined; speechRecognition: string | undefined };
  /** Makes knowledge bases searchable by meaning beside words; OpenAI-compatible. */
  embeddings: PipelinePart | undefined;
  /** An operator's SearXNG, for agents with `search`; Gemini has its own. */
  webSearch: { baseUrl: string; apiKey: string | undefined } | undefined;
  workers: {
    /** 0 where workers on other machines do all. */
    processes: number;
    /** At most. */
    conversationsPerWorker: number;
    /** Whether the machine's capacity is measured; not if the operator has set the number. */
    measurePlaces: boolean;
    /** A worker that reaches one of these is replaced once its conversations have ended. */
    wear: { conversations: number; residentBytes: number };
    /** The token that workers on other machines present; absent: none are allowed. */
    token: string | undefined;
  };
  /** Whether an avatar waits in an empty room for the next conversation. */
  waitingAvatar: boolean;
  /** The service that `visavis worker` works for. */
  service: { url: string | undefined };
  /** How long conversations may continue after the service was asked to stop. */
  drainSeconds: number;
  /** `idleFps`: while nothing is said. It divides `fps`, because then every second or third picture is sent. */
  video: { width: number; height: number; fps: number; idleFps: number };
  /** On a machine under pressure; as many as `video.fps`: the rate never changes. */
  videoMinFps: number;
  /** The limits of a new organization. */
  limits: { sessionSeconds: number; concurrentSessions: number; documentBytes: number; storedBytes: number };
  /** Default retention of conversations in days; 0: until they are deleted. */
  retentionDays: number;
  /** How long entries of the audit log are kept, in days. */
  auditDays: number;
  /** Of the disk with the data directory: below it, what would grow is refused. 0: never. */
  diskReserveBytes: number;
  /** Of each organization; end users and addresses without a credential have fixed limits of their own. */
  requestsPerMinute: number;
  /**
   * Whether what callers name may be in a private network: webhooks and tools (then over plain http, too), and their own
   * rooms.
   */
  privateAddresses: boolean;
  /** Where spans are sent to an OpenTelemetry collector; absent: nowhere. */
  tracing: TracingSettings | undefined;
  /** What child processes inherit. */
  inherited: Environment;
  log: { level: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent'; format: 'pretty' | 'json' };
}

/** Speech to text, text to speech. */
type SpeechPart = 'stt' | 'tts';

export interface S3Config {
  bucket: string;
  region: string;
  /** Absent: Amazon itself. */
  endpoint?: string;
  /** Absent: as the AWS SDK finds credentials, such as the role of the machine or of the pod. */
  accessKeyId?: string;
  secretAccessKey?: string;
}

export interface LiveKitConfig {
  url: string;
  apiKey: string;
  apiSecret: string;
}

const VIDEO_SIZES: Record<string, { width: number; height: number }> = {
  '512x512': { width: 512, height: 512 },
  '640x640': { width: 640, height: 640 },
  '1280x720': { width: 1280, height: 720 },
};

const MODEL_NAME = /^[\w.:/-]+$/;
const MODEL_NAME_LENGTH = 100;
const MIB = 2 ** 20;
/** Pictures a second: lips that move less often no longer belong to what is heard. */
const SLOWEST_LIPS_FPS = 12;
const HTTP = ['http:', 'https:', 'ws:', 'wss:'];

/** @throws StartupError naming every wrong setting. */
export function readConfig(environment: Environment = process.env): Config {
  const { config, complaints } = readSettings(environment);
  if (complaints.length === 0) return config;
  throw new StartupError(
    `bad setting: ${complaints.join('; ')}`,
    'Run `npx visavis config` to see every setting.',
  );
}

/** As `readConfig`, but invalid settings get their default instead of an error, to print all settings. */
export function readSettings(environment: Environment = process.env): {
  config: Config;
  complaints: readonly string[];
} {
  const read = new ConfigReader(environment);
  const production = read.text('NODE_ENV') === 'production';
  const cores = availableParallelism();
  const processes =
    read.integer('VISAVIS_WORKERS', { min: 0, max: 256 }) ?? Math.max(2, Math.ceil(cores / 2));
  const placesSet = read.integer('VISAVIS_CONVERSATIONS_PER_WORKER', { min: 1, max: 64 });
  const conversationsPerWorker = placesSet ?? 8;
  const fps = read.integer('VISAVIS_VIDEO_FPS', { min: 10, max: 30 }) ?? 25;
  const idleFps = read.integer('VISAVIS_VIDEO_IDLE_FPS', { min: 5, max: 30 }) ?? 12;
  const workerToken = read.secret('VISAVIS_WORKER_TOKEN', 32);
  if (processes === 0 && !workerToken) {
    read.complain(
      'VISAVIS_WORKERS',
      'may be 0 only where VISAVIS_WORKER_TOKEN lets workers on other machines in',
    );
  }
  const config: Config = {
    production,
    host: read.text('HOST') ?? '0.0.0.0',
    port: read.integer('PORT', { min: 0, max: 65535 }) ?? 8080,
    tls: readTls(read),
    publicUrl: read.url('VISAVIS_PUBLIC_URL', ['http:', 'https:']),
    dataDir: resolve(read.text('VISAVIS_DATA_DIR') ?? 'data'),
    corsOrigins: read.pattern(
      'VISAVIS_CORS_ORIGINS',
      'origins like https://shop.example, separated by commas, or *',
      parseOrigins,
    ),
    trustProxy:
      read.pattern(
        'VISAVIS_TRUST_PROXY',
        'true, false, or addresses and networks like 10.0.0.0/8, separated by commas',
        parseTrust,
      ) ?? false,
    apiKey: read.secret('VISAVIS_API_KEY', 16),
    adminToken: read.secret('VISAVIS_ADMIN_TOKEN', 16),
    secret: read.secret('VISAVIS_SECRET', 32),
    databaseUrl: read.url('DATABASE_URL', ['postgres:', 'postgresql:']),
    s3: readS3(read),
    livekit: readLiveKit(read),
    media: {
      ports: read.pattern('VISAVIS_MEDIA_PORTS', 'a range like 50000-50100', parsePortRange),
      publicIps: splitList(read.text('VISAVIS_PUBLIC_IP') ?? ''),
      turn: readTurn(read),
    },
    providers: readProviders(read),
    furtherModels: readFurtherModels(read),
    ...readPipeline(read),
    models: {
      mirror: read.url('VISAVIS_MODELS_MIRROR', ['http:', 'https:']),
      speechRecognition: read.text('VISAVIS_SPEECH_RECOGNITION_MODEL'),
    },
    embeddings: readModelEndpoint(read, 'EMBEDDINGS'),
    webSearch: readWebSearch(read),
    workers: {
      processes,
      conversationsPerWorker,
      measurePlaces: placesSet === undefined,
      wear: {
        conversations: read.integer('VISAVIS_WORKER_CONVERSATIONS', { min: 1, max: 1_000_000 }) ?? 200,
        residentBytes:
          (read.integer('VISAVIS_WORKER_MEMORY_MB', { min: 300, max: 1_000_000 }) ??
            512 + 192 * conversationsPerWorker) * MIB,
      },
      token: workerToken,
    },
    // Other people's LiveKit charges for every participant by the minute.
    waitingAvatar:
      (read.oneOf('VISAVIS_WAITING_AVATAR', ['true', 'false']) ?? String(!read.text('LIVEKIT_URL'))) ===
      'true',
    service: { url: read.url('VISAVIS_SERVICE_URL', ['http:', 'https:']) },
    drainSeconds: read.integer('VISAVIS_DRAIN_SECONDS', { min: 0, max: 86_400 }) ?? 0,
    video: {
      ...(read.pattern('VISAVIS_VIDEO_SIZE', Object.keys(VIDEO_SIZES).join(' or '), (v) => VIDEO_SIZES[v]) ??
        VIDEO_SIZES['512x512']!),
      fps,
      idleFps: fps / Math.max(1, Math.round(fps / idleFps)),
    },
    videoMinFps: Math.min(
      fps,
      read.integer('VISAVIS_VIDEO_MIN_FPS', { min: 5, max: 30 }) ?? SLOWEST_LIPS_FPS,
    ),
    limits: {
      sessionSeconds: read.integer('VISAVIS_LIMIT_SESSION_SECONDS', { min: 10, max: 86_400 }) ?? 3600,
      concurrentSessions: read.integer('VISAVIS_LIMIT_CONCURRENT_SESSIONS', { min: 1, max: 100_000 }) ?? 10,
      documentBytes: read.integer('VISAVIS_LIMIT_DOCUMENT_BYTES', { min: 1024, max: 2 ** 31 }) ?? 52_428_800,
      storedBytes:
        read.integer('VISAVIS_LIMIT_STORED_BYTES', { min: 0, max: Number.MAX_SAFE_INTEGER }) ?? 10 * 2 ** 30,
    },
    retentionDays: read.integer('VISAVIS_RETENTION_DAYS', { min: 0, max: 36_500 }) ?? 0,
    auditDays: read.integer('VISAVIS_AUDIT_DAYS', { min: 1, max: 36_500 }) ?? 400,
    diskReserveBytes: (read.integer('VISAVIS_DISK_RESERVE_MB', { min: 0, max: 1_000_000_000 }) ?? 256) * MIB,
    requestsPerMinute:
      read.integer('VISAVIS_LIMIT_REQUESTS_PER_MINUTE', { min: 1, max: 1_000_000_000 }) ?? 3000,
    privateAddresses: read.oneOf('VISAVIS_PRIVATE_ADDRESSES', ['true', 'false']) === 'true',
    tracing: readTracing(read),
    inherited: environment,
    log: {
      level:
        read.oneOf('VISAVIS_LOG_LEVEL', ['trace', 'debug', 'info', 'warn', 'error', 'silent']) ??
        (production ? 'info' : 'warn'),
      format: read.oneOf('VISAVIS_LOG_FORMAT', ['pretty', 'json']) ?? (production ? 'json' : 'pretty'),
    },
  };
  return { config, complaints: read.finish() };
}

function parseOrigins(value: string): string[] | '*' | undefined {
  if (value === '*') return '*';
  const origins = splitList(value).map((text) => text.replace(/\/$/, ''));
  const isOrigin = (text: string) => URL.canParse(text) && new URL(text).origin === text;
  return origins.length > 0 && origins.every(isOrigin) ? origins : undefined;
}

/** The names are those of `proxy-addr`, which parses the value. */
function parseTrust(value: string): boolean | string | undefined {
  if (value === 'true' || value === 'false') return value === 'true';
  const networks = splitList(value);
  const isNetwork = (text: string) => {
    if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
    const [address, bits, ...rest] = text.split('/');
    const family = isIP(address ?? '');
    if (family === 0 || rest.length > 0) return false;
    return bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
  };
  return networks.length > 0 && networks.every(isNetwork) ? networks.join(',') : undefined;
}

const splitList = (value: string) => value.split(',').flatMap((text) => text.trim() || []);

function parsePortRange(value: string): { min: number; max: number } | undefined {
  const [min, max] = value.split('-').map(Number);
  if (!Number.isInteger(min) || !Number.isInteger(max)) return undefined;
  return min! >= 1024 && max! <= 65_535 && min! <= max! ? { min: min!, max: max! } : undefined;
}

function readTls(read: ConfigReader): TlsFiles | undefined {
  const files = read.group(['VISAVIS_TLS_CERT', 'VISAVIS_TLS_KEY']);
  return files && { certFile: resolve(files.VISAVIS_TLS_CERT!), keyFile: resolve(files.VISAVIS_TLS_KEY!) };
}

function readTurn(read: ConfigReader): Config['media']['turn'] {
  const urls = read.pattern(
    'VISAVIS_TURN_URLS',
    'addresses like turn:turn.example.com:3478?transport=udp or turns:turn.example.com:443, separated by commas',
    parseTurnUrls,
  );
  const secret = read.secret('VISAVIS_TURN_SECRET', 16);
  const lifetimeSeconds =
    read.integer('VISAVIS_TURN_CREDENTIAL_SECONDS', { min: 60, max: 604_800 }) ?? 14_400;
  const group = read.group(['VISAVIS_TURN_URLS', 'VISAVIS_TURN_SECRET']);
  if (group && read.text('LIVEKIT_URL') !== undefined) {
    read.complain(
      'VISAVIS_TURN_URLS',
      'is of no use with LIVEKIT_URL: a LiveKit server announces its own TURN',
    );
  }
  return group && urls && secret ? { urls, secret, lifetimeSeconds } : undefined;
}

function parseTurnUrls(value: string): string[] | undefined {
  const urls = splitList(value);
  const isTurn = (text: string) =>
    /^turns?:(\[[\da-f:.]+\]|[\w.-]+)(:\d{1,5})?(\?transport=(udp|tcp))?$/i.test(text);
  return urls.length > 0 && urls.length <= 8 && urls.every(isTurn) ? urls : undefined;
}

function readS3(read: ConfigReader): S3Config | undefined {
  const bucket = read.text('S3_BUCKET');
  const endpoint = read.url('S3_ENDPOINT', ['http:', 'https:']);
  const region = read.text('S3_REGION') ?? read.text('AWS_REGION') ?? 'us-east-1';
  const keys = read.group(['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']);
  if (!bucket) {
    if (endpoint || keys) read.complain('S3_BUCKET', 'must be set as well when S3_ENDPOINT or its keys are');
    return undefined;
  }
  return {
    bucket,
    region,
    ...(endpoint && { endpoint }),
    ...(keys && { accessKeyId: keys.S3_ACCESS_KEY_ID!, secretAccessKey: keys.S3_SECRET_ACCESS_KEY! }),
  };
}

function readLiveKit(read: ConfigReader): LiveKitConfig | undefined {
  const url = read.url('LIVEKIT_URL', HTTP);
  const keys = read.group(['LIVEKIT_URL', 'LIVEKIT_API_KEY', 'LIVEKIT_API_SECRET']);
  return keys && url
    ? { url, apiKey: keys.LIVEKIT_API_KEY!, apiSecret: keys.LIVEKIT_API_SECRET! }
    : undefined;
}

function readProviders(read: ConfigReader): Config['providers'] {
  const providers: Record<string, ProviderSettings> = {};
  for (const { id, settings, home } of PROVIDERS) {
    const apiKey = read.text(settings.apiKey);
    const baseUrl = read.url(settings.baseUrl, HTTP);
    const model = settings.model && read.text(settings.model);
    const options = Object.entries(settings.options ?? {}).flatMap(
      ([key, { name, values, isJsonObject }]) => {
        const value = isJsonObject
          ? read.pattern(name, 'a JSON object, as in {"tier":"gold"}', jsonObjectText)
          : values
            ? read.oneOf(name, values)
            : read.text(name);
        return value === undefined ? [] : [[key, value]];
      },
    );
    if (!apiKey && !baseUrl) continue;
    providers[id] = {
      apiKey,
      baseUrl: baseUrl ?? home,
      ...(model && { model }),
      ...(options.length > 0 && { options: Object.fromEntries(options) }),
    };
  }
  return providers;
}

function jsonObjectText(text: string): string | undefined {
  try {
    return objectOf(JSON.parse(text)) && text;
  } catch {
    return undefined;
  }
}

function readFurtherModels(read: ConfigReader): Config['furtherModels'] {
  const models: Record<string, readonly string[]> = {};
  for (const { id, name, settings, foreignModels } of PROVIDERS) {
    if (!settings.furtherModels) continue;
    const expected = `names of models of ${name}, separated by commas, each of at most ${MODEL_NAME_LENGTH} letters, digits, or . _ : / -`;
    const names = read.pattern(settings.furtherModels, expected, (value) => {
      const all = splitList(value);
      const isName = (text: string) =>
        text.length <= MODEL_NAME_LENGTH && MODEL_NAME.test(text) && !foreignModels?.test(text);
      return all.length > 0 && all.every(isName) ? all : undefined;
    });
    if (names) models[id] = names;
  }
  return models;
}

function readWebSearch(read: ConfigReader): Config['webSearch'] {
  const baseUrl = read.url('SEARCH_BASE_URL', ['http:', 'https:']);
  const apiKey = read.text('SEARCH_API_KEY');
  return baseUrl ? { baseUrl, apiKey } : undefined;
}

function readPipeline(read: ConfigReader): Pick<Config, 'pipeline' | 'localSpeech'> {
  const pipeline: Config['pipeline'] = {};
  for (const part of ['llm', 'stt', 'tts'] as const) {
    const endpoint = readModelEndpoint(read, part.toUpperCase());
    if (endpoint) pipeline[part] = endpoint;
  }
  const reasoningEffort = read.text('LLM_REASONING_EFFORT');
  if (reasoningEffort && pipeline.llm) pipeline.llm.reasoningEffort = reasoningEffort;
  const voice = read.text('TTS_VOICE');
  const format = read.oneOf('TTS_FORMAT', SPEECH_FORMATS);
  const sampleRate = read.integer('TTS_SAMPLE_RATE', { min: 8000, max: 48_000 });
  for (const [name, value] of Object.entries({
    TTS_VOICE: voice,
    TTS_FORMAT: format,
    TTS_SAMPLE_RATE: sampleRate,
  })) {
    if (value !== undefined && !pipeline.tts)
      read.complain('TTS_BASE_URL', `must be set as well when ${name} is`);
  }
  if (pipeline.tts) {
    Object.assign(pipeline.tts, voice && { voice }, format && { format }, sampleRate && { sampleRate });
  }
  const localSpeech = (['stt', 'tts'] as const).filter((part) => isLocal(read, part));
  for (const part of localSpeech) delete pipeline[part];
  return { pipeline, localSpeech };
}

function isLocal(read: ConfigReader, part: SpeechPart): boolean {
  const name = part.toUpperCase();
  const where = read.oneOf(`VISAVIS_${name}`, ['local', 'server']);
  if (where === 'server' && read.text(`${name}_BASE_URL`) === undefined)
    read.complain(`${name}_BASE_URL`, `must be set as well when VISAVIS_${name} is server`);
  return where === 'local';
}

function readModelEndpoint(read: ConfigReader, prefix: string): PipelinePart | undefined {
  const baseUrl = read.url(`${prefix}_BASE_URL`, ['http:', 'https:']);
  const apiKey = read.text(`${prefix}_API_KEY`);
  const model = read.text(`${prefix}_MODEL`);
  if (!baseUrl && (apiKey || model)) {
    read.complain(`${prefix}_BASE_URL`, `must be set as well when ${prefix}_API_KEY or ${prefix}_MODEL is`);
  }
  if (baseUrl && !model) read.complain(`${prefix}_MODEL`, `must be set as well when ${prefix}_BASE_URL is`);
  return baseUrl && model ? { baseUrl, apiKey, model } : undefined;
}

/** OpenTelemetry's standard variables. Traces are sent where one of them says where to. */
function readTracing(read: ConfigReader): TracingSettings | undefined {
  const endpoint =
    read.url('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', ['http:', 'https:']) ??
    read.url('OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:']);
  const exporter = read.oneOf('OTEL_TRACES_EXPORTER', ['otlp', 'none']);
  const isOff = read.oneOf('OTEL_SDK_DISABLED', ['true', 'false']) === 'true' || exporter === 'none';
  if (isOff || (!endpoint && exporter !== 'otlp')) return undefined;
  return {
    endpoint,
    protocol:
      read.oneOf('OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', TRACE_PROTOCOLS) ??
      read.oneOf('OTEL_EXPORTER_OTLP_PROTOCOL', TRACE_PROTOCOLS) ??
      'http/protobuf',
    sampler: read.oneOf('OTEL_TRACES_SAMPLER', SAMPLERS) ?? 'parentbased_always_on',
    ratio: read.pattern('OTEL_TRACES_SAMPLER_ARG', 'a number from 0 to 1', parseRatio) ?? 1,
    serviceName: read.text('OTEL_SERVICE_NAME') ?? 'visavis',
    attributes:
      read.pattern('OTEL_RESOURCE_ATTRIBUTES', 'pairs like team=web,region=eu', parseAttributes) ?? {},
  };
}

function parseRatio(value: string): number | undefined {
  const ratio = Number(value);
  return ratio >= 0 && ratio <= 1 ? ratio : undefined;
}

function parseAttributes(value: string): Record<string, string> | undefined {
  const pairs = splitList(value).map((pair) => /^([^=]+)=(.*)$/.exec(pair));
  if (!pairs.every((pair) => pair !== null)) return undefined;
  return Object.fromEntries(pairs.map(([, key, text]) => [key!.trim(), text!.trim()]));
}
