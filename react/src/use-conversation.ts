import type { Conversation, TranscriptLine } from '@visavis/web';
import { useMemo, useSyncExternalStore } from 'react';
import { useConversationStore } from './conversation-provider.tsx';
import type { ConversationOptions, ConversationSnapshot, ConversationStore } from './conversation-store.ts';

/** Actions on a conversation. The functions never change, and do nothing without a current conversation. */
export interface ConversationActions
  extends Pick<Conversation, 'sendText' | 'interrupt' | 'setMicrophone' | 'playSound'> {
  /**
   * Starts one, replacing a current one. Never rejects: on failure, `state` becomes `failed`, and `error` says why.
   * Call it in a click handler, so that the browser plays the audio.
   */
  start(options: ConversationOptions): Promise<void>;
  /** Hangs up, or aborts a start in progress. */
  end(): Promise<void>;
}

export interface UsedConversation extends ConversationSnapshot, ConversationActions {
  /** The SDK's conversation, for everything that has no function here; undefined if there is none. */
  readonly conversation: Conversation | undefined;
}

/** Returns the conversation of the surrounding provider, and the actions on it. */
export function useConversation(): UsedConversation {
  const store = useConversationStore();
  const snapshot = useSyncExternalStore(store.subscribe, store.read, store.readOnServer);
  const actions = useMemo(() => actionsOf(store), [store]);
  return { ...snapshot, ...actions, conversation: store.conversation };
}

/** Returns the transcript so far, newest line last; a line changes while it is spoken. */
export function useTranscript(): readonly TranscriptLine[] {
  const store = useConversationStore();
  return useSyncExternalStore(
    store.subscribe,
    () => store.read().transcript,
    () => store.readOnServer().transcript,
  );
}

function actionsOf(store: ConversationStore): ConversationActions {
  return {
    start: store.start,
    end: store.end,
    sendText: async (text) => store.conversation?.sendText(text),
    interrupt: async () => store.conversation?.interrupt(),
    setMicrophone: async (on) => store.conversation?.setMicrophone(on) ?? 'off',
    playSound: async () => store.conversation?.playSound(),
  };
}
