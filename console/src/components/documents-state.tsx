import { Anchor, Group, Loader, Stack, Text } from '@mantine/core';
import type { KnowledgeBase } from '@visavis/client';
import { describeDocument, describeDocuments, isProcessing } from '../lib/describe-document.ts';
import { fill, texts } from '../texts/texts.ts';

/** Says whether an avatar can answer from a knowledge base yet: which documents are being read, and which failed. */
export const DocumentsState = ({ base: { id, name, documents } }: { base: KnowledgeBase }) => (
  <Stack gap={4} role="status">
    <Text size="sm">
      <Anchor href={`#/knowledge/${id}`} underline="always">
        {name}
      </Anchor>{' '}
      · {describeDocuments(documents)}
    </Text>
    {documents
      .filter(({ status }) => status !== 'indexed')
      .map((document) => (
        <Group key={document.id} gap="xs" wrap="nowrap">
          {isProcessing(document) && <Loader size="xs" />}
          <Text
            size="sm"
            c={document.status === 'failed' ? 'red' : 'dimmed'}
            style={{ overflowWrap: 'anywhere' }}
          >
            {fill(texts.knowledgeBase.stateOf, {
              document: document.name,
              state: texts.knowledgeBase.statuses[document.status],
              details: describeDocument(document),
            })}
          </Text>
        </Group>
      ))}
  </Stack>
);
