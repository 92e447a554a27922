import { Button, Card, Group, Stack } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { texts } from '../texts/texts.ts';
import { Problem } from './problem.tsx';

/** The fields of something new on a card, with the button that adds it. */
export function AddForm({
  create,
  disabled = false,
  action = texts.common.add,
  children,
}: {
  create: Pick<UseMutationResult<unknown, Error, void>, 'mutate' | 'isPending' | 'error'>;
  disabled?: boolean;
  /** On the button. */
  action?: string;
  children: ReactNode;
}) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <Card withBorder>
      <form onSubmit={submit}>
        <Stack gap="sm">
          {children}
          <Problem error={create.error} />
          <Group>
            <Button type="submit" loading={create.isPending} disabled={disabled}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}
