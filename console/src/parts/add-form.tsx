import { Button, Card, Group } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
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
  create: Pick<UseMutationResult<unknown, Error, void>, 'mutate' | 'isPending' | 'isSuccess' | 'error'>;
  disabled?: boolean;
  /** On the button. */
  action?: string;
  children: ReactNode;
}) {
  const card = useRef<HTMLDivElement>(null);
  const { isSuccess } = create;
  useEffect(() => {
    // The next one is added from the first field on; the button has lost the focus while it waited.
    const focused = document.activeElement;
    if (isSuccess && (focused === document.body || card.current?.contains(focused)))
      card.current?.querySelector<HTMLElement>('input:not([type=hidden]), textarea')?.focus();
  }, [isSuccess]);
  return (
    <Card withBorder ref={card}>
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
