import { VisavisApiError } from './errors.ts';
import type { Conversation, TimelineEntry, TranscriptEntry } from './generated/api.ts';
import { readEventStream } from './read-event-stream.ts';
import { delay, isTemporary, retryDelayMs } from './retry.ts';
import type { Send } from './send.ts';

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
  /** The last event that was received; by default, all events are sent from the beginning. */
  lastEventId?: string;
  signal?: AbortSignal;
}

const KNOWN_EVENTS = new Set(['timeline', 'transcript', 'status']);
/** How many failures in a row are retried before the error is thrown. */
const MAX_FAILURES = 6;

/**
 * Yields the past and future events of a conversation until its end. A broken connection is reopened after the last
 * event, without repetitions or gaps.
 */
export async function* followConversation(
  send: Send,
  id: string,
  { lastEventId, signal }: FollowOptions,
): AsyncGenerator<ConversationEvent, void> {
  let lastId = lastEventId;
  let retryMs = 2_000;
  let failures = 0;
  for (;;) {
    let hasNewEvents = false;
    let failure: unknown;
    try {
      const response = await send('GET', '/v3/conversations/{id}/events', {
        path: { id },
        headers: { accept: 'text/event-stream', ...(lastId !== undefined && { 'last-event-id': lastId }) },
        ...(signal && { signal }),
      });
      if (response.status === 204) return;
      if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
        await response.body?.cancel();
        throw new VisavisApiError(response, undefined);
      }
      failures = 0;
      const events = readEventStream(response.body!, (ms) => {
        retryMs = ms;
      });
      for await (const { id: eventId, event, data } of events) {
        if (!KNOWN_EVENTS.has(event)) continue;
        hasNewEvents = true;
        lastId = eventId;
        yield { id: eventId, event, data: JSON.parse(data) } as ConversationEvent;
      }
    } catch (error) {
      failures += 1;
      if (!isTemporary(error) || failures > MAX_FAILURES) throw error;
      failure = error;
    }
    signal?.throwIfAborted();
    // Reconnects at once after new events: either the stream is complete, or the service has just closed it.
    if (hasNewEvents) continue;
    await delay(retryDelayMs(failure, failures, retryMs), signal);
  }
}
