import type { Clock } from '../clock.ts';
import type { Conversation, TimelineRow, TranscriptRow } from './conversation.ts';

/**
 * Something new in a conversation. `revision` grows with every change of one conversation, whoever wrote it, and stays
 * what it was after a restart. An entry of the transcript that grows comes again with its new content; what it was in
 * between is not kept, so a reader that was away sees how things are now.
 */
export type FeedItem = { revision: number } & (
  | { kind: 'timeline'; row: TimelineRow }
  | { kind: 'transcript'; row: TranscriptRow }
  | { kind: 'status'; conversation: Conversation }
);

export interface FeedStore {
  find(id: string): Promise<Conversation | undefined>;
  /** What is new behind `after`, oldest first, as of one moment. */
  changes(id: string, after: number, take: number): Promise<FeedItem[]>;
}

/** Tells that something may be new in a conversation. A notice may be lost or needless: it is a reason to look. */
export interface ChangeNotices {
  /** Returns how to stop. */
  on(conversationId: string, wake: () => void): () => void;
}

/** The worker's last words (what was really heard of an answer cut off) may come so long after the end. */
export const LAST_WORDS_MS = 2_000;
const POLL_MS = 2_000;
const BATCH = 100;

export interface FeedNeeds {
  store: FeedStore;
  notices: ChangeNotices;
  clock: Clock;
}

/** Whether there will never be anything behind `after`. */
export async function isFeedOver(
  { store, clock }: FeedNeeds,
  conversation: Conversation,
  after: number,
): Promise<boolean> {
  return isSilent(conversation, clock()) && (await store.changes(conversation.id, after, 1)).length === 0;
}

/** Replays what is behind `after` and follows until the conversation has ended, is gone, or `signal` fires. */
export async function* followConversation(
  { store, notices, clock }: FeedNeeds,
  conversation: Conversation,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<FeedItem[], void> {
  const { id } = conversation;
  const alarm = new Alarm(signal);
  const stopNotices = notices.on(id, () => alarm.ring());
  let last = after;
  // On this process's own clock, so that the last words are waited for however the times of the ending were set.
  let endsAt = isSilent(conversation, clock()) ? performance.now() : undefined;
  if (conversation.status !== 'running') endsAt ??= performance.now() + LAST_WORDS_MS;
  try {
    while (!signal.aborted) {
      // Before the look: what is written during it rings again.
      alarm.reset();
      const items = await store.changes(id, last, BATCH);
      if (items.length > 0) {
        yield items;
        last = items.at(-1)!.revision;
        if (items.some((item) => item.kind === 'status' && item.conversation.status !== 'running')) {
          endsAt ??= performance.now() + LAST_WORDS_MS;
        }
        continue;
      }
      const leftMs = endsAt === undefined ? POLL_MS : endsAt - performance.now();
      if (leftMs <= 0) return;
      if (!(await alarm.wait(leftMs)) && !(await store.find(id))) return;
    }
  } finally {
    stopNotices();
  }
}

function isSilent({ status, endedAt }: Conversation, now: Date): boolean {
  return status !== 'running' && endedAt !== null && now.getTime() - endedAt.getTime() >= LAST_WORDS_MS;
}

/** Rings once, and is heard also by who begins to wait afterwards. */
class Alarm {
  readonly #signal: AbortSignal;
  #rung = false;
  #hear: (() => void) | undefined;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  ring(): void {
    this.#rung = true;
    this.#hear?.();
  }

  reset(): void {
    this.#rung = false;
  }

  /** True: it rang. False: the time is over, or the signal has fired. */
  async wait(ms: number): Promise<boolean> {
    if (this.#rung || this.#signal.aborted) return this.#rung;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#hear = () => {
        clearTimeout(timer);
        resolve();
      };
      this.#signal.addEventListener('abort', this.#hear, { once: true });
    });
    if (this.#hear) this.#signal.removeEventListener('abort', this.#hear);
    this.#hear = undefined;
    return this.#rung;
  }
}
