import { Button, Card, Group, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Collection } from '../lib/collections.ts';
import { bodyOf, type Form, type Values } from '../lib/forms.ts';
import { mayChange } from '../lib/roles.ts';
import { mayLeave } from '../lib/unsaved.ts';
import { useFields } from '../lib/use-fields.ts';
import { texts } from '../texts/texts.ts';
import { Problem } from './problem.tsx';
import { SaveForm } from './save-form.tsx';
import { SchemaFields } from './schema-fields.tsx';

interface AddFormProps<T extends Values, Created> {
  collection: Pick<Collection<unknown, Created>, 'create' | 'reload'>;
  form: Form;
  initial: T;
  body?: (fields: T) => object;
  /** The text of the button. */
  action?: string;
  isReady?: (fields: T) => boolean;
  onCreated?: (created: Created) => unknown;
  /** Renders the fields, if they are not only those of the contract. */
  children?: (fields: T, change: (part: Partial<T>) => void) => ReactNode;
}

interface AddOptions<T extends Values, Created> extends AddFormProps<T, Created> {
  /** The title of the form and the text of the button that opens it, such as “Add a tool”. */
  title: string;
  /** The existing resources, once they are loaded: if there are none, the form is open. */
  list: readonly unknown[] | undefined;
  /** Renders what is shown about the resource that was created last. */
  renderCreated?: (created: Created) => ReactNode;
}

/** Returns the button that opens the form of a new resource, for users who may add one, and the form. */
export function useAddForm<T extends Values, Created>(options: AddOptions<T, Created>) {
  const { title, list, renderCreated, ...props } = options;
  const [isOpened, setOpened] = useState(false);
  const [created, setCreated] = useState<Created>();
  const opener = useRef<HTMLButtonElement>(null);
  const isFirst = list?.length === 0;
  const isOpen = isOpened || isFirst;
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    // The focus was in the form that has closed, or in the question whether to close it.
    if (wasOpen.current && !isOpen && !document.activeElement?.closest('main')) opener.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  const cancel = async () => {
    if (await mayLeave(props.form)) setOpened(false);
  };
  return {
    button: mayChange() && list && !isOpen && (
      <Button ref={opener} data-add={props.form} onClick={() => setOpened(true)}>
        {title}
      </Button>
    ),
    form: (
      <>
        {isOpen && (
          <AddForm
            {...props}
            title={title}
            {...(!isFirst && { onCancel: () => void cancel() })}
            onCreated={(resource) => {
              setCreated(resource);
              setOpened(false);
              return props.onCreated?.(resource);
            }}
          />
        )}
        {created && renderCreated?.(created)}
      </>
    ),
  };
}

/** A card with the fields of a new resource and the button that adds it, for users who may. `form` is its name. */
export function AddForm<T extends Values, Created>({
  collection,
  form,
  title,
  initial,
  body = (fields) => bodyOf(form, fields),
  action = texts.common.add,
  isReady = () => true,
  onCreated,
  onCancel,
  children = (fields, change) => <SchemaFields form={form} values={fields} change={change} />,
}: AddFormProps<T, Created> & { title?: string; onCancel?: () => void }) {
  const card = useRef<HTMLDivElement>(null);
  const { fields, change, setSaved } = useFields(() => initial, form);
  const create = useMutation({
    mutationFn: () => collection.create(body(fields)),
    onSuccess: async (created) => {
      setSaved(initial);
      await collection.reload();
      await onCreated?.(created);
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when a click has opened the form.
  useEffect(() => {
    if (onCancel) card.current?.querySelector<HTMLElement>('input:not([type=hidden]), textarea')?.focus();
  }, []);
  if (!mayChange()) return null;
  return (
    <Card ref={card}>
      {title && (
        <Title order={2} size="h4" mb="sm">
          {title}
        </Title>
      )}
      <SaveForm forms={[form]} error={create.error} onSubmit={() => create.mutate()}>
        {children(fields, change)}
        <Problem error={create.error} />
        <Group>
          <Button type="submit" loading={create.isPending} disabled={!isReady(fields)}>
            {action}
          </Button>
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              {texts.common.cancel}
            </Button>
          )}
        </Group>
      </SaveForm>
    </Card>
  );
}
