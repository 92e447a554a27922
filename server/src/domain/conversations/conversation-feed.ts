import { setImmediate as nextRound } from 'node:timers/promises';
import { systemClock } from '../../lib/clock.ts';
import { FairTurns } from '../../lib/fair-turns.ts';
import { sleepUnlessAborted } from '../../lib/sleep-unless-aborted.ts';
import type { Clock } from '../clock.ts';
import type { Conversation, FeedBatch, FeedItem, FeedStore } from './conversation.ts';

/** Notifies that a conversation may have changed. Some notifications may be lost or redundant. */
export interface ChangeNotifications {
  /** Returns a function that unsubscribes. */
  subscribe(conversationId: string, wake: () => void): () => void;
}

/** How long after the end the worker's last report may arrive (how much of an interrupted answer was played). */
export const LAST_REPORT_MS = 2_000;
const POLL_MS = 2_000;
const BATCH: FeedBatch = { items: 100, bytes: 100_000 };
/** Maximum concurrent reads of batches: of all readers, and of one organization's readers. */
const READ_LIMITS = { atOnce: 8, ofOne: 2 };

/** Creates the turns in which organizations read, so that the backlog of a long conversation delays no others. */
export const createFeedTurns = (): FairTurns => new FairTurns(READ_LIMITS);

export interface FeedNeeds {
  store: FeedStore;
  changeNotifications: ChangeNotifications;
  clock: Clock;
  turns: FairTurns;
}

/** Whether no further change can follow revision `after`. */
export async function isFeedOver(
  { store, clock }: FeedNeeds,
  conversation: Conversation,
  after: number,
): Promise<boolean> {
  const { organizationId, id } = conversation;
  return (
    isComplete(conversation, clock()) &&
    (await store.changes(organizationId, id, after, { items: 1, bytes: 0 })).length === 0
  );
}

/** Yields changes after revision `after` until the conversation ends or is deleted, or `signal` fires. */
export async function* followConversation(
  { store, changeNotifications, clock, turns }: FeedNeeds,
  conversation: Conversation,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<FeedItem[], void> {
  const { organizationId, id } = conversation;
  let woken = new AbortController();
  const wake = () => woken.abort();
  const unsubscribe = changeNotifications.subscribe(id, wake);
  signal.addEventListener('abort', wake);
  let last = after;
  // Measured with this process's clock, so that the last report is awaited even if another clock set the end time.
  let endsAt = isComplete(conversation, clock()) ? performance.now() : undefined;
  if (conversation.status !== 'running') endsAt ??= performance.now() + LAST_REPORT_MS;
  try {
    while (!signal.aborted) {
      // Reset before reading: a change written during the read notifies again.
      woken = new AbortController();
      const items = await turns.run(organizationId, async () => {
        await nextRound();
        return store.changes(organizationId, id, last, BATCH);
      });
      if (items.length > 0) {
        yield items;
        last = items.at(-1)!.revision;
        if (items.some((item) => item.kind === 'status' && item.conversation.status !== 'running')) {
          endsAt ??= performance.now() + LAST_REPORT_MS;
        }
        continue;
      }
      const leftMs = endsAt === undefined ? POLL_MS : endsAt - performance.now();
      if (leftMs <= 0) return;
      await sleepUnlessAborted(systemClock, leftMs, woken.signal);
      if (!woken.signal.aborted && !(await store.find(organizationId, id))) return;
    }
  } finally {
    unsubscribe();
    signal.removeEventListener('abort', wake);
  }
}

function isComplete({ status, endedAt }: Conversation, now: Date): boolean {
  return status !== 'running' && endedAt !== null && now.getTime() - endedAt.getTime() >= LAST_REPORT_MS;
}
