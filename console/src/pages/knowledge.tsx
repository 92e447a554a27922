import { Anchor, Card, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { listKnowledgeBases } from '../lib/queries.ts';
import { api } from '../lib/session.ts';
import { NameForm } from '../parts/name-form.tsx';
import { Empty, Page } from '../parts/page.tsx';

export function Knowledge() {
  const knowledge = useQuery({ queryKey: ['knowledge'], queryFn: listKnowledgeBases });
  const cache = useQueryClient();
  const navigate = useNavigate();
  const create = useMutation({
    mutationFn: (name: string) => api.post('/v3/knowledge-bases', { body: { name } }),
    onSuccess: async ({ id }) => {
      await cache.invalidateQueries({ queryKey: ['knowledge'] });
      await navigate({ to: `/knowledge/${id}` as '/' });
    },
  });
  return (
    <Page
      title="Knowledge"
      about="Documents that avatars answer from. Put those that belong together into one knowledge base."
      error={knowledge.error}
      loading={knowledge.isPending}
    >
      <NameForm label="New knowledge base" placeholder="Visitor handbook" required create={create} />
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
