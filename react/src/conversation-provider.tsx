import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { ConversationStore } from './conversation-store.ts';

const ConversationContext = createContext<ConversationStore | undefined>(undefined);

/** Holds one conversation at a time for everything inside; it is hung up when the provider goes. */
export function ConversationProvider({ children }: { children?: ReactNode }) {
  const [store] = useState(() => new ConversationStore());
  useEffect(() => () => void store.end(), [store]);
  return <ConversationContext.Provider value={store}>{children}</ConversationContext.Provider>;
}

/** @throws Error outside a `<ConversationProvider>` */
export function useConversationStore(): ConversationStore {
  const store = useContext(ConversationContext);
  if (!store) throw new Error('Put a <ConversationProvider> around what uses a conversation.');
  return store;
}
