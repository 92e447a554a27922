import { Button, Card, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Collection } from '../lib/collections.ts';
import { bodyOf, type Form, type Values } from '../lib/forms.ts';
import { mayChange } from '../lib/roles.ts';
import { useFields } from '../lib/use-fields.ts';
import { texts } from '../texts/texts.ts';
import { Problem } from './problem.tsx';
import { SaveForm } from './save-form.tsx';
import { SchemaFields } from './schema-fields.tsx';

interface AddFormProps<T extends Values, Created> {
  of: Pick<Collection<unknown, Created>, 'create' | 'reload'>;
  form: Form;
  empty: T;
  /** Returns the form's fields after adding; by default they are empty. */
  after?: (fields: T) => T;
  body?: (fields: T) => object;
  /** The text of the button. */
  action?: string;
  isReady?: (fields: T) => boolean;
  onMade?: (created: Created) => unknown;
  /** Renders what is shown below the card for the newest resource. */
  shown?: (created: Created) => ReactNode;
  /** Renders the fields, if they are not only those of the contract. */
  children?: (fields: T, change: (part: Partial<T>) => void) => ReactNode;
}

/** A card with the fields of a new resource and the button that adds it, for users who may. `form` is its name. */
export function AddForm<T extends Values, Created>({
  of,
  form,
  empty,
  after = () => empty,
  body = (fields) => bodyOf(form, fields),
  action = texts.common.add,
  isReady = () => true,
  onMade,
  shown,
  children = (fields, change) => <SchemaFields form={form} values={fields} change={change} />,
}: AddFormProps<T, Created>) {
  const card = useRef<HTMLDivElement>(null);
  const { fields, change, setSaved } = useFields(() => empty, form);
  const create = useMutation({
    mutationFn: () => of.create(body(fields)),
    onSuccess: async (created) => {
      setSaved(after(fields));
      await of.reload();
      await onMade?.(created);
    },
  });
  const { isSuccess } = create;
  useEffect(() => {
    // Moves the focus back to the first field, to add the next one by keyboard: the button lost it while it waited.
    const focused = document.activeElement;
    if (isSuccess && (focused === document.body || card.current?.contains(focused)))
      card.current?.querySelector<HTMLElement>('input:not([type=hidden]), textarea')?.focus();
  }, [isSuccess]);
  if (!mayChange()) return null;
  return (
    <>
      <Card ref={card}>
        <SaveForm forms={[form]} error={create.error} onSubmit={() => create.mutate()}>
          {children(fields, change)}
          <Problem error={create.error} />
          <Group>
            <Button type="submit" loading={create.isPending} disabled={!isReady(fields)}>
              {action}
            </Button>
          </Group>
        </SaveForm>
      </Card>
      {create.data && shown?.(create.data)}
    </>
  );
}
