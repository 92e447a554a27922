import type { Logger } from '../../lib/logger.ts';
import type { Clock } from '../clock.ts';
import type { Measures } from '../conversations/measures.ts';
import { DomainError, notFound } from '../errors.ts';
import { newId } from '../ids.ts';
import type { Memories } from '../memories/memories.ts';
import type { ErasedRecords, ErasureStore } from './erasure-store.ts';

/** What was erased with a conversation. It is kept nowhere: it belongs to who asked for it. */
export interface ConversationErasureReceipt extends Omit<ErasedRecords, 'conversations'> {
  id: string;
  conversationId: string;
  erasedAt: Date;
  memories: number;
}

export interface ConversationErasure {
  /**
   * Erases a conversation that has ended, and what was remembered of it; others of the same user that run forget it, too.
   * @throws DomainError `conflict` while it runs, `not_found`
   */
  erase(organizationId: string, conversationId: string): Promise<ConversationErasureReceipt>;
}

export interface ConversationErasureNeeds {
  store: Pick<ErasureStore, 'eraseConversation'>;
  memories: Pick<Memories, 'notifyRunning'>;
  measures?: Pick<Measures, 'erased'> | undefined;
  clock: Clock;
  logger: Logger;
}

export function createConversationErasure(needs: ConversationErasureNeeds): ConversationErasure {
  const { store, memories, measures, clock, logger } = needs;
  return {
    async erase(organizationId, conversationId) {
      const erased = await store.eraseConversation(organizationId, conversationId);
      if (erased === undefined) throw notFound('conversation', conversationId);
      if (erased === 'running') {
        throw new DomainError('conflict', `Conversation ${conversationId} is running: stop it first.`);
      }
      for (const { content, ...scope } of erased.memories) {
        await memories.notifyRunning(organizationId, scope, content);
      }
      const id = newId('ers');
      const counts = { ...erased.records, memories: erased.memories.length };
      measures?.erased('conversation', counts);
      logger.info(
        { event: 'erasure.conversation', organizationId, erasureId: id, conversationId, ...counts },
        'the service erased a conversation',
      );
      const { conversations: _one, ...went } = counts;
      return { id, conversationId, erasedAt: clock(), ...went };
    },
  };
}
