import { Button, Group, Progress, Text } from '@mantine/core';
import { useId } from 'react';
import { texts } from '../texts/texts.ts';

/** How far something is that takes a while, and what cancels it. */
export function UnderWay({
  children,
  share,
  onCancel,
}: {
  /** What is done, as text. */
  children: string;
  /** From 0 to 1. */
  share: number;
  /** Absent where it is too late. */
  onCancel: (() => void) | undefined;
}) {
  const id = useId();
  return (
    <Group gap="sm">
      <Text id={id} size="sm" style={{ overflowWrap: 'anywhere' }}>
        {children}
      </Text>
      <Progress.Root style={{ flex: '1 1 5rem' }}>
        <Progress.Section value={100 * share} aria-labelledby={id} />
      </Progress.Root>
      <Button size="compact-sm" variant="default" disabled={!onCancel} onClick={onCancel}>
        {texts.common.cancel}
      </Button>
    </Group>
  );
}
