import { Card, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** A passage of a document, as the search finds it and a model receives it. */
export function PassageCard({
  headings,
  text,
  aside,
}: {
  headings: ReactNode;
  text: ReactNode;
  /** Content at the right of the headings. */
  aside?: ReactNode;
}) {
  return (
    <Card padding="sm">
      <Group justify="space-between" gap="xs" align="flex-start" mb={4}>
        <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
          {headings}
        </Text>
        {aside}
      </Group>
      <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {text}
      </Text>
    </Card>
  );
}
