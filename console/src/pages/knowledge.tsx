import { Anchor, Card, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { limitsOf } from '../lib/forms.ts';
import { listKnowledgeBases } from '../lib/queries.ts';
import { api } from '../lib/session.ts';
import { NameForm } from '../parts/name-form.tsx';
import { Empty, Page } from '../parts/page.tsx';
import { texts } from '../texts/texts.ts';

const words = texts.knowledge;

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
    <Page title={words.title} about={words.about} error={knowledge.error} loading={knowledge.isPending}>
      <NameForm
        label={words.add}
        placeholder={words.example}
        limits={limitsOf('knowledgeBase', 'name')}
        create={create}
      />
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
                  {documents.length === 0 ? words.empty : words.documents(documents.length, indexed)}
                </Text>
              </Group>
            </Card>
          );
        })}
      </Stack>
      {knowledge.data?.length === 0 && <Empty title={words.none}>{words.noneYet}</Empty>}
    </Page>
  );
}
