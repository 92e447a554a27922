import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { allInOrder } from '../lib/all-in-order.ts';
import { api } from '../lib/session.ts';
import { fill, texts } from '../texts/texts.ts';
import { EraseButton } from './erase-button.tsx';

const { user: words, ...erasure } = texts.erasure;

/** Erases everything about a user, after saying what will be erased; then shows the receipt. */
export function EraseUser({ user, client }: { user: string; client: string }) {
  const [isOpen, setOpen] = useState(false);
  const cache = useQueryClient();
  const scope = { user, ...(client && { client }) };
  const count = { ...scope, take: 1 };
  const { data: found, error } = useQuery({
    queryKey: ['erasure', scope],
    enabled: isOpen,
    queryFn: async () => {
      const [all, running, memories] = await allInOrder([
        api.get('/v3/conversations', { query: count }),
        api.get('/v3/conversations', { query: { ...count, status: 'running' } }),
        api.get('/v3/memories', { query: count }),
      ]);
      return { conversations: all.total, running: running.total, memories: memories.total };
    },
  });
  return (
    <EraseButton
      words={{ button: words.button, title: fill(words.title, { user }), done: fill(words.done, { user }) }}
      intro={client ? fill(words.withClient, { client }) : words.withAll}
      pendingItems={[
        found ? fill(words.conversations, { count: found.conversations }) : words.allConversations,
        ...(found?.running ? [fill(words.running, { number: found.running })] : []),
        found ? fill(words.memories, { count: found.memories }) : words.allMemories,
        erasure.unsent,
      ]}
      error={error}
      erase={async () => {
        const receipt = await api.delete('/v3/users/{identity}', {
          path: { identity: user },
          query: client ? { client } : {},
        });
        void cache.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'erasure' });
        return receipt;
      }}
      erasedItems={(receipt) => [
        fill(erasure.conversations, { count: receipt.conversations }),
        fill(erasure.lines, { count: receipt.transcriptEntries }),
        fill(erasure.memories, { count: receipt.memories }),
        fill(erasure.deliveries, { count: receipt.webhookDeliveries }),
      ]}
      onOpen={() => setOpen(true)}
      onClosed={() => {
        setOpen(false);
        cache.removeQueries({ queryKey: ['erasure'] });
      }}
    />
  );
}
