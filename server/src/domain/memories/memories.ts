import type { RecalledMemory } from '@visavis/contracts';
import type { Logger } from '../../lib/logger.ts';
import type { Clock } from '../clock.ts';
import type { ConversationStore } from '../conversations/conversation.ts';
import type { Dispatcher } from '../conversations/live-ports.ts';
import { DomainError, notFound } from '../errors.ts';
import { newId } from '../ids.ts';
import type { PageRequest, RowsOf } from '../owned.ts';
import { isPersonal, statementsIn } from './statements.ts';

export interface Memory {
  id: string;
  organizationId: string;
  client: string | null;
  /** Identity of the consumer. */
  user: string;
  /** The avatar or the character. */
  avatarId: string;
  content: string;
  contentKey: string;
  /** Where it was said last. */
  conversationId: string;
  /** When it was said first. */
  createdAt: Date;
  /** When it was said last. */
  updatedAt: Date;
}

/** Whom a memory is of, and who has it: nobody else is ever told. */
export type MemoryScope = Pick<Memory, 'organizationId' | 'client' | 'user' | 'avatarId'>;

/** Which memories of an organization; what is absent matches all. */
export interface MemoryFilter {
  client?: string;
  user?: string;
  avatarId?: string;
}

export interface MemoryBounds {
  /** The oldest of more than so many in one scope are forgotten. */
  keep: number;
  /** What was said last before this is forgotten. */
  since: Date;
}

export interface MemoryStore {
  /**
   * Keeps what was said in a conversation that has a memory, for its consumer; the same content again is only said last
   * later. Nothing happens for another conversation, and for what was erased after it had been said.
   */
  remember(
    conversationId: string,
    statements: readonly Pick<Memory, 'id' | 'content' | 'contentKey'>[],
    at: Date,
    bounds: MemoryBounds,
  ): Promise<void>;
  /** Of one scope, newest first. */
  recall(scope: MemoryScope, since: Date): Promise<Memory[]>;
  find(organizationId: string, id: string): Promise<Memory | undefined>;
  /** Newest first, ties by id. */
  list(organizationId: string, page: MemoryPage): Promise<RowsOf<Memory>>;
  /** Removes it, so that nothing said until `at` brings it back. */
  remove(organizationId: string, id: string, at: Date): Promise<Memory | undefined>;
  /** Removes all that match, so that nothing said until `at` brings them back. Answers how many there were. */
  erase(organizationId: string, filter: MemoryFilter, at: Date): Promise<number>;
}

export type MemoryPage = MemoryFilter & PageRequest;

export interface Memories {
  /** The consumer of a conversation has said something. Never rejects: a memory that is lost does not stop a talk. */
  hear(conversationId: string, text: string, at: Date): Promise<void>;
  /** What a conversation begins with, oldest first, bounded. */
  recall(scope: MemoryScope): Promise<RecalledMemory[]>;
  /** @throws DomainError `not_found` */
  get(organizationId: string, id: string): Promise<Memory>;
  list(organizationId: string, page: MemoryPage): Promise<MemoryPage & RowsOf<Memory>>;
  /** @throws DomainError `not_found` */
  remove(organizationId: string, id: string): Promise<Memory>;
  /** @throws DomainError `invalid_request` without any filter */
  erase(organizationId: string, filter: MemoryFilter): Promise<number>;
  /**
   * Conversations that run were told what is remembered when they started: they forget one content, or else all. Never
   * rejects: the erasure stands.
   */
  tellRunning(
    organizationId: string,
    scope: { client?: string | null; user?: string; avatarId?: string },
    content?: string,
  ): Promise<void>;
}

/** Memories of one consumer with one avatar. */
export const KEPT_MEMORIES = 200;
export const MEMORY_DAYS = 365;
/** What a model is told of them. */
export const RECALLED_MEMORIES = 30;
export const RECALLED_CHARACTERS = 3_000;

const DAY_MS = 24 * 3600 * 1000;

export interface MemoriesNeeds {
  store: MemoryStore;
  conversations: Pick<ConversationStore, 'running'>;
  dispatcher: Pick<Dispatcher, 'forget'>;
  clock: Clock;
  logger: Logger;
}

export function createMemories(needs: MemoriesNeeds): Memories {
  const { store, conversations, dispatcher, clock, logger } = needs;
  const since = () => new Date(clock().getTime() - MEMORY_DAYS * DAY_MS);

  const tellRunning: Memories['tellRunning'] = async (
    organizationId,
    { client, user, avatarId },
    content,
  ) => {
    try {
      const running = await conversations.running({ organizationId });
      const told = running.filter(
        (one) =>
          one.memory &&
          (client === undefined || one.client === client) &&
          (user === undefined || one.consumerIdentity === user) &&
          (avatarId === undefined || (one.characterId ?? one.avatarId) === avatarId),
      );
      for (const { id } of told) await dispatcher.forget(id, content);
    } catch (err) {
      logger.error({ err, organizationId }, 'a running conversation could not be told of an erasure');
    }
  };

  return {
    tellRunning,
    async hear(conversationId, text, at) {
      const statements = statementsIn(text);
      if (statements.length === 0) return;
      const rows = statements.map(({ content, key }) => ({ id: newId('mem'), content, contentKey: key }));
      try {
        await store.remember(conversationId, rows, at, { keep: KEPT_MEMORIES, since: since() });
      } catch (err) {
        logger.error({ err, conversationId }, 'what a consumer said could not be remembered');
      }
    },
    async recall(scope) {
      return choose(await store.recall(scope, since())).map(({ content, updatedAt }) => ({
        content,
        saidAt: updatedAt.toISOString(),
      }));
    },
    async get(organizationId, id) {
      const memory = await store.find(organizationId, id);
      if (!memory) throw notFound('memory', id);
      return memory;
    },
    async list(organizationId, page) {
      return { ...page, ...(await store.list(organizationId, page)) };
    },
    async remove(organizationId, id) {
      const memory = await store.remove(organizationId, id, clock());
      if (!memory) throw notFound('memory', id);
      const { client, user, avatarId, content } = memory;
      await tellRunning(organizationId, { client, user, avatarId }, content);
      return memory;
    },
    async erase(organizationId, filter) {
      if (Object.values(filter).every((value) => value === undefined)) {
        throw new DomainError(
          'invalid_request',
          'Say whose memories are to be erased: user, client or avatar, or several of them.',
          { fault: { field: 'filter', text: 'must have user, client or avatar' } },
        );
      }
      const erased = await store.erase(organizationId, filter, clock());
      await tellRunning(organizationId, filter);
      return erased;
    },
  };
}

/** What speakers say of themselves before the rest, newer before older, as far as there is room; then in order. */
function choose(newestFirst: readonly Memory[]): Memory[] {
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
