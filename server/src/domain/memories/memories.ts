import type { RecalledMemory } from '@visavis/contracts';
import type { Logger } from '../../lib/logger.ts';
import type { Clock } from '../clock.ts';
import type { ConversationStore } from '../conversations/conversation.ts';
import type { Dispatcher } from '../conversations/live-ports.ts';
import { DomainError, notFound } from '../errors.ts';
import { newId } from '../ids.ts';
import type { Owned, PageRequest, RowsOf } from '../owned.ts';
import { isPersonal, statementsIn } from './statements.ts';

export interface Memory extends Owned {
  user: string;
  avatarId: string;
  content: string;
  contentKey: string;
  conversationId: string;
}

/** The consumer and the persona that a memory belongs to; no other persona gets it. */
export type MemoryScope = Pick<Memory, 'organizationId' | 'client' | 'user' | 'avatarId'>;

/** A filter for an organization's memories; absent fields match all. */
export interface MemoryFilter {
  client?: string;
  user?: string;
  avatarId?: string;
}

export interface MemoryBounds {
  /** Maximum number per scope; the oldest ones beyond it are deleted. */
  maxPerScope: number;
  /** Memories last mentioned before this are deleted. */
  since: Date;
}

export interface MemoryStore {
  /**
   * Stores a consumer's statements in a conversation with memory; repeated content only updates the time of its last
   * mention. Does nothing for other conversations, or for content erased after it was said.
   */
  remember(
    conversationId: string,
    statements: readonly Pick<Memory, 'id' | 'content' | 'contentKey'>[],
    at: Date,
    bounds: MemoryBounds,
  ): Promise<void>;
  /** Returns the memories of one scope, newest first. */
  recall(scope: MemoryScope, since: Date): Promise<Memory[]>;
  find(organizationId: string, id: string): Promise<Memory | undefined>;
  /** Newest first; ties are ordered by id. */
  list(organizationId: string, page: MemoryPage): Promise<RowsOf<Memory>>;
  /** Removes it; statements made before `at` do not restore it. */
  remove(organizationId: string, id: string, at: Date): Promise<Memory | undefined>;
  /** Removes all that match; statements made before `at` do not restore them. Returns the number removed. */
  erase(organizationId: string, filter: MemoryFilter, at: Date): Promise<number>;
}

export type MemoryPage = MemoryFilter & PageRequest;

/** Maximum memories of one consumer with one persona. */
const KEPT_MEMORIES = 200;
const MEMORY_DAYS = 365;
/** Maximum memories, and their characters, passed to a model. */
const RECALLED_MEMORIES = 30;
const RECALLED_CHARACTERS = 3_000;

const DAY_MS = 24 * 3600 * 1000;

export type Memories = ReturnType<typeof createMemories>;

export function createMemories(needs: {
  store: MemoryStore;
  conversations: Pick<ConversationStore, 'running'>;
  dispatcher: Pick<Dispatcher, 'forget'>;
  clock: Clock;
  logger: Logger;
}) {
  const { store, conversations, dispatcher, clock, logger } = needs;
  const oldestKept = () => new Date(clock().getTime() - MEMORY_DAYS * DAY_MS);

  /**
   * Removes one memory, or all, from running conversations, which got them when they started. Never rejects, because
   * the erasure has already happened.
   */
  async function notifyRunning(
    organizationId: string,
    { client, user, avatarId }: { client?: string | null; user?: string; avatarId?: string },
    content?: string,
  ): Promise<void> {
    try {
      const running = await conversations.running({ organizationId });
      const affected = running.filter(
        (conversation) =>
          conversation.memory &&
          (client === undefined || conversation.client === client) &&
          (user === undefined || conversation.consumerIdentity === user) &&
          (avatarId === undefined || (conversation.characterId ?? conversation.avatarId) === avatarId),
      );
      for (const { id } of affected) await dispatcher.forget(id, content);
    } catch (err) {
      logger.error(
        { event: 'memory.erasure_not_told', err, organizationId },
        'the service could not notify a running conversation that a memory was erased',
      );
    }
  }

  return {
    notifyRunning,
    /** Stores what the consumer said. Never rejects: losing a memory must not stop a conversation. */
    async remember(conversationId: string, text: string, at: Date) {
      const statements = statementsIn(text);
      if (statements.length === 0) return;
      const rows = statements.map(({ content, key }) => ({ id: newId('mem'), content, contentKey: key }));
      try {
        await store.remember(conversationId, rows, at, { maxPerScope: KEPT_MEMORIES, since: oldestKept() });
      } catch (err) {
        logger.error(
          { event: 'memory.not_stored', err, conversationId },
          'the service could not store a statement of a consumer as a memory',
        );
      }
    },
    /** Returns the memories with which a conversation starts, oldest first, limited in number. */
    async recall(scope: MemoryScope): Promise<RecalledMemory[]> {
      return selectMemories(await store.recall(scope, oldestKept())).map(({ content, updatedAt }) => ({
        content,
        saidAt: updatedAt.toISOString(),
      }));
    },
    get: async (organizationId: string, id: string) => {
      const memory = await store.find(organizationId, id);
      if (!memory) throw notFound('memory', id);
      return memory;
    },
    async list(organizationId: string, page: MemoryPage) {
      return { ...page, ...(await store.list(organizationId, page)) };
    },
    remove: async (organizationId: string, id: string) => {
      const memory = await store.remove(organizationId, id, clock());
      if (!memory) throw notFound('memory', id);
      const { client, user, avatarId, content } = memory;
      await notifyRunning(organizationId, { client, user, avatarId }, content);
      return memory;
    },
    /** @throws DomainError `invalid_request` without any filter */
    async erase(organizationId: string, filter: MemoryFilter) {
      if (Object.values(filter).every((value) => value === undefined)) {
        throw new DomainError(
          'invalid_request',
          'Specify whose memories to erase: user, client or avatar, or several of them.',
          { fault: { field: 'filter', text: 'must contain user, client or avatar' } },
        );
      }
      const erased = await store.erase(organizationId, filter, clock());
      await notifyRunning(organizationId, filter);
      return erased;
    },
  };
}

/** Selects statements about the speaker first, newer before older, up to the limit; then sorts them by time. */
function selectMemories(newestFirst: readonly Memory[]): Memory[] {
  const ranked = [
    ...newestFirst.filter(({ content }) => isPersonal(content)),
    ...newestFirst.filter(({ content }) => !isPersonal(content)),
  ];
  const chosen = new Set<Memory>();
  let characters = 0;
  for (const memory of ranked) {
    characters += memory.content.length;
    if (chosen.size === RECALLED_MEMORIES || characters > RECALLED_CHARACTERS) break;
    chosen.add(memory);
  }
  return newestFirst.filter((memory) => chosen.has(memory)).reverse();
}
