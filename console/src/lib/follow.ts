import type { Conversation, TimelineEntry, TranscriptEntry } from '@visavis/client';
import { useCallback, useEffect, useRef, useState } from 'react';
import { api } from './session.ts';

export interface Followed {
  transcript: TranscriptEntry[];
  timeline: TimelineEntry[];
  state: Pick<Conversation, 'status' | 'endReason' | 'endDetail' | 'joinedAt' | 'endedAt'> | undefined;
  error: Error | undefined;
}

/** A conversation as it happens, to its end. `leave`: what has come stays, and nothing more is asked for. */
export function useFollowed(id: string): Followed & { leave: () => void } {
  const [followed, setFollowed] = useState<Followed>(nothing);
  const following = useRef<AbortController>(undefined);
  useEffect(() => {
    const abort = new AbortController();
    following.current = abort;
    const transcript = new Map<string, TranscriptEntry>();
    const timeline: TimelineEntry[] = [];
    let state: Followed['state'];
    let isScheduled = false;
    const show = () => {
      isScheduled = false;
      setFollowed({ transcript: [...transcript.values()], timeline: [...timeline], state, error: undefined });
    };
    async function follow(): Promise<void> {
      for await (const { event, data } of api.followConversation(id, { signal: abort.signal })) {
        if (event === 'transcript') transcript.set(data.id, data);
        if (event === 'timeline') timeline.push(data);
        if (event === 'status') state = data;
        // Many come at once at the beginning.
        if (!isScheduled) requestAnimationFrame(show);
        isScheduled = true;
      }
    }
    setFollowed(nothing);
    follow().catch((error: Error) => {
      if (!abort.signal.aborted) setFollowed((now) => ({ ...now, error }));
    });
    return () => abort.abort();
  }, [id]);
  const leave = useCallback(() => following.current?.abort(), []);
  return { ...followed, leave };
}

const nothing: Followed = { transcript: [], timeline: [], state: undefined, error: undefined };
