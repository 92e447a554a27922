import { Anchor, Card, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { KNOWLEDGE } from '../lib/collections.ts';
import { readFields } from '../lib/forms.ts';
import { AddForm } from '../parts/add-form.tsx';
import { Note } from '../parts/note.tsx';
import { Empty, Page } from '../parts/page.tsx';
import { fill, texts } from '../texts/texts.ts';

const { knowledge: words, common } = texts;

/** A list of knowledge bases contains at most this many documents of each. */
const LISTED_DOCUMENTS = 50;

function tellDocuments(documents: number, indexed: number): string {
  if (documents === 0) return words.empty;
  return documents < LISTED_DOCUMENTS
    ? fill(words.documents, { count: documents, ready: indexed })
    : fill(words.manyDocuments, { documents });
}

export function Knowledge() {
  const knowledge = useQuery(KNOWLEDGE.all);
  const navigate = useNavigate();
  return (
    <Page title={words.title} about={words.about} of={knowledge}>
      <AddForm
        of={KNOWLEDGE}
        form="knowledgeBase"
        empty={readFields('knowledgeBase')}
        action={common.create}
        onMade={({ id }) => navigate({ to: `/knowledge/${id}` as '/', ignoreBlocker: true })}
      />
      <Stack gap="sm">
        {knowledge.data?.map(({ id, name: title, description, documents }) => {
          const indexed = documents.filter(({ status }) => status === 'indexed').length;
          return (
            <Card key={id} withBorder>
              <Group justify="space-between">
                <Anchor href={`#/knowledge/${id}`} fw={600}>
                  {title}
                </Anchor>
                <Note>{tellDocuments(documents.length, indexed)}</Note>
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
