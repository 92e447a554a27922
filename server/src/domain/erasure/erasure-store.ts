import type { Memory } from '../memories/memories.ts';

export interface ErasedRecords {
  conversations: number;
  transcriptEntries: number;
  timelineEntries: number;
  /** Webhook deliveries about them, including pending ones. */
  webhookDeliveries: number;
}

/** A consumer of an organization, optionally limited to one of its clients. */
export interface UserScope {
  user: string;
  client?: string;
}

/** An erased memory and its scope. */
export type ErasedMemory = Pick<Memory, 'client' | 'user' | 'avatarId' | 'content'>;

export interface ErasureStore {
  /**
   * Erases a conversation that has ended, with the memories last mentioned in it, in one transaction; its usage stays,
   * without the user. Returns `undefined` if it does not exist.
   */
  eraseConversation(
    organizationId: string,
    id: string,
  ): Promise<'running' | { records: ErasedRecords; memories: ErasedMemory[] } | undefined>;
  /**
   * Erases at most `maxConversations` that ended before this, oldest first, in one transaction. Their usage stays in
   * the totals. If it erases fewer than `maxConversations`, none are left.
   */
  eraseEnded(organizationId: string, endedBefore: Date, maxConversations: number): Promise<ErasedRecords>;
  /** Like `eraseEnded`, for a user's that started by `startedUntil`; their usage keeps no user name. */
  eraseUsers(
    organizationId: string,
    scope: UserScope,
    startedUntil: Date,
    maxConversations: number,
  ): Promise<ErasedRecords>;
  /** Erases at most `maxMemories` last mentioned before this, oldest first. Returns the number. */
  eraseMemories(organizationId: string, mentionedBefore: Date, maxMemories: number): Promise<number>;
  /** Erases all memories of a user, and the records of earlier erasures. */
  eraseMemoriesOf(organizationId: string, scope: UserScope): Promise<number>;
  /** Deletes the responses stored for repetitions of the user's own requests. */
  deleteStoredResponses(organizationId: string, scope: UserScope): Promise<void>;
  /** Removes the user from the usage totals. Returns the number of conversations. */
  anonymiseUsage(organizationId: string, scope: UserScope): Promise<number>;
}

export const NOTHING_ERASED: ErasedRecords = {
  conversations: 0,
  transcriptEntries: 0,
  timelineEntries: 0,
  webhookDeliveries: 0,
};

export function addErased(a: ErasedRecords, b: ErasedRecords): ErasedRecords {
  return {
    conversations: a.conversations + b.conversations,
    transcriptEntries: a.transcriptEntries + b.transcriptEntries,
    timelineEntries: a.timelineEntries + b.timelineEntries,
    webhookDeliveries: a.webhookDeliveries + b.webhookDeliveries,
  };
}
