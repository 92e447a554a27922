import { Anchor, Button, Card, Group, Text, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDateTime } from '../lib/format.ts';
import { api } from '../lib/session.ts';
import { Empty, Page } from '../parts/page.tsx';
import { removeLater } from '../parts/remove-later.ts';

export function Memories() {
  const [user, setUser] = useState('');
  const cache = useQueryClient();
  const query = { take: 50, ...(user.trim() && { user: user.trim() }) };
  const memories = useQuery({
    queryKey: ['memories', query],
    placeholderData: keepPreviousData,
    queryFn: () => api.get('/v3/memories', { query }),
  });
  const reload = () => void cache.invalidateQueries({ queryKey: ['memories'] });
  const rows = memories.data?.memories ?? [];
  return (
    <Page
      title="Memories"
      about="What users told avatars that remember, in their own words. Only the same user with the same avatar hears of it again."
      error={memories.error}
      loading={memories.isPending}
    >
      <Group align="flex-end">
        <TextInput label="User" value={user} onChange={(event) => setUser(event.currentTarget.value)} />
        {user.trim() && rows.length > 0 && (
          <Button
            color="red"
            variant="light"
            onClick={() =>
              removeLater(
                `Everything of ${user.trim()}`,
                () => api.delete('/v3/memories', { query: { user: user.trim() } }),
                reload,
              )
            }
          >
            Erase all of this user
          </Button>
        )}
      </Group>
      {rows.length === 0 && (
        <Empty title="Nothing is remembered">
          Switch on “Remembers what a user told it before” in an avatar, and what users say of themselves is
          kept here.
        </Empty>
      )}
      {(memories.data?.total ?? 0) > rows.length && (
        <Text size="sm" c="dimmed">
          The newest {rows.length} of {memories.data?.total}.
        </Text>
      )}
      {rows.map((memory) => (
        <Card key={memory.id} withBorder>
          <Group justify="space-between" wrap="nowrap" align="flex-start">
            <div>
              <Text>“{memory.content}”</Text>
              <Text size="sm" c="dimmed">
                {memory.user} · {formatDateTime(memory.updatedAt)} ·{' '}
                <Anchor size="sm" href={`#/conversations/${memory.conversationId}`}>
                  conversation
                </Anchor>
              </Text>
            </div>
            <Button
              size="compact-sm"
              variant="subtle"
              color="red"
              onClick={() =>
                removeLater(
                  'The memory',
                  () => api.delete('/v3/memories/{id}', { path: { id: memory.id } }),
                  reload,
                )
              }
            >
              Erase
            </Button>
          </Group>
        </Card>
      ))}
    </Page>
  );
}
