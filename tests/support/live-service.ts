import type { ConversationEvent, ConversationPlan, FoundPassage } from '@visavis/contracts';
import { AccessToken, type ParticipantInfo } from 'livekit-server-sdk';
import { DEADLINE_MS } from './deadlines.ts';
import {
  silentLogger,
  startRoomServer,
  startWorkerPool,
  TONE_WORKER_ENTRY,
  type WorkerPool,
} from './inside/rooms.ts';
import { LiveConsumer } from './live-consumer.ts';
import { roomService } from './room-target.ts';

/** If these are set, the same scenarios run against a LiveKit server. */
const EXTERNAL_URL = process.env.VISAVIS_TEST_LIVEKIT_URL;
const API_KEY = process.env.VISAVIS_TEST_LIVEKIT_API_KEY ?? 'devkey';
const API_SECRET =
  process.env.VISAVIS_TEST_LIVEKIT_API_SECRET ?? 'a-secret-for-tests-of-at-least-32-characters';

export interface LiveServiceOptions {
  workers?: number;
  conversationsPerWorker?: number;
  /** Tones instead of a voice and a test picture instead of a face: exact, and cheap to compute. */
  tones?: boolean;
  /** The worker program; by default the product's own. */
  entry?: URL;
  /** Added to the workers' environment. */
  env?: Record<string, string>;
  searchKnowledge?: (conversationId: string, query: string, take: number) => Promise<FoundPassage[]>;
}

/** The room server and the worker pool, connected as in the product, without the API and the store. */
export class LiveService {
  readonly url: string;
  readonly pool: WorkerPool;
  /** By conversation: whether the avatar that was sent ahead is waiting; absent until its worker reports it. */
  readonly waiting: Map<string, boolean>;
  readonly #rooms: { close(): Promise<void> };
  readonly #events: Map<string, ConversationEvent[]>;
  readonly #consumers: LiveConsumer[] = [];
  #count = 0;

  private constructor(
    url: string,
    pool: WorkerPool,
    rooms: { close(): Promise<void> },
    events: Map<string, ConversationEvent[]>,
    waiting: Map<string, boolean>,
  ) {
    this.url = url;
    this.pool = pool;
    this.#rooms = rooms;
    this.#events = events;
    this.waiting = waiting;
  }

  static async start(options: LiveServiceOptions = {}): Promise<LiveService> {
    const rooms = EXTERNAL_URL
      ? { url: EXTERNAL_URL, close: async () => undefined }
      : await startEmbeddedRooms();
    const events = new Map<string, ConversationEvent[]>();
    const waiting = new Map<string, boolean>();
    const pool = await startWorkerPool({
      workers: options.workers ?? 1,
      conversationsPerWorker: options.conversationsPerWorker ?? 4,
      log: quiet,
      ...(options.tones && { entry: TONE_WORKER_ENTRY }),
      ...(options.entry && { entry: options.entry }),
      onEvent: (conversationId, event) => {
        events.set(conversationId, [...(events.get(conversationId) ?? []), event]);
      },
      onWaiting: (conversationId, present) => waiting.set(conversationId, present),
      searchKnowledge: options.searchKnowledge ?? (async () => []),
      ...(options.env && { env: { ...process.env, ...options.env } }),
    });
    return new LiveService(rooms.url, pool, rooms, events, waiting);
  }

  /** Starts a conversation, which its consumer has not joined yet. */
  async startConversation(over: PlanOverride = {}): Promise<LiveConversation> {
    const conversation = await this.prepareConversation(over);
    await this.pool.start(conversation.plan);
    return conversation;
  }

  /** Creates a conversation without giving it to a worker. */
  async prepareConversation(over: PlanOverride = {}): Promise<LiveConversation> {
    const plan = await this.#plan(`conv-${process.pid}-${++this.#count}`, over);
    const consumer = new LiveConsumer();
    this.#consumers.push(consumer);
    return new LiveConversation(this, plan, consumer);
  }

  /** Sends a conversation's avatar ahead; resolves when it is waiting. */
  async sendAhead({ id, plan, until }: LiveConversation): Promise<void> {
    if (!this.pool.prepare(id, plan)) throw new Error('no worker has a place');
    await until('the waiting avatar', () => this.waiting.get(id) === true);
  }

  /** Returns the participants of a room, as its server lists them; none if the room does not exist. */
  async participants(room: string): Promise<ParticipantInfo[]> {
    return this.#roomService.listParticipants(room).catch((error: { status?: number }) => {
      if (error.status === 404) return [];
      throw error;
    });
  }

  async removeFromRoom(room: string, identity: string): Promise<void> {
    await this.#roomService.removeParticipant(room, identity);
  }

  get #roomService() {
    return roomService({ url: this.url, apiKey: API_KEY, apiSecret: API_SECRET });
  }

  /** Stops a conversation and waits for its end. */
  async finish(conversation: LiveConversation): Promise<void> {
    this.pool.stop(conversation.id, 'stopped');
    await conversation.until('the end', () => conversation.ended !== undefined);
    await conversation.consumer.leave();
  }

  eventsOf(conversationId: string): ConversationEvent[] {
    return this.#events.get(conversationId) ?? [];
  }

  token(room: string, identity: string, avatar = false): Promise<string> {
    const token = new AccessToken(API_KEY, API_SECRET, { identity, ttl: '1h' });
    if (avatar) token.kind = 'agent';
    token.addGrant({
      roomJoin: true,
      room,
      canPublish: true,
      canSubscribe: true,
      canPublishData: true,
      canUpdateOwnMetadata: true,
    });
    return token.toJwt();
  }

  async stop(): Promise<void> {
    await Promise.all(this.#consumers.map((consumer) => consumer.leave()));
    await this.pool.close();
    await this.#rooms.close();
  }

  async #plan(conversationId: string, over: PlanOverride): Promise<ConversationPlan> {
    const { limits, engine, ...rest } = over;
    return {
      conversationId,
      organizationId: 'org-test',
      mode: 'hosted',
      room: {
        name: conversationId,
        url: this.url,
        token: await this.token(conversationId, 'avatar', true),
        avatarIdentity: 'avatar',
      },
      consumer: { identity: 'user' },
      face: { identity: 'maya' },
      video: { width: 256, height: 256, fps: 25, idleFps: 12.5 },
      engine: {
        name: 'builtin',
        instructions: 'You are a friendly guide.',
        greeting: 'Hello there, it is good to see you today.',
        search: false,
        emotions: true,
        memory: false,
        ...engine,
      },
      limits: {
        maxSeconds: 600,
        joinTimeoutMs: 60_000,
        reconnectGraceMs: 30_000,
        idleTimeoutMs: 300_000,
        wrapUpMs: 30_000,
        finishSentenceMs: 5000,
        ...limits,
      },
      ...rest,
    };
  }
}

export type PlanOverride = Partial<Omit<ConversationPlan, 'limits' | 'engine'>> & {
  limits?: Partial<ConversationPlan['limits']>;
  engine?: Partial<NonNullable<ConversationPlan['engine']>>;
};

/** A conversation that a test has started. */
export class LiveConversation {
  readonly plan: ConversationPlan;
  readonly consumer: LiveConsumer;
  readonly #service: LiveService;

  constructor(service: LiveService, plan: ConversationPlan, consumer: LiveConsumer) {
    this.#service = service;
    this.plan = plan;
    this.consumer = consumer;
  }

  get id(): string {
    return this.plan.conversationId;
  }

  readonly join = async (consumer = this.consumer): Promise<void> => {
    await consumer.join(this.#service.url, await this.#service.token(this.plan.room.name, 'user'));
  };

  timeline(type: string): string[] {
    return this.#service
      .eventsOf(this.id)
      .flatMap((event) => (event.kind === 'timeline' && event.type === type ? [event.content] : []));
  }

  /** The faults of providers, such as `openai auth`. */
  faults(): string[] {
    return this.#service
      .eventsOf(this.id)
      .flatMap((event) => (event.kind === 'fault' ? [`${event.provider} ${event.fault}`] : []));
  }

  /** The last content of each transcript entry, in order. */
  transcript(): string[] {
    const entries = new Map<string, string>();
    for (const event of this.#service.eventsOf(this.id)) {
      if (event.kind === 'transcript') entries.set(event.entryId, `${event.author}: ${event.content}`);
    }
    return [...entries.values()];
  }

  get ended() {
    return this.#service.eventsOf(this.id).find((event) => event.kind === 'ended');
  }

  /** Resolves when a condition on the reported events is met. */
  readonly until = async (what: string, condition: () => boolean, timeoutMs = DEADLINE_MS): Promise<void> => {
    const latest = performance.now() + timeoutMs;
    while (!condition()) {
      if (performance.now() > latest) {
        const seen = this.#service.eventsOf(this.id);
        throw new Error(`waited ${timeoutMs} ms for ${what}; so far: ${JSON.stringify(seen)}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };
}

async function startEmbeddedRooms(): Promise<{ url: string; close(): Promise<void> }> {
  const rooms = await startRoomServer({ apiKey: API_KEY, apiSecret: API_SECRET, logLevel: 'silent' });
  return { url: `ws://127.0.0.1:${rooms.port}`, close: () => rooms.close() };
}

const quiet = {
  ...silentLogger,
  error: (fields: object, message: string) => console.error(message, fields),
};
