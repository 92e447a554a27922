import { type ConversationEvent, type EndReason, REMOTE_ENGINE } from '@visavis/contracts';
import type { Logger } from '../../lib/logger.ts';
import { storableText } from '../../lib/storable-text.ts';
import type { Memories } from '../memories/memories.ts';
import { conversationEvent, endEvents } from '../webhooks/make-events.ts';
import { boundEnd, type ConversationEnd, type ConversationStore } from './conversation.ts';
import type { ConversationClocks } from './conversation-clocks.ts';
import { type ConversationMetrics, readTurn } from './conversation-metrics.ts';
import type { Rooms } from './live-ports.ts';

const STATUS_BY_REASON: Record<EndReason, ConversationEnd['status']> = {
  stopped: 'ended',
  consumer_left: 'ended',
  max_duration: 'ended',
  never_joined: 'ended',
  idle: 'ended',
  shutdown: 'ended',
  provider_error: 'error',
  avatar_error: 'error',
  host_unreachable: 'error',
  crashed: 'error',
  quota: 'blocked',
};

/**
 * Maximum characters of a detail, an entry id and an entry. Text from the caller's rooms and agents is not under our
 * control, and all of it appears in lists.
 */
const MAX_CHARACTERS = { detail: 500, entryId: 250, entry: 20_000 };

export function createConversationEvents(
  store: ConversationStore,
  memories: Pick<Memories, 'remember'>,
  rooms: Pick<Rooms, 'close'>,
  clocks: ConversationClocks,
  logger: Logger,
  metrics?: ConversationMetrics,
) {
  /**
   * Ends a conversation; nothing else changes its status. The first end is kept; later ones change nothing and return
   * `undefined`. `endedAt` defaults to now.
   */
  async function end(conversationId: string, reason: EndReason, endedAt?: Date, detail?: string) {
    // Also if it has already ended or is unknown: another process may have ended it while its room is in this one.
    rooms.close(conversationId);
    const conversation = await store.findInAnyOrganization(conversationId);
    if (conversation?.status !== 'running') return undefined;
    const status = STATUS_BY_REASON[reason];
    const ending = {
      status,
      reason,
      detail: detail === undefined ? null : storableText(detail, MAX_CHARACTERS.detail),
      endedAt: boundEnd(conversation, endedAt ?? clocks.now(conversation)),
    };
    const ended = await store.finish(conversationId, ending, endEvents);
    clocks.forget(conversationId);
    if (ended) {
      const { organizationId } = conversation;
      const fields = {
        conversationId,
        organizationId,
        status,
        reason,
        ...(detail !== undefined && { detail }),
      };
      if (status === 'error') logger.warn({ event: 'conversation.ended', ...fields }, 'a conversation ended');
      else logger.info({ event: 'conversation.ended', ...fields }, 'a conversation ended');
      metrics?.ended(conversation.engine ?? REMOTE_ENGINE, reason);
    }
    return ended;
  }

  return {
    end,
    /** Stores a worker's report. A repeated report, or one for an unknown conversation, changes nothing. */
    async apply(conversationId: string, event: ConversationEvent): Promise<void> {
      const recordedAt = new Date(event.at);
      switch (event.kind) {
        case 'joined':
          return store.markJoined(conversationId, recordedAt, (conversation) => {
            const { organizationId } = conversation;
            logger.info(
              { event: 'conversation.joined', conversationId, organizationId },
              'the consumer joined a conversation',
            );
            metrics?.joined();
            return [
              conversationEvent('conversation.joined', conversation, conversation.joinedAt ?? recordedAt),
            ];
          });
        case 'fault':
          logger.warn(
            {
              event: 'provider.failed',
              conversationId,
              provider: event.provider,
              fault: event.fault,
              waitedMs: event.waitedMs,
            },
            'a provider failed; the conversation may continue',
          );
          metrics?.providerFailed(event.provider, event.fault);
          return;
        case 'ended':
          await end(conversationId, event.reason, recordedAt, event.detail);
          return;
        case 'transcript': {
          const { author } = event;
          // If the caller's agent speaks, it chooses the id.
          const entryId = storableText(event.entryId, MAX_CHARACTERS.entryId);
          const content = storableText(event.content, MAX_CHARACTERS.entry);
          const { startedAt, endedAt } = event.said ?? { startedAt: event.at, endedAt: event.at };
          await store.saveTranscript({
            conversationId,
            entryId,
            author,
            content,
            recordedAt: new Date(startedAt),
            endedAt: new Date(endedAt),
          });
          if (author === 'user' && event.final) await memories.remember(conversationId, content, recordedAt);
          return;
        }
        case 'timeline': {
          // The service writes these two itself, in the transaction of the change that they report.
          if (event.type === 'created' || event.type === 'ended') return;
          const { type, author } = event;
          await store.addTimeline({
            conversationId,
            type,
            author,
            content: storableText(event.content, MAX_CHARACTERS.entry),
            recordedAt,
          });
          // Counted only after it was stored, because a report that could not be stored is repeated.
          const times = type === 'turn' ? readTurn(event.content) : undefined;
          if (times) metrics?.turn(times);
          return;
        }
      }
    },
  };
}

export type ConversationEvents = ReturnType<typeof createConversationEvents>;
