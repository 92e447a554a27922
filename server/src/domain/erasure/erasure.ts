import { systemClock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';
import { sleepUnlessAborted } from '../../lib/sleep-unless-aborted.ts';
import type { Clock } from '../clock.ts';
import type { ConversationStore } from '../conversations/conversation.ts';
import type { ConversationMetrics } from '../conversations/conversation-metrics.ts';
import type { Conversations } from '../conversations/conversations.ts';
import { conflict, notFound } from '../errors.ts';
import { newId } from '../ids.ts';
import type { Memories } from '../memories/memories.ts';
import {
  addErased,
  type ErasedRecords,
  type ErasureStore,
  NOTHING_ERASED,
  type UserScope,
} from './erasure-store.ts';

/** Creates the erasure of data on request. Its receipts are not stored: they belong to the requester. */
export function createErasure(needs: {
  store: ErasureStore;
  conversations: Pick<ConversationStore, 'running'>;
  stop: Conversations['stop'];
  memories: Pick<Memories, 'notifyRunning'>;
  metrics?: Pick<ConversationMetrics, 'erased'> | undefined;
  clock: Clock;
  logger: Logger;
}) {
  const { store, conversations, stop, memories, metrics, clock, logger } = needs;

  async function stopRunning(organizationId: string, { user, client }: UserScope): Promise<number> {
    const running = (await conversations.running({ organizationId })).filter(
      (each) => each.consumerIdentity === user && (client === undefined || each.client === client),
    );
    for (const { id } of running) await stop(organizationId, id);
    return running.length;
  }

  return {
    /**
     * Erases a conversation that has ended, and its memories; running conversations of the same user forget those as
     * well.
     * @throws DomainError `conflict` while it runs, `not_found`
     */
    async eraseConversation(organizationId: string, conversationId: string) {
      const erased = await store.eraseConversation(organizationId, conversationId);
      if (erased === undefined) throw notFound('conversation', conversationId);
      if (erased === 'running') throw conflict(`Conversation ${conversationId} is running: stop it first.`);
      for (const { content, ...scope } of erased.memories) {
        await memories.notifyRunning(organizationId, scope, content);
      }
      const id = newId('ers');
      const counts = { ...erased.records, memories: erased.memories.length };
      metrics?.erased('conversation', counts);
      logger.info(
        { event: 'erasure.conversation', organizationId, erasureId: id, conversationId, ...counts },
        'the service erased a conversation',
      );
      const { conversations: _conversations, ...otherCounts } = counts;
      return { id, conversationId, erasedAt: clock(), ...otherCounts };
    },
    /**
     * Stops the user's running conversations, then erases everything that started until now. May be repeated: a second
     * call erases what an interrupted first one left, and its receipt counts only that.
     */
    async eraseUser(organizationId: string, scope: UserScope) {
      const erasedAt = clock();
      const id = newId('ers');
      const stoppedConversations = await stopRunning(organizationId, scope);
      let records = NOTHING_ERASED;
      const eraseSome = (maxConversations: number) =>
        store.eraseUsers(organizationId, scope, erasedAt, maxConversations);
      // The caller waits for the response and others wait for the store: each gets half of the time.
      for await (const erased of eraseInBatches(eraseSome, 1)) records = addErased(records, erased);
      // After the conversations, so that nothing they still report becomes a memory.
      const erased = await store.eraseMemoriesOf(organizationId, scope);
      await store.deleteStoredResponses(organizationId, scope);
      const anonymised = await store.anonymiseUsage(organizationId, scope);
      metrics?.erased('user', { ...records, memories: erased });
      logger.info(
        {
          event: 'erasure.user',
          organizationId,
          erasureId: id,
          stoppedConversations,
          ...records,
          memories: erased,
        },
        'the service erased all data of a user',
      );
      // Conversations whose usage stays without the user's name, including those erased now.
      const anonymisedUsage = anonymised + records.conversations;
      return {
        id,
        ...scope,
        erasedAt,
        stoppedConversations,
        ...records,
        memories: erased,
        anonymisedUsage,
      };
    },
  };
}

const CONVERSATIONS_AT_ONCE = 20;

/**
 * Erases conversations in pieces until none is left or `signal` fires, and yields the counts of each piece. The
 * embedded store runs one transaction at a time: a request waits for at most one piece, and for none during a pause.
 *
 * @param erase erases at most the given number of conversations
 * @param pauseFactor the pause between two pieces, as a multiple of the duration of the last one
 */
export async function* eraseInBatches(
  erase: (maxConversations: number) => Promise<ErasedRecords>,
  pauseFactor: number,
  signal: AbortSignal = new AbortController().signal,
): AsyncGenerator<ErasedRecords> {
  while (!signal.aborted) {
    const startedAt = performance.now();
    const erased = await erase(CONVERSATIONS_AT_ONCE);
    yield erased;
    if (erased.conversations < CONVERSATIONS_AT_ONCE) return;
    await sleepUnlessAborted(systemClock, pauseFactor * (performance.now() - startedAt), signal);
  }
}
