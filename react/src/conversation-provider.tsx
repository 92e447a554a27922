import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { type ConversationListeners, ConversationStore } from './conversation-store.ts';

const ConversationContext = createContext<ConversationStore | undefined>(undefined);

export interface ConversationProviderProps extends ConversationListeners {
  children?: ReactNode;
}

/** Holds one conversation at a time for all components inside, and hangs up when it is unmounted. */
export function ConversationProvider({ children, onEnded, onError }: ConversationProviderProps) {
  const [store] = useState(() => new ConversationStore());
  useEffect(() => {
    store.callbacks = { onEnded, onError };
  }, [store, onEnded, onError]);
  useEffect(() => store.open(), [store]);
  return <ConversationContext.Provider value={store}>{children}</ConversationContext.Provider>;
}

/** @throws Error outside a `<ConversationProvider>` */
export function useConversationStore(): ConversationStore {
  const store = useContext(ConversationContext);
  if (!store) throw new Error('Put a <ConversationProvider> around the components that use a conversation.');
  return store;
}
