import { type EndReason, LISTED_ENTRIES, type RateConversation } from '@visavis/contracts';
import { addSeconds } from '../clock.ts';
import { conflict, notFound } from '../errors.ts';
import { textOrNone } from '../references.ts';
import { mintAccessTokens, tokenSeconds } from './access-tokens.ts';
import type { Conversation, ConversationFilter, RecordedConversation } from './conversation.ts';
import type { ConversationEvents } from './conversation-events.ts';
import {
  type ChangeNotifications,
  createFeedTurns,
  followConversation,
  isFeedOver,
} from './conversation-feed.ts';
import { notifyWorker } from './notify-worker.ts';
import { type StartNeeds, startConversation } from './start-conversation.ts';
import type { StartRequest } from './start-request.ts';

export interface ConversationsNeeds extends StartNeeds {
  events: ConversationEvents;
  changeNotifications: ChangeNotifications;
}

function truncate(record: RecordedConversation, maxEntries = Number.POSITIVE_INFINITY): RecordedConversation {
  const { transcript, timeline } = record;
  if (transcript.length <= maxEntries && timeline.length <= maxEntries) return record;
  return {
    ...record,
    transcript: transcript.slice(0, maxEntries),
    timeline: timeline.slice(0, maxEntries),
    isTruncated: true,
  };
}

/** With `passGrant`, only this grant's own conversations are found; others cause a DomainError `not_found`. */
export function createConversations(needs: ConversationsNeeds) {
  const { conversations: store, events, changeNotifications, clock } = needs;
  const feed = { store, changeNotifications, clock, turns: createFeedTurns() };

  async function find(organizationId: string, id: string, passGrant?: string): Promise<Conversation> {
    const conversation = await store.find(organizationId, id);
    if (!conversation || (passGrant !== undefined && conversation.passGrant !== passGrant))
      throw notFound('conversation', id);
    return conversation;
  }

  async function withRecords(
    conversations: Conversation[],
    { maxEntriesEach, timelines = true }: { maxEntriesEach?: number; timelines?: boolean } = {},
  ): Promise<RecordedConversation[]> {
    if (conversations.length === 0) return [];
    const records = new Map<string, RecordedConversation>(
      conversations.map((conversation) => [
        conversation.id,
        { conversation, persona: {}, transcript: [], timeline: [], isTruncated: false },
      ]),
    );
    const ids = [...records.keys()];
    // Reads one more than is shown, to detect truncation.
    const take = maxEntriesEach === undefined ? undefined : maxEntriesEach + 1;
    const [personas, transcripts, timelineRows] = await Promise.all([
      store.personas(ids),
      store.transcripts(ids, take),
      timelines ? store.timelines(ids, take) : [],
    ]);
    for (const [id, persona] of personas) records.get(id)!.persona = persona;
    for (const row of transcripts) records.get(row.conversationId)?.transcript.push(row);
    for (const row of timelineRows) records.get(row.conversationId)?.timeline.push(row);
    return [...records.values()].map((record) => truncate(record, maxEntriesEach));
  }

  async function read(organizationId: string, id: string, passGrant?: string): Promise<RecordedConversation> {
    const [recorded] = await withRecords([await find(organizationId, id, passGrant)]);
    return recorded!;
  }

  async function end(id: string, reason: EndReason, detail?: string): Promise<void> {
    if (!(await events.end(id, reason, undefined, detail))) return;
    await notifyWorker(needs, id, reason);
  }

  async function warn(conversation: Conversation, warning: string): Promise<void> {
    const at = needs.clocks.now(conversation).getTime();
    const entry = { kind: 'timeline', at, type: 'warning', author: 'system', content: warning } as const;
    await events.apply(conversation.id, entry);
  }

  return {
    start: (request: StartRequest) => startConversation(needs, request),
    get: read,
    /**
     * Returns the changes after revision `after`, then further ones as they happen, until the conversation has ended or
     * `signal` fires; `undefined` if it has ended and everything was sent.
     */
    async follow(
      organizationId: string,
      id: string,
      { after, passGrant, signal }: { after: number; passGrant?: string | undefined; signal: AbortSignal },
    ) {
      const conversation = await find(organizationId, id, passGrant);
      if (await isFeedOver(feed, conversation, after)) return undefined;
      return followConversation(feed, conversation, after, signal);
    },
    /** Returns a page of conversations with the first `LISTED_ENTRIES` entries of each, optionally with timelines. */
    async list(organizationId: string, page: ConversationFilter, { timelines }: { timelines: boolean }) {
      const { rows, ...totals } = await store.list(organizationId, page);
      const recorded = await withRecords(rows, { maxEntriesEach: LISTED_ENTRIES, timelines });
      return { ...page, ...totals, rows: recorded };
    },
    /** Ends it at once; does nothing if it has already ended. */
    async stop(organizationId: string, id: string, passGrant?: string) {
      await find(organizationId, id, passGrant);
      await end(id, 'stopped');
      return read(organizationId, id, passGrant);
    },
    /** Replaces an earlier rating. */
    async rate(organizationId: string, id: string, fields: RateConversation, passGrant?: string) {
      await find(organizationId, id, passGrant);
      await store.rate(organizationId, id, fields.rating, textOrNone(fields.comment));
    },
    /** Ends all running conversations of an organization. */
    async stopAll(organizationId: string, reason: EndReason): Promise<void> {
      for (const { id } of await store.running({ organizationId })) await end(id, reason);
    },
    /** Ends all running conversations of an embed that was deleted. */
    async stopOfDeletedEmbed(organizationId: string, embedId: string): Promise<void> {
      for (const conversation of await store.running({ organizationId }))
        if (conversation.embedId === embedId) await end(conversation.id, 'stopped', 'Its embed was deleted.');
    },
    /** Adds a warning to the timeline of each conversation that this instance runs in a room of the service. */
    async warnInServiceRooms(serviceInstanceId: string, warning: string) {
      for (const conversation of await store.running()) {
        if (conversation.serviceInstanceId !== serviceInstanceId || conversation.selfHosted) continue;
        await warn(conversation, warning);
      }
    },
    /** Adds a warning to the timeline, if the conversation is running. */
    async warn(id: string, warning: string) {
      const conversation = await store.findInAnyOrganization(id);
      if (conversation?.status === 'running') await warn(conversation, warning);
    },
    countRunning: (organizationId: string) => store.countRunning(organizationId),
    /**
     * Returns fresh tokens for the participants of a running conversation, to rejoin after a reload or from another
     * device.
     * @throws DomainError `conflict` if it has ended or is in the caller's room
     */
    async renewAccess(organizationId: string, id: string, passGrant?: string) {
      const conversation = await find(organizationId, id, passGrant);
      if (conversation.status !== 'running') throw conflict('The conversation has ended.');
      if (conversation.selfHosted)
        throw conflict(
          'The conversation runs in your own room, so only the LiveKit server of that room can issue tokens.',
        );
      const tokens = await mintAccessTokens(needs.rooms, conversation);
      return { ...tokens, expiresAt: addSeconds(clock(), tokenSeconds(conversation)) };
    },
  };
}

export type Conversations = ReturnType<typeof createConversations>;
