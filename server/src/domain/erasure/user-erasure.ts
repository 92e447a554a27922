import type { Logger } from '../../lib/logger.ts';
import type { Clock } from '../clock.ts';
import type { ConversationStore } from '../conversations/conversation.ts';
import type { Conversations } from '../conversations/conversations.ts';
import type { Measures } from '../conversations/measures.ts';
import { newId } from '../ids.ts';
import { erasedPieces } from './erased-pieces.ts';
import {
  addErased,
  type ErasedRecords,
  type ErasureStore,
  NOTHING_ERASED,
  type UserScope,
} from './erasure-store.ts';

/** The caller waits for the answer, and others for the store: each gets half of the time. */
const REST = 1;

/** A receipt of what was erased. It names the user, so it is returned to the caller and not stored. */
export interface ErasureReceipt extends UserScope, ErasedRecords {
  id: string;
  erasedAt: Date;
  stoppedConversations: number;
  memories: number;
  /** Conversations whose usage stays without the user's name, including those above. */
  anonymisedUsage: number;
}

export interface UserErasure {
  /**
   * Stops the user's running conversations, then erases all that started until now. May be repeated: a second call
   * erases what an interrupted first one left, and its receipt counts only that.
   */
  erase(organizationId: string, scope: UserScope): Promise<ErasureReceipt>;
}

export interface UserErasureNeeds {
  store: ErasureStore;
  conversations: Pick<ConversationStore, 'running'>;
  stop: Conversations['stop'];
  measures?: Pick<Measures, 'erased'> | undefined;
  clock: Clock;
  logger: Logger;
}

export function createUserErasure(needs: UserErasureNeeds): UserErasure {
  const { store, conversations, measures, clock, logger } = needs;

  async function stopRunning(organizationId: string, { user, client }: UserScope): Promise<number> {
    const running = (await conversations.running({ organizationId })).filter(
      (one) => one.consumerIdentity === user && (client === undefined || one.client === client),
    );
    for (const { id } of running) await needs.stop(organizationId, id);
    return running.length;
  }

  return {
    async erase(organizationId, scope) {
      const erasedAt = clock();
      const id = newId('ers');
      const stoppedConversations = await stopRunning(organizationId, scope);
      let records = NOTHING_ERASED;
      const eraseSome = (most: number) => store.eraseUsers(organizationId, scope, erasedAt, most);
      for await (const gone of erasedPieces(eraseSome, REST)) records = addErased(records, gone);
      // After the conversations, so that nothing they still report becomes a memory.
      const memories = await store.eraseMemoriesOf(organizationId, scope);
      const anonymised = await store.anonymiseUsage(organizationId, scope);
      measures?.erased('user', { ...records, memories });
      logger.info(
        { event: 'erasure.user', organizationId, erasureId: id, stoppedConversations, ...records, memories },
        'the service erased all data of a user',
      );
      return {
        id,
        ...scope,
        erasedAt,
        stoppedConversations,
        ...records,
        memories,
        anonymisedUsage: anonymised + records.conversations,
      };
    },
  };
}
