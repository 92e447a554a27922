import { Button, Card, Group } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Form } from '../lib/forms.ts';
import { texts } from '../texts/texts.ts';
import { Problem } from './problem.tsx';
import { SaveForm } from './save-form.tsx';

/** The fields of something new on a card, with the button that adds it. */
export function AddForm({
  form,
  create,
  disabled = false,
  action = texts.common.add,
  children,
}: {
  form: Form;
  create: Pick<UseMutationResult<unknown, Error, void>, 'mutate' | 'isPending' | 'error'>;
  disabled?: boolean;
  /** On the button. */
  action?: string;
  children: ReactNode;
}) {
  return (
    <Card withBorder>
      <SaveForm forms={[form]} error={create.error} onSubmit={() => create.mutate()}>
        {children}
        <Problem error={create.error} />
        <Group>
          <Button type="submit" loading={create.isPending} disabled={disabled}>
            {action}
          </Button>
        </Group>
      </SaveForm>
    </Card>
  );
}
