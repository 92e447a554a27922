import { Anchor, Card, Group, Text, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Note } from '../components/note.tsx';
import { EmptyState, Page } from '../components/page.tsx';
import { RemoveLaterButton } from '../components/remove-button.tsx';
import { formatDateTime } from '../lib/format.ts';
import { reloader } from '../lib/query-client.ts';
import { api } from '../lib/session.ts';
import { fill, texts } from '../texts/texts.ts';

const words = texts.memories;
const MEMORIES = {
  remove: (id: string) => api.delete('/v3/memories/{id}', { path: { id } }),
  reload: reloader('memories'),
};

export function Memories() {
  const [user, setUser] = useState('');
  const query: { take: number; user?: string } = { take: 50, ...(user.trim() && { user: user.trim() }) };
  const memories = useQuery({
    queryKey: ['memories', query],
    placeholderData: keepPreviousData,
    queryFn: () => api.get('/v3/memories', { query }),
  });
  const rows = memories.data?.memories ?? [];
  return (
    <Page title={words.title} about={words.about} query={memories}>
      <Group align="flex-end">
        <TextInput
          label={texts.common.user}
          value={user}
          onChange={(event) => setUser(event.currentTarget.value)}
        />
        {user.trim() && rows.length > 0 && (
          <RemoveLaterButton
            size="sm"
            variant="light"
            id={fill(words.allOf, { user: user.trim() })}
            name={fill(words.allOf, { user: user.trim() })}
            from={{
              remove: () => api.delete('/v3/memories', { query: { user: user.trim() } }),
              reload: MEMORIES.reload,
            }}
          >
            {words.eraseAll}
          </RemoveLaterButton>
        )}
      </Group>
      {memories.data && rows.length === 0 && (
        <EmptyState title={query.user ? words.noneOf : words.none}>
          {query.user ? words.noneOfHelp : words.noneYet}
        </EmptyState>
      )}
      {(memories.data?.total ?? 0) > rows.length && (
        <Note>{fill(words.newest, { shown: rows.length, all: memories.data!.total })}</Note>
      )}
      {rows.map((memory) => (
        <Card key={memory.id} withBorder>
          <Group justify="space-between" wrap="nowrap" align="flex-start">
            <div>
              <Text>{fill(words.quoted, { text: memory.content })}</Text>
              <Note>
                {memory.user} · {formatDateTime(memory.updatedAt)} ·{' '}
                <Anchor size="sm" href={`#/conversations/${memory.conversationId}`}>
                  {words.conversation}
                </Anchor>
              </Note>
            </div>
            <RemoveLaterButton id={memory.id} name={words.memory} from={MEMORIES}>
              {texts.common.erase}
            </RemoveLaterButton>
          </Group>
        </Card>
      ))}
    </Page>
  );
}
