import type {
  ConversationStatus,
  EndReason,
  EngineName,
  HeldTurnTaking,
  Provider,
  Rating,
  TimelineType,
} from '@visavis/contracts';
import type { EmbedUse } from '../embeds/embeds.ts';
import type { KnowledgeBase } from '../knowledge-bases/document.ts';
import type { Organization } from '../organizations/organization.ts';
import type { Owned, PageRequest, RowsOf } from '../owned.ts';
import type { Agent } from '../personas/agents.ts';
import type { Avatar } from '../personas/avatars.ts';
import type { Brain } from '../personas/brains.ts';
import type { Character } from '../personas/characters.ts';
import type { Face } from '../personas/face.ts';
import type { Voice } from '../personas/voices.ts';
import type { DomainEvent } from '../webhooks/domain-event.ts';
import { LIVE_LIMITS } from './conversation-limits.ts';

/** A conversation: a session of `/v1` and a conversation of `/v3` are two views of it. */
export interface Conversation extends Owned {
  name: string;
  status: ConversationStatus;
  endReason: EndReason | null;
  endDetail: string | null;
  /** The agent's provider, or `remote` if the caller's agent drives the avatar. */
  provider: Provider | 'remote';
  /** The engine in use; `null` if the caller's agent answers. */
  engine: EngineName | null;
  /** Whether the room is the caller's; named like the database column. */
  selfHosted: boolean;
  room: string;
  /** WebSocket address at which clients join the room. */
  serverUrl: string;
  avatarId: string | null;
  agentId: string | null;
  characterId: string | null;
  knowledgeBaseId: string | null;
  /** The avatar's identity in the room; `null` for a caller's room that an early release started. */
  avatarIdentity: string | null;
  consumerIdentity: string | null;
  consumerName: string | null;
  remoteAgentIdentity: string | null;
  remoteAgentName: string | null;
  embedId: string | null;
  /** The rating that the user gave. */
  rating: Rating | null;
  ratingComment: string | null;
  /** Whether what the consumer says is remembered for their next conversation. */
  memory: boolean;
  /** How the end of the user's turns was detected; `null` if the caller's agent answered, or for an early release. */
  turnTaking: HeldTurnTaking | null;
  /** `false` if the avatar has only audio. */
  video: boolean;
  promptCtx: string | null;
  promptTemplateVars: Record<string, unknown> | null;
  /** Maximum seconds from the join to the end. */
  maxSeconds: number;
  freemium: boolean;
  charge: boolean;
  /** Price per second at the time of the start. */
  chargeBySecond: number;
  /** The grant of the client token that started it (see `grantKey`); `null` if an API key started it. */
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
  endedAt: Date | null;
}

export interface TimelineRow {
  conversationId: string;
  type: TimelineType;
  author: string;
  content: string;
  recordedAt: Date;
}

/** The persona with which a conversation was started, as it was then: later changes and deletions do not affect it. */
export interface PersonaSnapshot {
  avatar?: Avatar | undefined;
  linkedAgent?: Agent | undefined;
  agent?: Agent | undefined;
  character?: Character | undefined;
  face?: Face | undefined;
  voice?: Voice | undefined;
  brain?: Brain | undefined;
  knowledgeBase?: KnowledgeBase | undefined;
  /** The knowledge base that the agent may search, wherever it was configured. */
  searched?: KnowledgeBase | undefined;
}

/** A conversation with its transcript and timeline. */
export interface RecordedConversation {
  conversation: Conversation;
  persona: PersonaSnapshot;
  transcript: TranscriptRow[];
  timeline: TimelineRow[];
  /** Whether the transcript or the timeline is incomplete here. */
  isTruncated: boolean;
}

/** The counts that must not change while a conversation is admitted. */
export interface AdmissionFacts {
  organization: Organization;
  running: number;
  /** Use of the embed from which the conversation is started; `undefined` if there is none, or it was deleted. */
  embed: EmbedUse | undefined;
}

export interface ConversationFilter extends PageRequest {
  user?: string;
  status?: ConversationStatus;
  endReason?: EndReason;
  /** Id of a character or an avatar. */
  character?: string;
  agent?: string;
  embed?: string;
  rating?: Rating;
  /** Words in its transcript. */
  search?: string;
  from?: Date;
  until?: Date;
}

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

/** Returns the events that a change causes; they are stored in the same transaction. */
export type EventsOf<T> = (row: T) => readonly DomainEvent[];

/**
 * A change in a conversation. `revision` grows with every change of that conversation, whichever process writes it, and
 * survives restarts. A transcript entry that grows is sent again with its new content. Intermediate versions are not
 * kept: a reader that was away gets only the current content.
 */
export type FeedItem = { revision: number } & (
  | { kind: 'timeline'; row: TimelineRow }
  | { kind: 'transcript'; row: TranscriptRow }
  | { kind: 'status'; conversation: Conversation }
);

export interface FeedBatch {
  items: number;
  /** Maximum bytes of spoken text; the last of the items may exceed it. */
  bytes: number;
}

export interface FeedStore {
  find(organizationId: string, id: string): Promise<Conversation | undefined>;
  /** Returns the changes after revision `after`, oldest first, from one snapshot: at least one, if there is any. */
  changes(organizationId: string, id: string, after: number, batch: FeedBatch): Promise<FeedItem[]>;
}

export interface ConversationStore extends FeedStore {
  /**
   * Runs `decide` while no other conversation of the organization can be admitted, and stores its result. If `decide`
   * throws, nothing is stored. Returns `undefined` if the organization was deleted.
   */
  admit(
    organizationId: string,
    decide: (facts: AdmissionFacts) => Admitted,
    embed?: { id: string; dayStart: Date },
  ): Promise<Conversation | undefined>;
  /** Records that a worker has accepted it: from then on it is listed and its events are sent. */
  confirm(organizationId: string, id: string, toEvents: EventsOf<Conversation>): Promise<void>;
  /** Undoes `admit`. */
  discard(organizationId: string, id: string): Promise<void>;
  /** Finds a conversation in any organization, for workers and jobs, which know only its id. */
  findInAnyOrganization(id: string): Promise<Conversation | undefined>;
  list(organizationId: string, page: ConversationFilter): Promise<RowsOf<Conversation>>;
  countRunning(organizationId?: string): Promise<number>;
  running(filter?: { organizationId: string }): Promise<Conversation[]>;
  /** Returns the personas by conversation id. */
  personas(ids: readonly string[]): Promise<Map<string, PersonaSnapshot>>;
  /** Returns entries in recording order; of each conversation, the first `maxEntriesEach`, if set. */
  transcripts(ids: readonly string[], maxEntriesEach?: number): Promise<TranscriptRow[]>;
  timelines(ids: readonly string[], maxEntriesEach?: number): Promise<TimelineRow[]>;
  /** Adds the entry, or replaces the content of the one with its id. Does nothing for an unknown conversation. */
  saveTranscript(row: TranscriptRow): Promise<void>;
  /** Does nothing for an unknown conversation, or if exactly the same entry exists. */
  addTimeline(row: TimelineRow): Promise<void>;
  rate(organizationId: string, id: string, rating: Rating, comment: string | null): Promise<void>;
  /** Takes effect once, and only while the conversation runs. */
  markJoined(id: string, at: Date, toEvents: EventsOf<Conversation>): Promise<void>;
  /**
   * Ends the conversation and adds `ended` to its timeline if it still runs; otherwise returns `undefined`. The end
   * time is never before its start.
   */
  finish(
    id: string,
    ending: ConversationEnd,
    toEvents: EventsOf<Conversation>,
  ): Promise<Conversation | undefined>;
  /** Stores the time of the last heartbeat of each conversation. Returns the ids of those that are running. */
  storeHeartbeats(heartbeats: ReadonlyMap<string, Date>): Promise<string[]>;
  /** Stores a heartbeat of the service instance; deletes instances without one since `forgetBefore`. */
  registerInstance(instanceId: string, at: Date, forgetBefore: Date): Promise<void>;
  removeInstance(instanceId: string): Promise<void>;
  /** Returns running conversations whose instance was last seen before `seenSince`, or is not `soleInstanceId`, if set. */
  orphans(seenSince: Date, soleInstanceId?: string): Promise<Conversation[]>;
}

/** Returns when the conversation will end at the latest; counted from the start until somebody has joined. */
export function endsAt(conversation: Conversation): Date {
  const from = conversation.joinedAt ?? conversation.startedAt;
  return new Date(from.getTime() + conversation.maxSeconds * 1000);
}

/**
 * Returns the end time to store: even if clocks jump, no conversation counts as longer than its limit plus the sentence
 * that was being spoken.
 */
export function boundEnd(conversation: Conversation, endedAt: Date): Date {
  if (!conversation.joinedAt) return endedAt;
  const latest = endsAt(conversation).getTime() + LIVE_LIMITS.finishSentenceMs;
  return new Date(Math.min(endedAt.getTime(), latest));
}
