import type { Memory } from '../memories/memories.ts';

export interface ErasedRecords {
  conversations: number;
  transcriptEntries: number;
  timelineEntries: number;
  /** Deliveries of webhooks about them, those that were still to be sent included. */
  webhookDeliveries: number;
}

/** A consumer of an organization; with one of its clients where that is given. */
export interface UserScope {
  user: string;
  client?: string;
}

/** A memory that went, and whom it was of. */
export type ErasedMemory = Pick<Memory, 'client' | 'user' | 'avatarId' | 'content'>;

export interface ErasureStore {
  /**
   * Erases one that has ended, with the memories that were said in it last, in one transaction; its usage stays, without the
   * user. Undefined where there is none.
   */
  eraseConversation(
    organizationId: string,
    id: string,
  ): Promise<'running' | { records: ErasedRecords; memories: ErasedMemory[] } | undefined>;
  /**
   * Erases at most `most` conversations that ended before this, oldest first, in one transaction. Their usage stays in
   * the totals. Fewer than `most`: there are no more.
   */
  eraseEnded(organizationId: string, endedBefore: Date, most: number): Promise<ErasedRecords>;
  /**
   * Erases as `eraseEnded`, but conversations of a user that have ended and started no later than this; their
   * usage keeps no user.
   */
  eraseUsers(
    organizationId: string,
    scope: UserScope,
    startedUntil: Date,
    most: number,
  ): Promise<ErasedRecords>;
  /** Erases at most `most` memories last said before this, oldest first. Returns how many. */
  eraseMemories(organizationId: string, saidBefore: Date, most: number): Promise<number>;
  /** Erases all memories of a user, and the records of earlier erasures. */
  eraseMemoriesOf(organizationId: string, scope: UserScope): Promise<number>;
  /** Forgets the answers that are kept for repetitions of the user's own requests. */
  forgetAnswersTo(organizationId: string, scope: UserScope): Promise<void>;
  /** Removes the user's name from the usage totals. Returns the number of conversations. */
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
