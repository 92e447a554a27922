import type { Conversation, TranscriptLine } from '@visavis/web';
import { useMemo, useSyncExternalStore } from 'react';
import { useConversationStore } from './conversation-provider.tsx';
import type { ConversationOptions, ConversationSnapshot, ConversationStore } from './conversation-store.ts';

/** Actions on a conversation; the functions never change, and do nothing where none is under way. */
export interface ConversationActions
  extends Pick<Conversation, 'sendText' | 'interrupt' | 'setMicrophone' | 'playSound'> {
  /**
   * Starts one, in place of another that is under way. Never rejects: `state` becomes `failed`, and `error` says why. Call it in
   * the handler of a click, and the browser will play the sound.
   */
  start(options: ConversationOptions): Promise<void>;
  /** Hangs up, or gives up a start that is under way. */
  end(): Promise<void>;
}

export interface UsedConversation extends ConversationSnapshot, ConversationActions {
  /** The conversation of the SDK, for whatever has no function here; undefined where none is under way. */
  readonly conversation: Conversation | undefined;
}

/** The conversation of the provider around, and what can be done with it. */
export function useConversation(): UsedConversation {
  const store = useConversationStore();
  const snapshot = useSyncExternalStore(store.subscribe, store.read, store.readOnServer);
  const actions = useMemo(() => actionsOf(store), [store]);
  return { ...snapshot, ...actions, conversation: store.conversation };
}

/** Returns the transcript so far, the newest line last; a line changes while it is spoken. */
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
