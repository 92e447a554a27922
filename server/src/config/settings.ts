/**
 * Every setting is defined here once: its environment variable, kind and range, default and meaning. `Config` has the
 * values under the same keys, and `visavis config` lists them in this order.
 */
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { SAMPLERS, TRACE_PROTOCOLS } from '../tracing/tracing-settings.ts';
import {
  EMBEDDINGS,
  FURTHER_MODELS,
  PATIENCE_SETTINGS,
  PIPELINE,
  PROVIDER_SETTINGS,
  SPEECH_VENDORS,
  whereRuns,
} from './model-settings.ts';
import {
  boolean,
  group,
  HTTP,
  HTTP_OR_WS,
  integer,
  mebibytes,
  oneOf,
  path,
  pattern,
  secret,
  text,
  url,
} from './setting.ts';
import {
  parseAttributes,
  parseIssuer,
  parseOrigins,
  parsePortRange,
  parseRatio,
  parseTrust,
  parseTurnUrls,
  splitList,
} from './setting-formats.ts';

const NODE_ENV = text('NODE_ENV')
  .or('development')
  .means(
    'production: the offline engine does not replace a provider that has no key, and the log is JSON at level info',
  );

const LIVEKIT_URL = url('LIVEKIT_URL', HTTP_OR_WS)
  .needed()
  .means('address of a LiveKit server or cluster; default: the embedded room server');

const CONVERSATIONS_PER_WORKER = integer('VISAVIS_CONVERSATIONS_PER_WORKER', 1, 64)
  .or(8)
  .means(
    'maximum number of conversations that a worker runs at the same time; if not set, the machine is measured and may run fewer',
  );

const WORKER_TOKEN = secret('VISAVIS_WORKER_TOKEN', 32).means(
  'secret with which workers on other machines connect',
);

const FPS = integer('VISAVIS_VIDEO_FPS', 10, 30).or(25).means('frames per second of the video');

export const SETTINGS = {
  port: integer('PORT', 0, 65_535)
    .or(8080)
    .means('TCP port of the API, the talk page and signalling; 0: the system chooses a port'),
  host: text('HOST').or('0.0.0.0').means('address to listen on'),
  tls: group({
    certFile: path('VISAVIS_TLS_CERT')
      .needed()
      .means('PEM file with the certificate and its chain; turns https on'),
    keyFile: path('VISAVIS_TLS_KEY').needed().means('PEM file with the private key of VISAVIS_TLS_CERT'),
  }),
  publicUrl: url('VISAVIS_PUBLIC_URL', HTTP).means(
    'address at which clients reach the service; default: taken from each request',
  ),
  /** In addition to what is open to all, see `api/plugins/cors.ts`. */
  corsOrigins: pattern(
    'VISAVIS_CORS_ORIGINS',
    'origins like https://shop.example, separated by commas, or *',
    parseOrigins,
  ).means(
    'browser origins that may call the whole API, or *; session passes and uploads are open to all origins',
  ),
  trustProxy: pattern(
    'VISAVIS_TRUST_PROXY',
    'true, false, or addresses and networks like 10.0.0.0/8, separated by commas',
    parseTrust,
  )
    .or(false)
    .means('proxies whose X-Forwarded-* headers are trusted: true for all, or these addresses and networks'),
  dataDir: path('VISAVIS_DATA_DIR')
    .or(() => resolve('data'))
    .means('folder for everything that the service stores'),
  apiKey: secret('VISAVIS_API_KEY', 16).means(
    'API key of the default organization; default: created at the first start',
  ),
  signInRequired: boolean('VISAVIS_SIGN_IN_REQUIRED')
    .or(false)
    .means(
      'true: people must sign in as members to use the pages of the service; API keys are only for programs',
    ),
  openId: group({
    issuer: pattern(
      'VISAVIS_OIDC_ISSUER',
      'a URL like https://id.example/realms/museum, with https unless it is on this machine',
      parseIssuer,
    )
      .needed()
      .means('OpenID Connect issuer with which members sign in, exactly as the issuer spells it'),
    clientId: text('VISAVIS_OIDC_CLIENT_ID').needed().means('client ID of this service at the issuer'),
    clientSecret: secret('VISAVIS_OIDC_CLIENT_SECRET')
      .needed()
      .means('client secret of VISAVIS_OIDC_CLIENT_ID'),
    name: text('VISAVIS_OIDC_NAME')
      .or('OpenID Connect')
      .harmlessAlone()
      .means('name of the issuer on the sign-in button'),
  }),
  adminToken: secret('VISAVIS_ADMIN_TOKEN', 16).means(
    'token for /admin; default: created at the first start',
  ),
  /** Every signing key is derived from this secret. */
  secret: secret('VISAVIS_SECRET', 32).means(
    'secret that signs tokens; must be the same for all API processes of one database',
  ),
  databaseUrl: url('DATABASE_URL', ['postgres:', 'postgresql:']).means(
    'address of a PostgreSQL database; default: the embedded store',
  ),
  s3: group({
    bucket: text('S3_BUCKET')
      .needed()
      .means('bucket of an S3-compatible storage; default: files in the data directory'),
    endpoint: url('S3_ENDPOINT', HTTP).means('address of the S3-compatible storage; default: Amazon S3'),
    region: text('S3_REGION')
      .or((inForce) => inForce(text('AWS_REGION').or('us-east-1')))
      .harmlessAlone()
      .means('region of the bucket; default: AWS_REGION, otherwise us-east-1'),
    keys: group({
      accessKeyId: secret('S3_ACCESS_KEY_ID')
        .needed()
        .means('access key ID; default: the credentials that the AWS SDK finds, such as an IAM role'),
      secretAccessKey: secret('S3_SECRET_ACCESS_KEY').needed().means('secret access key of S3_ACCESS_KEY_ID'),
    }),
  }),
  livekit: group({
    url: LIVEKIT_URL,
    apiKey: secret('LIVEKIT_API_KEY').needed().means('API key for LIVEKIT_URL; required with it'),
    apiSecret: secret('LIVEKIT_API_SECRET').needed().means('API secret of LIVEKIT_API_KEY; required with it'),
  }),
  media: {
    ports: pattern(
      'VISAVIS_MEDIA_PORTS',
      'a range like 50000-50100',
      parsePortRange,
      ({ min, max }) => `${min}-${max}`,
    ).means('range of UDP ports for media; default: any free ports'),
    publicIps: pattern('VISAVIS_PUBLIC_IP', 'addresses', splitList)
      .or([])
      .means('addresses or host names that are announced to clients for media; required behind NAT'),
    turn: group({
      urls: pattern(
        'VISAVIS_TURN_URLS',
        'addresses like turn:turn.example.com:3478?transport=udp or turns:turn.example.com:443, separated by commas',
        parseTurnUrls,
      )
        .needed()
        .unless(
          (_, inForce) =>
            inForce(LIVEKIT_URL) &&
            'has no effect with LIVEKIT_URL, because a LiveKit server announces its own TURN servers: remove one of them',
        )
        .means('TURN servers for clients whose network blocks UDP'),
      secret: secret('VISAVIS_TURN_SECRET', 16)
        .needed()
        .means('secret shared with the TURN servers (static-auth-secret of coturn)'),
      lifetimeSeconds: integer('VISAVIS_TURN_CREDENTIAL_SECONDS', 60, 604_800)
        .or(14_400)
        .harmlessAlone()
        .means('seconds for which the TURN credentials of a client are valid'),
    }),
  },
  providers: PROVIDER_SETTINGS,
  furtherModels: FURTHER_MODELS,
  pipeline: PIPELINE,
  patience: PATIENCE_SETTINGS,
  asksAhead: boolean('LLM_ASK_AHEAD')
    .or(true)
    .means(
      'true: the language model is asked as soon as a pause is probably the end of a question; false: fewer requests, later answers',
    ),
  /** Used if neither `STT_BASE_URL` nor `TTS_BASE_URL` is set. */
  speechVendors: SPEECH_VENDORS,
  speech: {
    stt: whereRuns('VISAVIS_STT', PIPELINE.stt.parts.baseUrl),
    tts: whereRuns('VISAVIS_TTS', PIPELINE.tts.parts.baseUrl),
  },
  models: {
    speechRecognition: text('VISAVIS_SPEECH_RECOGNITION_MODEL').means(
      'speech recognition model to use if several are installed; default: the most accurate',
    ),
    language: text('VISAVIS_LANGUAGE_MODEL').means(
      'local language model to use if several are installed; default: your own, otherwise the best',
    ),
    mirror: url('VISAVIS_MODELS_MIRROR', HTTP).means(
      "address from which `visavis models add` downloads; default: the models' publishers",
    ),
  },
  embeddings: EMBEDDINGS,
  /** Where embeddings are computed. */
  meaning: whereRuns('VISAVIS_EMBEDDINGS', EMBEDDINGS.parts.baseUrl).means(
    'local: a model on this machine, even if EMBEDDINGS_BASE_URL is set; server: EMBEDDINGS_BASE_URL; default: EMBEDDINGS_BASE_URL if set, otherwise the server of the organization, otherwise this machine',
  ),
  /** Not needed for Gemini, which has its own search. */
  webSearch: group({
    baseUrl: url('SEARCH_BASE_URL', HTTP)
      .needed()
      .means('address of a SearXNG server, for agents that search the web'),
    apiKey: secret('SEARCH_API_KEY')
      .harmlessAlone()
      .means('API key for SEARCH_BASE_URL; default: no key is sent'),
  }),
  workers: {
    processes: integer('VISAVIS_WORKERS', 0, 256)
      .or(Math.max(2, Math.ceil(availableParallelism() / 2)))
      .unless(
        (processes, inForce) =>
          processes === 0 &&
          !inForce(WORKER_TOKEN) &&
          'can be 0 only if VISAVIS_WORKER_TOKEN is set, so that workers on other machines can connect',
      )
      .means(
        'number of conversation worker processes on this machine; 0: workers run only on other machines',
      ),
    conversationsPerWorker: CONVERSATIONS_PER_WORKER,
    wear: {
      conversations: integer('VISAVIS_WORKER_CONVERSATIONS', 1, 1_000_000)
        .or(200)
        .means('number of conversations after which a worker process is replaced'),
      residentBytes: mebibytes('VISAVIS_WORKER_MEMORY_MB', 300, 1_000_000)
        .or((inForce) => (512 + 192 * inForce(CONVERSATIONS_PER_WORKER)) * 2 ** 20)
        .means('memory in MiB above which a worker process is replaced'),
    },
    token: WORKER_TOKEN,
  },
  // An external LiveKit server may charge for every participant by the minute.
  waitingAvatar: boolean('VISAVIS_WAITING_AVATAR')
    .or((inForce) => !inForce(LIVEKIT_URL))
    .means(
      'true: an avatar waits in an empty room, so that the next conversation starts sooner; default: true without LIVEKIT_URL, false with it',
    ),
  service: {
    url: url('VISAVIS_SERVICE_URL', HTTP).means(
      'for `visavis worker`: address of the service that it runs conversations for',
    ),
  },
  drainSeconds: integer('VISAVIS_DRAIN_SECONDS', 0, 86_400)
    .or(0)
    .means('seconds for which running conversations may continue after a SIGTERM'),
  video: {
    size: oneOf('VISAVIS_VIDEO_SIZE', ['512x512', '640x640', '1280x720'])
      .or('512x512')
      .means('size of the video in pixels: 512x512, 640x640 or 1280x720'),
    fps: FPS,
    // It must divide the full rate, because idle video sends every second or third frame.
    idleFps: integer('VISAVIS_VIDEO_IDLE_FPS', 5, 30)
      .or(12)
      .adjustedBy((idle, inForce) => inForce(FPS) / Math.max(1, Math.round(inForce(FPS) / idle)))
      .means(
        'frames per second while nobody speaks and the machine is busy; rounded so that it divides VISAVIS_VIDEO_FPS',
      ),
  },
  // With fewer frames, the lips no longer match the audio.
  videoMinFps: integer('VISAVIS_VIDEO_MIN_FPS', 5, 30)
    .or(12)
    .adjustedBy((fps, inForce) => Math.min(fps, inForce(FPS)))
    .means(
      'lowest frame rate to which a busy machine reduces all conversations; VISAVIS_VIDEO_FPS or more: never reduced',
    ),
  limits: {
    sessionSeconds: integer('VISAVIS_LIMIT_SESSION_SECONDS', 10, 86_400)
      .or(3600)
      .means('limit of the duration of a conversation for new organizations, in seconds'),
    concurrentSessions: integer('VISAVIS_LIMIT_CONCURRENT_SESSIONS', 1, 100_000)
      .or(10)
      .means('maximum number of simultaneous conversations for new organizations'),
    documentBytes: integer('VISAVIS_LIMIT_DOCUMENT_BYTES', 1024, 2 ** 31)
      .or(50 * 2 ** 20)
      .means('maximum size of a document for new organizations, in bytes'),
    storedBytes: integer('VISAVIS_LIMIT_STORED_BYTES', 0, Number.MAX_SAFE_INTEGER)
      .or(10 * 2 ** 30)
      .means('maximum total size of all documents and pictures for new organizations, in bytes'),
  },
  retentionDays: integer('VISAVIS_RETENTION_DAYS', 0, 36_500)
    .or(0)
    .means('days for which ended conversations are kept, unless the organization sets its own; 0: forever'),
  auditDays: integer('VISAVIS_AUDIT_DAYS', 1, 36_500).or(400).means('days for which the audit log is kept'),
  diskReserveBytes: mebibytes('VISAVIS_DISK_RESERVE_MB', 0, 1_000_000_000)
    .or(256 * 2 ** 20)
    .means(
      'MiB that must stay free on the disk of the data directory; with less, the service refuses to create anything',
    ),
  /** End users and addresses without a credential have separate, fixed limits. */
  requestsPerMinute: integer('VISAVIS_LIMIT_REQUESTS_PER_MINUTE', 1, 1_000_000_000)
    .or(3000)
    .means('maximum number of requests per minute for each organization'),
  privateAddresses: boolean('VISAVIS_PRIVATE_ADDRESSES')
    .or(false)
    .means(
      'true: webhooks, tools, model servers, websites and external rooms may have private addresses and no TLS',
    ),
  log: {
    level: oneOf('VISAVIS_LOG_LEVEL', ['trace', 'debug', 'info', 'warn', 'error', 'silent'])
      .or((inForce) => (inForce(NODE_ENV) === 'production' ? 'info' : 'warn'))
      .means('log level: trace, debug, info, warn, error or silent'),
    format: oneOf('VISAVIS_LOG_FORMAT', ['pretty', 'json'])
      .or((inForce) => (inForce(NODE_ENV) === 'production' ? 'json' : 'pretty'))
      .means('log format: pretty or json'),
  },
  environment: NODE_ENV,
};

const OTLP_ENDPOINT = url('OTEL_EXPORTER_OTLP_ENDPOINT', HTTP).means(
  'address of the OpenTelemetry collector that receives traces; default: no traces are sent',
);
const OTLP_PROTOCOL = oneOf('OTEL_EXPORTER_OTLP_PROTOCOL', TRACE_PROTOCOLS)
  .or('http/protobuf')
  .means(`protocol of the collector: ${TRACE_PROTOCOLS.join(' or ')}`);
const TRACES_ENDPOINT = url('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', HTTP)
  .or((inForce) => inForce(OTLP_ENDPOINT))
  .means('full address, with the path, of a collector only for traces');

/** OpenTelemetry's standard variables that decide whether there are traces. */
export const TRACING_SWITCHES = {
  collector: OTLP_ENDPOINT,
  endpoint: TRACES_ENDPOINT,
  exporter: oneOf('OTEL_TRACES_EXPORTER', ['otlp', 'none']).means(
    'otlp: traces are sent, to this machine if no endpoint is set; none: no traces',
  ),
  isOff: boolean('OTEL_SDK_DISABLED').or(false).means('true: no traces'),
};

/** The other variables of OpenTelemetry; their mistakes matter only if there are traces. */
export const TRACING = {
  collectorProtocol: OTLP_PROTOCOL,
  protocol: oneOf('OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', TRACE_PROTOCOLS)
    .or((inForce) => inForce(OTLP_PROTOCOL))
    .means('protocol of the collector only for traces'),
  sampler: oneOf('OTEL_TRACES_SAMPLER', SAMPLERS)
    .or('parentbased_always_on')
    .means('sampler: which traces are sent'),
  ratio: pattern('OTEL_TRACES_SAMPLER_ARG', 'a number from 0 to 1', parseRatio)
    .or(1)
    .means('share of traces to send, from 0 to 1, for a sampler with a ratio'),
  serviceName: text('OTEL_SERVICE_NAME').or('visavis').means('name of the service in traces'),
  attributes: pattern('OTEL_RESOURCE_ATTRIBUTES', 'pairs like team=web,region=eu', parseAttributes, (pairs) =>
    Object.entries(pairs)
      .map((pair) => pair.join('='))
      .join(','),
  )
    .or({})
    .means('attributes of the service in traces'),
};

/**
 * Variables that SDKs, plugins and the examples of the guides read. Listed so that they cause no warning in a shell
 * that is used for both.
 */
const CALLERS = {
  url: url('VISAVIS_URL', HTTP).means(
    'for programs that call the service, such as the code in the guides: address of the service',
  ),
  avatarId: text('VISAVIS_AVATAR_ID').means(
    'for programs that call the service: id of the avatar to talk to',
  ),
};

/** All settings, in the order in which `visavis config` lists them. */
export const ALL_SETTINGS = { SETTINGS, TRACING_SWITCHES, TRACING, CALLERS };
