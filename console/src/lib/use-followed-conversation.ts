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
 * Follows a conversation live until it ends. If the key is refused, it starts over once somebody has signed in again.
 * `restart` starts over at once. `stop` stops following and keeps what has arrived, until `restart` is called.
 */
export function useFollowedConversation(
  id: string,
): FollowedConversation & { isStopped: boolean; restart: () => void; stop: () => void } {
  const [followed, setFollowed] = useState(() => emptyOf(id));
  const [attempt, setAttempt] = useState(0);
  const [isStopped, setStopped] = useState(false);
  const restart = useCallback(() => {
    setStopped(false);
    setAttempt((now) => now + 1);
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
      const entries = [...transcript.values()].sort(
        (a, b) => Date.parse(a.recordedAt) - Date.parse(b.recordedAt),
      );
      setFollowed({ ...emptyOf(id), transcript: entries, timeline: [...timeline], state });
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
      if (error instanceof VisavisApiError && error.status === 401) stopListening = onSignedIn(restart);
    });
    return () => {
      abort.abort();
      stopListening?.();
    };
  }, [id, attempt]);
  const stop = useCallback(() => {
    setStopped(true);
    following.current?.abort();
  }, []);
  return { ...followed, isStopped, restart, stop };
}

const emptyOf = (id: string): FollowedConversation => ({
  id,
  transcript: [],
  timeline: [],
  state: undefined,
  error: undefined,
});
