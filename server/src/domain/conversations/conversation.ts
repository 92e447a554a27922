import type { ConversationStatus, EndReason, EngineName, Provider, TimelineType } from '@visavis/contracts';
import type { EmbedUse } from '../embeds/embeds.ts';
import type { Organization } from '../organizations/organization.ts';
import type { Owned, PageRequest, RowsOf } from '../owned.ts';
import type { DomainEvent } from '../webhooks/domain-event.ts';
import type { FeedStore } from './conversation-feed.ts';
import { LIVE_LIMITS } from './conversation-limits.ts';
import type { PersonaSnapshot } from './persona-snapshot.ts';

/** One conversation: a session of `/v1` and a conversation of `/v3` are two views of it. */
export interface Conversation extends Owned {
  name: string;
  status: ConversationStatus;
  endReason: EndReason | null;
  endDetail: string | null;
  /** Who speaks: the agent's provider, or `remote` where the caller's agent drives the avatar. */
  provider: Provider | 'remote';
  /** What really answers; `null` where the caller's agent does. */
  engine: EngineName | null;
  /** Whether the avatar joins the caller's own room. */
  selfHosted: boolean;
  room: string;
  /** WebSocket address that clients join the room at. */
  serverUrl: string;
  avatarId: string | null;
  agentId: string | null;
  characterId: string | null;
  knowledgeBaseId: string | null;
  /** Under which the avatar joins the room; `null` in a caller's room of an early release, where it was not kept. */
  avatarIdentity: string | null;
  consumerIdentity: string | null;
  consumerName: string | null;
  remoteAgentIdentity: string | null;
  remoteAgentName: string | null;
  /** The embed that it was started from. */
  embedId: string | null;
  /** Whether what the consumer says is remembered for their next conversation. */
  memory: boolean;
  promptCtx: string | null;
  promptTemplateVars: Record<string, unknown> | null;
  /** Seconds from the join to the end. */
  maxSeconds: number;
  freemium: boolean;
  charge: boolean;
  /** Price of a second when it started. */
  chargeBySecond: number;
  /** What the client token that started it was bound to; `null`: an API key started it. */
  passGrant: string | null;
  /** The service instance that dispatched it. */
  serviceInstanceId: string;
  lastHeartbeatAt: Date;
  startedAt: Date;
  joinedAt: Date | null;
  endedAt: Date | null;
}

export interface TranscriptRow {
  conversationId: string;
  entryId: string;
  author: 'user' | 'character';
  content: string;
  recordedAt: Date;
}

export interface TimelineRow {
  conversationId: string;
  type: TimelineType;
  author: string;
  content: string;
  recordedAt: Date;
}

/** What must hold still while a conversation is admitted. */
export interface AdmissionFacts {
  organization: Organization;
  running: number;
  /** Of the embed that it is started from. */
  embed: EmbedUse | undefined;
}

/** Which conversations of a list. */
export interface ConversationFilter extends PageRequest {
  user?: string;
  status?: ConversationStatus;
  endReason?: EndReason;
  embed?: string;
  from?: Date;
  until?: Date;
}

/** What is saved of a conversation when it is admitted. */
export interface Admitted {
  conversation: Conversation;
  persona: PersonaSnapshot;
  timeline: TimelineRow[];
}

export interface ConversationEnd {
  status: Exclude<ConversationStatus, 'running'>;
  reason: EndReason;
  detail: string | null;
  endedAt: Date;
}

/** What a change tells; written with it or not at all. */
export type TellOf<T> = (row: T) => readonly DomainEvent[];

export interface ConversationStore extends FeedStore {
  /**
   * Runs `decide` while no other conversation of the organization can be admitted, and saves what it answers.
   * What `decide` throws leaves nothing behind. `undefined`: the organization is gone.
   */
  admit(
    organizationId: string,
    decide: (facts: AdmissionFacts) => Admitted,
    embed?: { id: string; dayStart: Date },
  ): Promise<Conversation | undefined>;
  /** Its worker has it: from here on it is told of. */
  confirm(id: string, tell: TellOf<Conversation>): Promise<void>;
  /** The undo of `admit`. */
  discard(id: string): Promise<void>;
  list(organizationId: string, page: ConversationFilter): Promise<RowsOf<Conversation>>;
  /** Of all organizations where none is given. */
  countRunning(organizationId?: string): Promise<number>;
  running(filter?: { organizationId: string }): Promise<Conversation[]>;
  /** Who each was started with, by the id of the conversation. */
  personas(ids: readonly string[]): Promise<Map<string, PersonaSnapshot>>;
  /** In the order they were recorded; the first `mostEach` of each conversation where that is given. */
  transcripts(ids: readonly string[], mostEach?: number): Promise<TranscriptRow[]>;
  timelines(ids: readonly string[], mostEach?: number): Promise<TimelineRow[]>;
  /** Adds the entry, or replaces the content of the one with its id. Nothing happens for an unknown conversation. */
  saveTranscript(row: TranscriptRow): Promise<void>;
  /** Nothing happens for an unknown conversation or the very same entry again. */
  addTimeline(row: TimelineRow): Promise<void>;
  /** Once, and only while it runs. */
  markJoined(id: string, at: Date, tell: TellOf<Conversation>): Promise<void>;
  /** Ends it and adds `ended` to its timeline if it still runs; otherwise answers `undefined`. Never before its start. */
  finish(id: string, ending: ConversationEnd, tell: TellOf<Conversation>): Promise<Conversation | undefined>;
  /** Keeps when each of these was last heard of. Answers those that run. */
  touch(beats: ReadonlyMap<string, Date>): Promise<string[]>;
  /** Says that the instance lives; forgets instances not seen since `forgetBefore`. */
  registerInstance(instanceId: string, at: Date, forgetBefore: Date): Promise<void>;
  removeInstance(instanceId: string): Promise<void>;
  /** Running ones whose instance has not been seen since `seenSince`, or is not `only` where that is given. */
  orphans(seenSince: Date, only?: string): Promise<Conversation[]>;
}

/** When it will end at the latest; counted from the start until somebody has joined. */
export function endsAt(conversation: Conversation): Date {
  const from = conversation.joinedAt ?? conversation.startedAt;
  return new Date(from.getTime() + conversation.maxSeconds * 1000);
}

/** Whatever the clocks say, no conversation counts for longer than its limit and the sentence that was being spoken. */
export function boundEnd(conversation: Conversation, endedAt: Date): Date {
  if (!conversation.joinedAt) return endedAt;
  const latest = endsAt(conversation).getTime() + LIVE_LIMITS.finishSentenceMs;
  return new Date(Math.min(endedAt.getTime(), latest));
}
