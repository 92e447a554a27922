import { VisavisApiError, VisavisConnectionError } from './errors.ts';
import type { Conversation, TimelineEntry, TranscriptEntry } from './generated/api.ts';
import { readEventStream } from './read-event-stream.ts';
import type { Send } from './send.ts';

/** The state of a conversation. */
export type ConversationState = Pick<
  Conversation,
  'id' | 'status' | 'endReason' | 'endDetail' | 'startedAt' | 'joinedAt' | 'endedAt' | 'endsAt' | 'engine'
>;

/** `id` is the value for `lastEventId` to continue after this event. */
export type ConversationEvent =
  | { id: string; event: 'timeline'; data: TimelineEntry }
  /** An entry that grows, or is cut by an interruption, is sent again with the same `data.id`. */
  | { id: string; event: 'transcript'; data: TranscriptEntry }
  | { id: string; event: 'status'; data: ConversationState };

export interface FollowOptions {
  /** The last event that was seen; from the beginning where absent. */
  lastEventId?: string;
  signal?: AbortSignal;
}

const KNOWN = new Set(['timeline', 'transcript', 'status']);
/** How many failures in a row are retried before the error is thrown. */
const MOST_FAILURES = 6;
const LONGEST_WAIT_MS = 30_000;

/**
 * Yields the past and future events of a conversation until its end. A broken connection is reopened after the last
 * event, without repetitions or gaps.
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
    // After new events at once: either the stream is complete, or the service has just closed it.
    if (hasTold) continue;
    const backoffMs = Math.min(retryMs * 2 ** Math.max(0, failures - 1), LONGEST_WAIT_MS);
    await wait(Math.max(waitMs, backoffMs), signal);
  }
}

/** Whether a retry may succeed. */
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
