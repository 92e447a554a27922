import type { Config } from '../config.ts';
import { PROVIDERS } from '../engines/providers.ts';

export interface SettingRow {
  setting: string;
  value: string;
  meaning: string;
}

const PIPELINE = [
  ['llm', 'thinks'],
  ['stt', 'transcribes'],
  ['tts', 'speaks'],
] as const;

/** Every setting with its effective value, secrets masked, in the order an operator meets them. */
export function describeConfig(config: Config): SettingRow[] {
  const rows: SettingRow[] = [];
  const add = (setting: string, value: string | number | undefined, meaning: string) =>
    rows.push({ setting, value: value === undefined || value === '' ? '-' : String(value), meaning });
  add('PORT', config.port, 'TCP port of API, talk page and signalling');
  add('HOST', config.host, 'address to listen on');
  const tls = config.tls === 'local' ? undefined : config.tls;
  add('VISAVIS_TLS_CERT', tls?.certFile, 'PEM file with the certificate and its chain: serves https');
  add('VISAVIS_TLS_KEY', tls?.keyFile, 'PEM file with its private key');
  add('VISAVIS_PUBLIC_URL', config.publicUrl, 'how clients reach the service; from the request where absent');
  add(
    'VISAVIS_CORS_ORIGINS',
    config.corsOrigins === '*' ? '*' : config.corsOrigins?.join(','),
    'browser origins that may call the whole API, or *; session passes and uploads are open to all',
  );
  add(
    'VISAVIS_TRUST_PROXY',
    String(config.trustProxy),
    'trust X-Forwarded-*: true for all, or only from these addresses and networks',
  );
  add('VISAVIS_DATA_DIR', config.dataDir, 'everything the service keeps');
  add('VISAVIS_API_KEY', mask(config.apiKey), 'key of the default organization; made at first start');
  add('VISAVIS_ADMIN_TOKEN', mask(config.adminToken), 'guards /admin; made at first start');
  add('VISAVIS_SECRET', mask(config.secret), 'signs tokens; the same on all API processes of one database');
  add('DATABASE_URL', maskUrl(config.databaseUrl), 'PostgreSQL; embedded store where absent');
  add(
    'S3_BUCKET',
    config.s3?.bucket,
    'bucket of an S3-compatible storage; files in the data directory where absent',
  );
  add('S3_ENDPOINT', config.s3?.endpoint, 'where it is; Amazon where absent');
  add('S3_REGION', config.s3?.region, 'AWS_REGION, else us-east-1, where absent');
  add(
    'S3_ACCESS_KEY_ID',
    mask(config.s3?.accessKeyId),
    'as the AWS SDK finds it, such as by a role, where absent',
  );
  add('S3_SECRET_ACCESS_KEY', mask(config.s3?.secretAccessKey), 'the secret of S3_ACCESS_KEY_ID');
  add('LIVEKIT_URL', config.livekit?.url, 'LiveKit server or cluster; embedded room server where absent');
  add('LIVEKIT_API_KEY', mask(config.livekit?.apiKey), 'its key; must be set with LIVEKIT_URL');
  add('LIVEKIT_API_SECRET', mask(config.livekit?.apiSecret), 'the secret of LIVEKIT_API_KEY');
  const { ports, publicIps } = config.media;
  add(
    'VISAVIS_MEDIA_PORTS',
    ports && `${ports.min}-${ports.max}`,
    'UDP ports of media; any free ones where absent',
  );
  add(
    'VISAVIS_PUBLIC_IP',
    publicIps.join(','),
    'addresses, or names of them, announced for media, behind NAT',
  );
  const { turn } = config.media;
  add('VISAVIS_TURN_URLS', turn?.urls.join(','), 'TURN servers for clients whose network blocks UDP');
  add('VISAVIS_TURN_SECRET', mask(turn?.secret), 'shared with them: static-auth-secret of coturn');
  add(
    'VISAVIS_TURN_CREDENTIAL_SECONDS',
    turn?.lifetimeSeconds,
    'how long credentials of a client open relays; 14400',
  );
  for (const { id, name, settings, defaultModel } of PROVIDERS) {
    const provider = config.providers[id];
    add(settings.apiKey, mask(provider?.apiKey), `turns the ${id} provider on`);
    add(settings.baseUrl, provider?.baseUrl, `a server that speaks the protocol of ${name}`);
    if (settings.model)
      add(settings.model, provider?.model, `model of agents that name none; ${defaultModel} where absent`);
    if (settings.furtherModels)
      add(
        settings.furtherModels,
        config.furtherModels[id]?.join(','),
        'further models that agents may name, separated by commas; those of the API alone where absent',
      );
    for (const [key, option] of Object.entries(settings.options ?? {}))
      add(option.name, provider?.options?.[key], option.meaning);
  }
  for (const [part, does] of PIPELINE) {
    const prefix = part.toUpperCase();
    add(
      `${prefix}_BASE_URL`,
      config.pipeline[part]?.baseUrl,
      `OpenAI-compatible server of the pipeline that ${does}`,
    );
    add(`${prefix}_API_KEY`, mask(config.pipeline[part]?.apiKey), 'its key; none is sent where absent');
    add(`${prefix}_MODEL`, config.pipeline[part]?.model, `its model; must be set with ${prefix}_BASE_URL`);
  }
  for (const part of ['stt', 'tts'] as const) {
    const name = part.toUpperCase();
    const isLocal = config.localSpeech.includes(part);
    add(
      `VISAVIS_${name}`,
      isLocal ? 'local' : config.pipeline[part] && 'server',
      `local: models of this machine, also where ${name}_BASE_URL is set; server; absent: the server where there is one`,
    );
  }
  const { llm, tts } = config.pipeline;
  add(
    'LLM_REASONING_EFFORT',
    llm?.reasoningEffort,
    "how much the model thinks: none, low, …; the server's default where absent",
  );
  add(
    'TTS_VOICE',
    tts?.voice,
    "the speech server's name of the voice; the nearest to the agent's where absent",
  );
  add('TTS_FORMAT', tts?.format, 'pcm or wav; pcm where absent');
  add('TTS_SAMPLE_RATE', tts?.sampleRate, 'of pcm whose rate the server does not state; 24000 where absent');
  add(
    'VISAVIS_SPEECH_RECOGNITION_MODEL',
    config.models.speechRecognition,
    'model of speech recognition, where several are installed; absent: the most exact',
  );
  add(
    'VISAVIS_MODELS_MIRROR',
    config.models.mirror,
    'where `visavis models add` fetches from; from their makers where absent',
  );
  add(
    'EMBEDDINGS_BASE_URL',
    config.embeddings?.baseUrl,
    'OpenAI-compatible endpoint: knowledge bases are searched by meaning as well',
  );
  add('EMBEDDINGS_API_KEY', mask(config.embeddings?.apiKey), 'its key; none is sent where absent');
  add(
    'EMBEDDINGS_MODEL',
    config.embeddings?.model,
    'documents indexed with another are found by words alone',
  );
  add('SEARCH_BASE_URL', config.webSearch?.baseUrl, 'a SearXNG server, for agents that search the web');
  add('SEARCH_API_KEY', mask(config.webSearch?.apiKey), 'its key; none is sent where absent');
  add(
    'VISAVIS_WORKERS',
    config.workers.processes,
    'conversation worker processes; 0: on other machines alone',
  );
  add(
    'VISAVIS_CONVERSATIONS_PER_WORKER',
    config.workers.conversationsPerWorker,
    config.workers.measurePlaces
      ? 'at most; how many this machine can run is measured, unless you set it'
      : 'set, so not measured',
  );
  add('VISAVIS_WORKER_CONVERSATIONS', config.workers.wear.conversations, 'after which a worker is replaced');
  add(
    'VISAVIS_WORKER_MEMORY_MB',
    config.workers.wear.residentBytes / 2 ** 20,
    'above which a worker is replaced',
  );
  add(
    'VISAVIS_WORKER_TOKEN',
    mask(config.workers.token),
    'secret with which workers on other machines connect',
  );
  add(
    'VISAVIS_WAITING_AVATAR',
    String(config.waitingAvatar),
    'whether an avatar waits in an empty room for the next conversation, which starts sooner; with LIVEKIT_URL not unless set',
  );
  add('VISAVIS_SERVICE_URL', config.service.url, 'for `visavis worker`: the service that it works for');
  add('VISAVIS_DRAIN_SECONDS', config.drainSeconds, 'how long a SIGTERM lets running conversations go on');
  add('VISAVIS_VIDEO_SIZE', `${config.video.width}x${config.video.height}`, '512x512, 640x640 or 1280x720');
  add('VISAVIS_VIDEO_FPS', config.video.fps, 'pictures a second');
  add(
    'VISAVIS_VIDEO_IDLE_FPS',
    config.video.idleFps,
    'pictures a second while nothing is said: the nearest to the whole number that is set',
  );
  add(
    'VISAVIS_VIDEO_MIN_FPS',
    config.videoMinFps,
    'the fewest on a busy machine, where all conversations send fewer; with VISAVIS_VIDEO_FPS or more they never do',
  );
  add('VISAVIS_LIMIT_SESSION_SECONDS', config.limits.sessionSeconds, 'of a new organization');
  add('VISAVIS_LIMIT_CONCURRENT_SESSIONS', config.limits.concurrentSessions, 'of a new organization');
  add('VISAVIS_LIMIT_DOCUMENT_BYTES', config.limits.documentBytes, 'of a new organization');
  add(
    'VISAVIS_LIMIT_STORED_BYTES',
    config.limits.storedBytes,
    'documents and pictures of a new organization',
  );
  add(
    'VISAVIS_RETENTION_DAYS',
    config.retentionDays,
    'days that conversations are kept after their end, where the organization sets no other; 0: for ever',
  );
  add('VISAVIS_AUDIT_DAYS', config.auditDays, 'days that the audit log is kept');
  add(
    'VISAVIS_DISK_RESERVE_MB',
    config.diskReserveBytes / 2 ** 20,
    'to stay free on the disk of the data directory; with less, nothing is created',
  );
  add('VISAVIS_LIMIT_REQUESTS_PER_MINUTE', config.requestsPerMinute, 'of each organization');
  add(
    'VISAVIS_PRIVATE_ADDRESSES',
    String(config.privateAddresses),
    'true: webhooks, tools and rooms of callers may be at private addresses, and without TLS',
  );
  add('VISAVIS_LOG_LEVEL', config.log.level, 'trace, debug, info, warn, error or silent');
  add('VISAVIS_LOG_FORMAT', config.log.format, 'pretty or json');
  add(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    maskUrl(config.tracing && (config.tracing.endpoint ?? 'http://localhost:4318')),
    'OpenTelemetry collector that traces are sent to, with the other standard OTEL_ variables; none where absent',
  );
  add('NODE_ENV', config.production ? 'production' : 'development', 'production refuses fallbacks');
  return rows;
}

function mask(secret: string | undefined): string | undefined {
  return secret && `${secret.slice(0, 3)}…${'*'.repeat(6)}`;
}

function maskUrl(value: string | undefined): string | undefined {
  if (!value) return undefined;
  const url = new URL(value);
  if (url.password) url.password = '******';
  return url.toString();
}
