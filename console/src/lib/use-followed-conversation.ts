import {
  type Conversation,
  type TimelineEntry,
  type TranscriptEntry,
  VisavisApiError,
} from '@visavis/client';
import { useCallback, useEffect, useRef, useState } from 'react';
import { api, onSignedIn } from './session.ts';

export interface FollowedConversation {
  /** Id of the conversation. */
  id: string;
  transcript: TranscriptEntry[];
  timeline: TimelineEntry[];
  state: Pick<Conversation, 'status' | 'endReason' | 'endDetail' | 'joinedAt' | 'endedAt'> | undefined;
  error: Error | undefined;
}

/**
 * Follows a conversation live until it ends. If the key is refused, it starts again once somebody has signed in again.
 * `again` starts over at once. `leave` stops following and keeps what has arrived, until `again` is called.
 */
export function useFollowedConversation(
  id: string,
): FollowedConversation & { isStopped: boolean; again: () => void; leave: () => void } {
  const [followed, setFollowed] = useState(() => emptyOf(id));
  const [tries, setTries] = useState(0);
  const [isStopped, setLeft] = useState(false);
  const again = useCallback(() => {
    setLeft(false);
    setTries((now) => now + 1);
  }, []);
  const following = useRef<AbortController>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt starts over.
  useEffect(() => {
    const abort = new AbortController();
    following.current = abort;
    const transcript = new Map<string, TranscriptEntry>();
    const timeline: TimelineEntry[] = [];
    let state: FollowedConversation['state'];
    let isScheduled = false;
    const show = () => {
      isScheduled = false;
      // An entry arrives when it changes, and the words of a question may arrive after the answer has begun.
      const said = [...transcript.values()].sort(
        (one, other) => Date.parse(one.recordedAt) - Date.parse(other.recordedAt),
      );
      setFollowed({ ...emptyOf(id), transcript: said, timeline: [...timeline], state });
    };
    async function follow(): Promise<void> {
      for await (const { event, data } of api.followConversation(id, { signal: abort.signal })) {
        if (event === 'transcript') transcript.set(data.id, data);
        if (event === 'timeline') timeline.push(data);
        if (event === 'status') state = data;
        // Many events arrive at once at the beginning.
        if (!isScheduled) requestAnimationFrame(show);
        isScheduled = true;
      }
    }
    // Keeps the entries received so far until the new stream delivers them again.
    setFollowed((now) => (now.id === id ? { ...now, error: undefined } : emptyOf(id)));
    let stopListening: (() => void) | undefined;
    follow().catch((error: Error) => {
      if (abort.signal.aborted) return;
      setFollowed((now) => ({ ...now, error }));
      if (error instanceof VisavisApiError && error.status === 401) stopListening = onSignedIn(again);
    });
    return () => {
      abort.abort();
      stopListening?.();
    };
  }, [id, tries]);
  const leave = useCallback(() => {
    setLeft(true);
    following.current?.abort();
  }, []);
  return { ...followed, isStopped, again, leave };
}

const emptyOf = (id: string): FollowedConversation => ({
  id,
  transcript: [],
  timeline: [],
  state: undefined,
  error: undefined,
});
