import { Anchor, Button, Card, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { listKnowledgeBases } from '../lib/queries.ts';
import { api } from '../lib/session.ts';
import { Empty, Page } from '../parts/page.tsx';
import { Problem } from '../parts/problem.tsx';

export function Knowledge() {
  const knowledge = useQuery({ queryKey: ['knowledge'], queryFn: listKnowledgeBases });
  const [name, setName] = useState('');
  const cache = useQueryClient();
  const navigate = useNavigate();
  const create = useMutation({
    mutationFn: () => api.post('/v3/knowledge-bases', { body: { name: name.trim() } }),
    onSuccess: async ({ id }) => {
      await cache.invalidateQueries({ queryKey: ['knowledge'] });
      await navigate({ to: `/knowledge/${id}` as '/' });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <Page
      title="Knowledge"
      about="Documents that avatars answer from. Put those that belong together into one knowledge base."
      error={knowledge.error}
      loading={knowledge.isPending}
    >
      <form onSubmit={submit}>
        <Group align="flex-end">
          <TextInput
            label="New knowledge base"
            placeholder="Visitor handbook"
            required
            maxLength={200}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            style={{ flex: '1 1 14rem', maxWidth: 360 }}
          />
          <Button type="submit" loading={create.isPending}>
            Create
          </Button>
        </Group>
      </form>
      <Problem error={create.error} />
      <Stack gap="sm">
        {knowledge.data?.map(({ id, name: title, documents }) => {
          const indexed = documents.filter(({ status }) => status === 'indexed').length;
          return (
            <Card key={id} withBorder>
              <Group justify="space-between">
                <Anchor href={`#/knowledge/${id}`} fw={600}>
                  {title}
                </Anchor>
                <Text size="sm" c="dimmed">
                  {documents.length === 0
                    ? 'empty'
                    : `${documents.length} document${documents.length === 1 ? '' : 's'}, ${indexed} ready`}
                </Text>
              </Group>
            </Card>
          );
        })}
      </Stack>
      {knowledge.data?.length === 0 && (
        <Empty title="No knowledge yet">
          Give it a name above, then drop your PDF, Word, web or text files into it. An avatar that answers
          from it finds the passage that fits the question.
        </Empty>
      )}
    </Page>
  );
}
