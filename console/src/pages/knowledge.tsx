import { Anchor, Card, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { KnowledgeBase } from '@visavis/client';
import { useAddForm } from '../components/add-form.tsx';
import { Note } from '../components/note.tsx';
import { EmptyState, Page } from '../components/page.tsx';
import { KNOWLEDGE } from '../lib/collections.ts';
import { describeDocuments } from '../lib/describe-document.ts';
import { readFields } from '../lib/forms.ts';
import { useIsPendingRemoval } from '../lib/removals.ts';
import { texts } from '../texts/texts.ts';

const { knowledge: words, common } = texts;

export function Knowledge() {
  const knowledge = useQuery(KNOWLEDGE.all);
  const navigate = useNavigate();
  const { button, form } = useAddForm({
    collection: KNOWLEDGE,
    form: 'knowledgeBase',
    title: words.add,
    list: knowledge.data,
    initial: readFields('knowledgeBase'),
    action: common.create,
    onCreated: ({ id }) => navigate({ to: `/knowledge/${id}` as '/', ignoreBlocker: true }),
  });
  return (
    <Page title={words.title} about={words.about} actions={button} query={knowledge}>
      {form}
      <Stack gap="sm">
        {knowledge.data?.map((base) => (
          <KnowledgeCard key={base.id} base={base} />
        ))}
      </Stack>
      {knowledge.data?.length === 0 && <EmptyState title={words.none}>{words.noneYet}</EmptyState>}
    </Page>
  );
}

function KnowledgeCard({ base }: { base: KnowledgeBase }) {
  const { id, name, description, documents } = base;
  const isPendingRemoval = useIsPendingRemoval(id);
  return (
    <Card withBorder className={isPendingRemoval ? 'pending-removal' : ''}>
      <Group justify="space-between">
        <Anchor href={`#/knowledge/${id}`} fw={600}>
          {name}
        </Anchor>
        <Note>{isPendingRemoval ? texts.removal.deleted : describeDocuments(documents)}</Note>
      </Group>
      {description && <Text size="sm">{description}</Text>}
    </Card>
  );
}
