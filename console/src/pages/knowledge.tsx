import { Anchor, Card, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { BodyOf, Operation } from '@visavis/client';
import { bodyOf, readFields } from '../lib/forms.ts';
import { listKnowledgeBases } from '../lib/queries.ts';
import { reloading } from '../lib/query-client.ts';
import { api } from '../lib/session.ts';
import { useFields } from '../lib/use-fields.ts';
import { AddForm } from '../parts/add-form.tsx';
import { Empty, Page } from '../parts/page.tsx';
import { SchemaFields } from '../parts/schema-fields.tsx';
import { fill, texts } from '../texts/texts.ts';

const { knowledge: words, common } = texts;
const reload = reloading('knowledge');

const NOTHING = readFields('knowledgeBase');

/** A list of knowledge bases shows this many documents of each at most. */
const LISTED_DOCUMENTS = 50;

function tellDocuments(documents: number, indexed: number): string {
  if (documents === 0) return words.empty;
  return documents < LISTED_DOCUMENTS
    ? fill(words.documents, { count: documents, ready: indexed })
    : fill(words.manyDocuments, { documents });
}

export function Knowledge() {
  const knowledge = useQuery({ queryKey: ['knowledge'], queryFn: listKnowledgeBases });
  const navigate = useNavigate();
  const { fields, change } = useFields(() => NOTHING);
  const create = useMutation({
    mutationFn: () =>
      api.post('/v3/knowledge-bases', {
        body: bodyOf('knowledgeBase', fields) as BodyOf<Operation<'post', '/v3/knowledge-bases'>>,
      }),
    onSuccess: async ({ id }) => {
      await reload();
      await navigate({ to: `/knowledge/${id}` as '/', ignoreBlocker: true });
    },
  });
  return (
    <Page title={words.title} about={words.about} error={knowledge.error} loading={knowledge.isPending}>
      <AddForm form="knowledgeBase" create={create} action={common.create}>
        <SchemaFields form="knowledgeBase" values={fields} change={change} />
      </AddForm>
      <Stack gap="sm">
        {knowledge.data?.map(({ id, name: title, description, documents }) => {
          const indexed = documents.filter(({ status }) => status === 'indexed').length;
          return (
            <Card key={id} withBorder>
              <Group justify="space-between">
                <Anchor href={`#/knowledge/${id}`} fw={600}>
                  {title}
                </Anchor>
                <Text size="sm" c="dimmed">
                  {tellDocuments(documents.length, indexed)}
                </Text>
              </Group>
              {description && <Text size="sm">{description}</Text>}
            </Card>
          );
        })}
      </Stack>
      {knowledge.data?.length === 0 && <Empty title={words.none}>{words.noneYet}</Empty>}
    </Page>
  );
}
