import { Button, Group, List, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDateTime } from '../lib/format.ts';
import { api } from '../lib/session.ts';
import { Problem } from './problem.tsx';

/** Erases everything of a user, once it has been said what goes; then shows the receipt. */
export function EraseUser({ user, client }: { user: string; client: string }) {
  const [isOpen, setOpen] = useState(false);
  const cache = useQueryClient();
  const scope = { user, ...(client && { client }) };
  const count = { ...scope, take: 1 };
  const found = useQuery({
    queryKey: ['erasure', scope],
    enabled: isOpen,
    queryFn: async () => {
      const [all, running, memories] = await Promise.all([
        api.get('/v3/conversations', { query: count }),
        api.get('/v3/conversations', { query: { ...count, status: 'running' } }),
        api.get('/v3/memories', { query: count }),
      ]);
      return { conversations: all.total, running: running.total, memories: memories.total };
    },
  });
  const erase = useMutation({
    mutationFn: () =>
      api.delete('/v3/users/{identity}', { path: { identity: user }, query: client ? { client } : {} }),
    onSuccess: () => void cache.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'erasure' }),
  });
  const close = () => {
    setOpen(false);
    erase.reset();
    cache.removeQueries({ queryKey: ['erasure'] });
  };
  const receipt = erase.data;
  return (
    <>
      <Button color="red" variant="light" onClick={() => setOpen(true)}>
        Erase everything of this user
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={receipt ? `${user} is erased` : `Erase everything of ${user}?`}
        closeButtonProps={{ 'aria-label': 'Close' }}
        centered
      >
        <Stack>
          <Problem error={found.error ?? erase.error} />
          {receipt ? (
            <>
              <List>
                <List.Item>{amount(receipt.conversations, 'conversation')}</List.Item>
                <List.Item>{amount(receipt.transcriptEntries, 'line')} of transcripts</List.Item>
                <List.Item>{amount(receipt.memories, 'memory', 'memories')}</List.Item>
                <List.Item>
                  {amount(receipt.webhookDeliveries, 'delivery', 'deliveries')} of webhooks
                </List.Item>
              </List>
              <Text size="sm" c="dimmed">
                Receipt {receipt.id}, {formatDateTime(receipt.erasedAt)}. Keep it if you must prove the
                erasure: the service does not.
              </Text>
              <Group justify="flex-end">
                <Button variant="default" onClick={close}>
                  Done
                </Button>
              </Group>
            </>
          ) : (
            <>
              <Text>
                This goes for good
                {client ? `, as far as it was with the client ${client}` : ', with every client'}:
              </Text>
              <List>
                <List.Item>
                  {found.data ? amount(found.data.conversations, 'conversation') : 'all conversations'}, with
                  their transcripts and timelines
                </List.Item>
                {(found.data?.running ?? 0) > 0 && (
                  <List.Item>of these, {found.data!.running} that run now: they are stopped first</List.Item>
                )}
                <List.Item>
                  {found.data ? amount(found.data.memories, 'memory', 'memories') : 'all memories'} of avatars
                </List.Item>
                <List.Item>deliveries of webhooks about them, unsent ones too</List.Item>
              </List>
              <Text size="sm" c="dimmed">
                Seconds and charges stay in the sums of usage, without a name.
              </Text>
              <Group justify="flex-end">
                <Button variant="default" onClick={close}>
                  Keep it
                </Button>
                <Button color="red" loading={erase.isPending} onClick={() => erase.mutate()}>
                  Erase for good
                </Button>
              </Group>
            </>
          )}
        </Stack>
      </Modal>
    </>
  );
}

const amount = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;
