import { Button, Card, Group } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Form } from '../lib/forms.ts';
import { mayChange } from '../lib/roles.ts';
import { texts } from '../texts/texts.ts';
import { Problem } from './problem.tsx';
import { SaveForm } from './save-form.tsx';

/** A card with the fields of a new resource and the button that adds it, for those who may. */
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
  /** The text of the button. */
  action?: string;
  children: ReactNode;
}) {
  const card = useRef<HTMLDivElement>(null);
  const { isSuccess } = create;
  useEffect(() => {
    // Back to the first field, to add the next one by keyboard: the button lost the focus while it waited.
    const focused = document.activeElement;
    if (isSuccess && (focused === document.body || card.current?.contains(focused)))
      card.current?.querySelector<HTMLElement>('input:not([type=hidden]), textarea')?.focus();
  }, [isSuccess]);
  if (!mayChange()) return null;
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
