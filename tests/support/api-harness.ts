import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ConversationEvent, ConversationPlan, EndReason, EngineName } from '@visavis/contracts';
import { afterAll, beforeAll } from 'vitest';
import type {
  ApiOptions,
  CatalogueEntry,
  IndexJob,
  ProviderDescriptor,
  RoomGrant,
} from './inside/service.ts';
import {
  buildApp,
  composeEvents,
  composeFacePreviews,
  composeKnowledge,
  composeModelServerTrial,
  composeModels,
  composeProviderKeyTrial,
  createEngineChoice,
  createServices,
  createStores,
  createTestDatabase,
  crossTenant,
  type Database,
  deletionHandlers,
  drawStill,
  indexPassages,
  isPackedFaces,
  isPlain,
  JobRunner,
  openFileBlobStore,
  PATIENCE,
  type Ports,
  renderPreview,
  routeConnections,
  type Services,
  silentLogger,
  startBackgroundEmbedding,
} from './inside/service.ts';
import { composeVoiceSampler, PROVIDERS, packageVersion, readSettings } from './inside.ts';
import { takeDatabase } from './kept-databases.ts';
import { KeptFailures } from './kept-failures.ts';
import { portraitDataUrl } from './portrait-png.ts';

/**
 * The only place where acceptance tests use the service's internals: it builds the app on a real store, with recording
 * fakes.
 */

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever the service answered and assert on it.
  body: any;
  headers: Record<string, string | string[] | number | undefined>;
  /** Why the status is 500, as the service logged it. */
  failure?: string | undefined;
}

export interface CallOptions {
  /** `null`: without a key. Default: the key of the default organization. */
  key?: string | null;
  bearer?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

const SILENT_VOICE = {
  say: async (text: string) => ({ text, pcm: new Int16Array(8000), sampleRate: 16_000, phones: [] }),
};
export const ADMIN_TOKEN = 'admin-token-of-the-tests';
export const BUILT_IN_FACES = [
  { identity: 'mira', name: 'Mira', description: 'A woman with dark hair.' },
  { identity: 'jonas', name: 'Jonas', description: 'A man with glasses.' },
];
/** No test contacts a vendor. */
const NOWHERE = Object.fromEntries(PROVIDERS.map(({ settings }) => [settings.baseUrl, 'http://127.0.0.1:9']));
export const PNG = portraitDataUrl();

type SaidEvent = Extract<ConversationEvent, { kind: 'transcript' }>;
type NotedEvent = Extract<ConversationEvent, { kind: 'timeline' }>;

export interface ApiHarness {
  call(method: string, url: string, options?: CallOptions): Promise<Answer>;
  /** The key of the default organization. */
  key: string;
  organizationId: string;
  /** Creates another organization with its own key. */
  createOrganization(fields?: Record<string, unknown>): Promise<{ id: string; key: string }>;
  /** Makes the service listen, at the first call, and returns its address. */
  listen(): Promise<string>;
  /** Messages sent to workers. */
  dispatched: ConversationPlan[];
  stopped: { conversationId: string; reason: EndReason }[];
  /** Voices for which a sample was generated. */
  sampled: string[];
  /** Conversations that were notified of an erasure. */
  forgotten: { conversationId: string; content: string | undefined }[];
  minted: RoomGrant[];
  /** Rooms that were opened but not closed. */
  openRooms: ReadonlySet<string>;
  /**
   * Jobs that were offered to LiveKit Agents workers: `guide` accepts its job, `stranger` does so under another
   * identity, others never do.
   */
  agentJobs: { room: string; agentName: string; metadata: object }[];
  /** Makes the next dispatch fail. */
  failNextDispatch(error: Error): void;
  report(conversationId: string, event: ConversationEvent): Promise<void>;
  /** Reports a transcript entry; by default final words of the user, at the current time. */
  say(conversationId: string, content: string, entry?: Partial<SaidEvent>): Promise<void>;
  /** Reports a timeline entry; by default of the avatar, at the current time. */
  note(
    conversationId: string,
    type: NotedEvent['type'],
    content: string,
    entry?: Partial<NotedEvent>,
  ): Promise<void>;
  indexJobs: IndexJob[];
  /** Requested readings of websites. */
  websiteReadings: { websiteId: string; attempt: number }[];
  /** Completes the last indexing job: the document gets these passages. */
  index(knowledgeBaseId: string, passages: readonly { text: string; title?: string }[]): Promise<void>;
  /** Runs the jobs that delete what deleted documents and knowledge bases left behind, as the service does. */
  startDeletions(): Promise<void>;
  blobs: Awaited<ReturnType<typeof openFileBlobStore>>;
  /** Returns the number of stored blobs. */
  countBlobs(): Promise<number>;
  /** Remote pictures, by address. */
  pictures: Map<string, Buffer>;
  configuredEngines: Map<string, EngineName>;
  /** Every route of the app, such as `GET /v3/health`. */
  routes: string[];
  services: Services;
  /** Embeds passages in the background as the service does, in real time. */
  startEmbedding(): void;
  /** Returns the passages that a conversation gets for a question. */
  ask(conversationId: string, question: string): Promise<string[]>;
  /** Sends webhooks and receives changes as the service does, in real time. */
  startEvents(): Promise<void>;
  /** The database, so that tests can check every row. */
  database: Database;
  /** The internal errors that the service logged for failed requests. */
  failures: readonly string[];
  /** The service's time; it passes only by `advance`, unless `startEvents` was called. */
  now(): Date;
  /** Lets time pass. */
  advance(seconds: number): void;
  /** Sets the clock without letting time pass. */
  jump(seconds: number): void;
  close(): Promise<void>;
}

export interface HarnessOptions extends Partial<ApiOptions> {
  builtinMayReplace?: boolean;
  /** Whether this machine currently has a language model. */
  hasLanguageModel?: () => boolean;
  /** Providers in addition to those of the product. */
  addedProviders?: readonly ProviderDescriptor[];
  /** Wraps the ports between the domain and its adapters. */
  wrapPorts?: (ports: Ports) => Ports;
  /** Downloadable models that replace those of the product; from a mirror if one is given. */
  models?: { catalogue: readonly CatalogueEntry[]; mirror?: string; dataDir?: string };
  /** Whether webhooks may go to private addresses, such as a receiver of the test. */
  webhooksToPrivate?: boolean;
  /** Addresses of providers by setting, where keys are tried and used; by default, no provider is reachable. */
  providerAddresses?: () => Record<string, string>;
  /** Whether the test needs its own database, because it closes it. */
  ownDatabase?: boolean;
  /** Another harness, whose database this one shares; it gets its own default organization there. */
  beside?: ApiHarness;
}

export async function startApi(options: HarnessOptions = {}): Promise<ApiHarness> {
  const { ownDatabase, beside } = options;
  const database = beside?.database ?? (await (ownDatabase ? createTestDatabase() : takeDatabase()));
  const {
    ownDatabase: _own,
    beside: _beside,
    builtinMayReplace = true,
    hasLanguageModel = () => false,
    webhooksToPrivate = false,
    providerAddresses = () => NOWHERE,
    wrapPorts = (ports: Ports) => ports,
    addedProviders = [],
    models,
    ...apiOptions
  } = options;
  const { furtherModels = {} } = apiOptions;
  const dispatched: ConversationPlan[] = [];
  const stopped: ApiHarness['stopped'] = [];
  const forgotten: ApiHarness['forgotten'] = [];
  const sampled: string[] = [];
  const minted: RoomGrant[] = [];
  const openRooms = new Set<string>();
  const agentJobs: ApiHarness['agentJobs'] = [];
  const indexJobs: IndexJob[] = [];
  const websiteReadings: ApiHarness['websiteReadings'] = [];
  const blobFolder = await mkdtemp(path.join(tmpdir(), 'visavis-blobs-'));
  const blobs = await openFileBlobStore(blobFolder);
  const pictures = new Map<string, Buffer>();
  const configuredEngines = new Map<string, EngineName>();
  const routes: string[] = [];
  const running: { stop(): Promise<void> }[] = [];
  /** Each with a runner of its own, so that a test runs only the jobs that it wants. */
  const startJobs = (handlers: ReturnType<typeof deletionHandlers> = {}) => {
    const jobs = new JobRunner({ db: database });
    for (const [kind, handler] of Object.entries(handlers)) jobs.handle(kind, handler);
    running.push(jobs);
    void jobs.start();
    return jobs;
  };
  let hasEvents = false;
  let door: Server | undefined;
  let dispatchError: Error | undefined;
  let aheadMs = 0;
  let passedMs = 0;
  // Time stands still except for a millisecond per reading, so that later writes have later times: what a test counts
  // does not depend on the load of the machine. It starts at a full minute, because requests are counted per minute.
  const begunAt = Math.floor(Date.now() / 60_000) * 60_000;
  let readings = 0;
  let elapsedMs = () => ++readings;
  const now = () => new Date(begunAt + elapsedMs() + aheadMs);

  const events = composeEvents({ database, allowPrivate: webhooksToPrivate, log: silentLogger });
  const choice = createEngineChoice([...PROVIDERS, ...addedProviders], {
    production: false,
    providers: {},
    furtherModels,
    pipeline: {},
    webSearch: undefined,
  });
  const stores = createStores(database.kysely);
  const knowledge = composeKnowledge({
    database,
    blobs,
    conversations: stores.conversations,
    documents: stores.documents,
    servers: () => services.modelServers,
    warn: (conversationId, warning) => services.conversations.warn(conversationId, warning),
    log: silentLogger,
  });
  const services = createServices(
    wrapPorts({
      stores,
      blobs,
      indexQueue: { enqueue: async (job) => void indexJobs.push(job) },
      websiteQueue: {
        enqueue: async ({ id, attempt }) => void websiteReadings.push({ websiteId: id, attempt }),
      },
      knowledgeIndex: knowledge.index,
      builtInFaces: BUILT_IN_FACES,
      faceStills: {
        still: async (face, size) => {
          const contentType = 'image/png';
          if ('identity' in face)
            return { bytes: Buffer.from(`still of ${face.identity} at ${size}`), contentType };
          const { png, ...kept } = await drawStill(face, { width: size, height: size });
          return { bytes: png, contentType, ...kept };
        },
        thumbnail: async (identity) => ({
          bytes: Buffer.from(`thumbnail of ${identity}`),
          contentType: 'image/webp',
        }),
        knowsMesh: isPackedFaces,
        isPlain,
      },
      imageFetcher: {
        fetchImage: async (url) => {
          const picture = pictures.get(url);
          if (!picture) throw new Error('the address is not public');
          return picture;
        },
      },
      engines: {
        ...choice,
        engineFor: (provider) => configuredEngines.get(provider),
        hasKey: (provider) => configuredEngines.get(provider) === provider,
        searchesWeb: (engine) => engine === 'gemini',
        builtinMayReplace,
        languageModelMayReplace: hasLanguageModel,
      },
      voiceSampler: {
        ...composeVoiceSampler(readSettings({}).config, { say: () => Promise.reject(new Error('not used')) }),
        say: async (text, voice) => {
          sampled.push(voice);
          return { wav: Buffer.from(`${voice}: ${text}`) };
        },
      },
      facePreviewer: composeFacePreviews({ preview: renderPreview }, SILENT_VOICE),
      tryModelServer: composeModelServerTrial(PATIENCE, SILENT_VOICE),
      serverPatience: PATIENCE,
      tryProviderKey: (provider, key) =>
        composeProviderKeyTrial(readSettings(providerAddresses()).config.providersWithoutKey)(provider, key),
      rooms: {
        open: async (room) => void openRooms.add(room),
        close: (room) => void openRooms.delete(room),
        startAgent: async (room, agentName, metadata) => {
          const job = JSON.parse(metadata) as { identity: string };
          agentJobs.push({ room, agentName, metadata: job });
          return { guide: job.identity, stranger: 'agent-AJ_1' }[agentName];
        },
        urlForClients: (baseUrl) => `${baseUrl.replace(/^http/, 'ws')}`,
        urlForWorkers: () => 'ws://127.0.0.1:7880',
        mint: async (grant) => {
          minted.push(grant);
          return `token-${grant.role}-${grant.identity}`;
        },
      },
      dispatcher: {
        start: async (plan) => {
          if (dispatchError) {
            const error = dispatchError;
            dispatchError = undefined;
            throw error;
          }
          dispatched.push(plan);
        },
        stop: async (conversationId, reason) => void stopped.push({ conversationId, reason }),
        forget: async (conversationId, content) => void forgotten.push({ conversationId, content }),
      },
      changeNotifications: events.changeNotifications,
      addressPolicy: events.addressPolicy,
      postMessage: events.postMessage,
      modelKeeper: composeModels(
        {
          dataDir: models?.dataDir ?? blobFolder,
          models: { mirror: models?.mirror, speechRecognition: undefined },
        },
        silentLogger,
        models?.catalogue,
      ),
      secret: randomBytes(32),
      serviceInstanceId: 'instance-1',
      soleInstance: database.kind === 'embedded',
      clock: now,
      monotonic: () => elapsedMs() + passedMs,
    }),
  );
  const { organization, key } = await (beside
    ? createOrganizationWithKey(services)
    : services.organizations.ensureDefault({}));
  const failures = new KeptFailures();
  const app = await buildApp(services, {
    version: packageVersion,
    logger: failures.logger,
    adminToken: ADMIN_TOKEN,
    rateLimits: { organization: 1e9, user: 1e9, member: 1e9, address: 1e9, attempts: 1e9 },
    providerOffers: choice.offers,
    ...apiOptions,
    onRoute: ({ method, url }) => void routes.push(...[method].flat().map((one) => `${one} ${url}`)),
  });

  async function call(method: string, url: string, callOptions: CallOptions = {}): Promise<Answer> {
    const headers: Record<string, string> = { ...callOptions.headers };
    if (callOptions.bearer !== undefined) headers.authorization = `Bearer ${callOptions.bearer}`;
    const apiKey = callOptions.key === undefined && callOptions.bearer === undefined ? key : callOptions.key;
    if (apiKey) headers['x-api-key'] = apiKey;
    const response = await app.inject({
      method: method as 'GET',
      url,
      headers,
      ...(callOptions.body !== undefined && { payload: callOptions.body as object }),
    });
    const isJson = String(response.headers['content-type']).includes('json');
    return {
      status: response.statusCode,
      body: isJson ? JSON.parse(response.body) : response.body,
      headers: response.headers,
      ...(response.statusCode === 500 && { failure: failures.stacks.at(-1) }),
    };
  }

  return {
    call,
    key: key!,
    organizationId: organization.id,
    async createOrganization(fields = {}) {
      const created = await call('POST', '/admin/organizations', {
        bearer: ADMIN_TOKEN,
        body: { name: 'Other', ...fields },
      });
      const { id } = created.body;
      const made = await call('POST', `/admin/organizations/${id}/keys`, { bearer: ADMIN_TOKEN, body: {} });
      return { id, key: made.body.key };
    },
    async listen() {
      if (!door) {
        door = createServer();
        routeConnections(
          door,
          { app, rooms: { embedded: undefined }, workerEndpoint: undefined },
          silentLogger,
          () => false,
        );
        door.listen(0, '127.0.0.1');
        await once(door, 'listening');
      }
      return `http://127.0.0.1:${(door.address() as AddressInfo).port}`;
    },
    dispatched,
    stopped,
    forgotten,
    sampled,
    minted,
    openRooms,
    agentJobs,
    failNextDispatch: (error) => {
      dispatchError = error;
    },
    report: (conversationId, event) => services.conversationEvents.apply(conversationId, event),
    say: (conversationId, content, entry) =>
      services.conversationEvents.apply(conversationId, { ...SAID, at: now().getTime(), content, ...entry }),
    note: (conversationId, type, content, entry) =>
      services.conversationEvents.apply(conversationId, {
        kind: 'timeline',
        at: now().getTime(),
        type,
        author: 'character',
        content,
        ...entry,
      }),
    indexJobs,
    websiteReadings,
    async index(knowledgeBaseId, passages) {
      const job = indexJobs.at(-1)!;
      await indexPassages(database.kysely, knowledgeBaseId, job.documentId, [passages]);
      await services.documents.report(job, { type: 'indexed', content: `${passages.length} passages` });
    },
    failures: failures.stacks,
    blobs,
    async countBlobs() {
      const entries = await readdir(blobFolder, { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).length;
    },
    pictures,
    configuredEngines,
    routes: routes.filter((route) => !/^(HEAD|OPTIONS) /.test(route)),
    services,
    startEmbedding: () => {
      const needs = { database, jobs: startJobs(), servers: services.modelServers, log: silentLogger };
      running.push(startBackgroundEmbedding({ ...needs, pollMs: 100 }));
    },
    ask: async (conversationId, question) =>
      (await knowledge.searchFor(conversationId, question, 5)).map(({ text }) => text),
    startDeletions: async () =>
      void startJobs(deletionHandlers({ turnMs: 20_000, db: database.kysely, blobs })),
    async startEvents() {
      if (!hasEvents) running.push(events.start(services.deliveries, startJobs()));
      hasEvents = true;
      const since = performance.now() - readings;
      elapsedMs = () => performance.now() - since;
    },
    database: { ...database, kysely: crossTenant(database.kysely, 'operator') },
    now,
    advance: (seconds) => {
      aheadMs += seconds * 1000;
      passedMs += seconds * 1000;
    },
    jump: (seconds) => {
      aheadMs += seconds * 1000;
    },
    async close() {
      // Node's fetch opens connections in advance, and one without a request counts as busy forever.
      const cut = setTimeout(() => door?.closeAllConnections(), 1_000);
      await Promise.all([app.close(), door && new Promise((resolve) => door?.close(resolve))]);
      clearTimeout(cut);
      await Promise.all(running.map((it) => it.stop()));
      if (!beside) await database.close();
      await rm(blobFolder, { recursive: true, force: true });
    },
  };
}

const SAID = { kind: 'transcript', entryId: 'a', author: 'user', final: true } as const;

/** Starts an API harness for all tests of a file. Must be called where they are declared, because it adds hooks. */
export function useApi(options?: HarnessOptions | (() => HarnessOptions)): ApiHarness {
  const api = {} as ApiHarness;
  beforeAll(async () => {
    Object.defineProperties(
      api,
      Object.getOwnPropertyDescriptors(await startApi(typeof options === 'function' ? options() : options)),
    );
  });
  afterAll(() => api.close?.());
  return api;
}

async function createOrganizationWithKey({ organizations, apiKeys }: Services) {
  const organization = await organizations.create({ name: 'beside' });
  return { organization, key: (await apiKeys.create(organization.id, {})).key };
}
