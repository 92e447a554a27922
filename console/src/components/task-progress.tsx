import { Button, Group, Progress, Text } from '@mantine/core';
import { useId } from 'react';
import { texts } from '../texts/texts.ts';

/** Shows the progress of a long task, with a button that cancels it. */
export function TaskProgress({
  children,
  share,
  onCancel,
}: {
  /** Description of the task. */
  children: string;
  /** Progress from 0 to 1. */
  share: number;
  /** Absent if it can no longer be cancelled. */
  onCancel: (() => void) | undefined;
}) {
  const id = useId();
  return (
    <Group gap="sm">
      <Text id={id} size="sm" style={{ overflowWrap: 'anywhere' }}>
        {children}
      </Text>
      <Progress.Root style={{ flex: '1 1 5rem' }}>
        <Progress.Section value={100 * share} animated={!onCancel} aria-labelledby={id} />
      </Progress.Root>
      <Button size="compact-sm" variant="default" disabled={!onCancel} onClick={onCancel}>
        {texts.common.cancel}
      </Button>
    </Group>
  );
}
