import { VisavisApiError, VisavisConnectionError } from './errors.ts';
import type { Conversation, TimelineEntry, TranscriptEntry } from './generated/api.ts';
import { readEventStream } from './read-event-stream.ts';
import type { Send } from './send.ts';

/** Where a conversation stands. */
export type ConversationState = Pick<
  Conversation,
  'id' | 'status' | 'endReason' | 'endDetail' | 'startedAt' | 'joinedAt' | 'endedAt' | 'endsAt' | 'engine'
>;

/** `id` is what `lastEventId` takes to go on behind it. */
export type ConversationEvent =
  | { id: string; event: 'timeline'; data: TimelineEntry }
  /** One that grows, or is cut by an interruption, comes again with the same `data.id`. */
  | { id: string; event: 'transcript'; data: TranscriptEntry }
  | { id: string; event: 'status'; data: ConversationState };

export interface FollowOptions {
  /** The last event that was seen; from the beginning where absent. */
  lastEventId?: string;
  signal?: AbortSignal;
}

const KNOWN = new Set(['timeline', 'transcript', 'status']);
/** How often in a row it fails before the error is the caller's. */
const MOST_FAILURES = 6;
const LONGEST_WAIT_MS = 30_000;

/**
 * What happened in a conversation and what happens, to its end. A connection that breaks is opened again behind the
 * last event; nothing comes twice and nothing is left out.
 */
export async function* followConversation(
  send: Send,
  id: string,
  { lastEventId, signal }: FollowOptions,
): AsyncGenerator<ConversationEvent, void> {
  let seen = lastEventId;
  let retryMs = 2_000;
  let failures = 0;
  for (;;) {
    let hasTold = false;
    let waitMs = 0;
    try {
      const response = await send('GET', '/v3/conversations/{id}/events', {
        path: { id },
        headers: { accept: 'text/event-stream', ...(seen !== undefined && { 'last-event-id': seen }) },
        ...(signal && { signal }),
      });
      if (response.status === 204) return;
      failures = 0;
      const events = readEventStream(response.body!, (ms) => {
        retryMs = ms;
      });
      for await (const { id: eventId, event, data } of events) {
        if (!KNOWN.has(event)) continue;
        hasTold = true;
        seen = eventId;
        yield { id: eventId, event, data: JSON.parse(data) } as ConversationEvent;
      }
    } catch (error) {
      failures += 1;
      if (!isPassing(error) || failures > MOST_FAILURES) throw error;
      waitMs = ((error as Partial<VisavisApiError>).retryAfterSeconds ?? 0) * 1000;
    }
    signal?.throwIfAborted();
    // After news at once: either all has been told, or the service has just let go.
    if (hasTold) continue;
    const backoffMs = Math.min(retryMs * 2 ** Math.max(0, failures - 1), LONGEST_WAIT_MS);
    await wait(Math.max(waitMs, backoffMs), signal);
  }
}

/** Whether it may well work a little later. */
function isPassing(error: unknown): boolean {
  if (error instanceof VisavisApiError) return [429, 502, 503, 504].includes(error.status);
  return error instanceof VisavisConnectionError;
}

function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal!.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', abort, { once: true });
  });
}
