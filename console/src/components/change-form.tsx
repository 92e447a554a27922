import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Collection } from '../lib/collections.ts';
import { bodyOf, type Form, readFields, type Values } from '../lib/forms.ts';
import { mayChange } from '../lib/roles.ts';
import { mayLeave } from '../lib/unsaved.ts';
import { useFields } from '../lib/use-fields.ts';
import { useScrollIntoView } from '../lib/use-scroll-into-view.ts';
import { fill, texts } from '../texts/texts.ts';
import { SaveForm } from './save-form.tsx';
import { ConflictError, SaveProblem } from './save-problem.tsx';
import { SchemaFields } from './schema-fields.tsx';
import { SmallButton } from './small-button.tsx';

const { common } = texts;

/**
 * The state of a form that its button opens and closes. `before` is the resource as it was when the form opened: what
 * others save must not overwrite what the user is typing. @param reload reloads the list after saving
 */
export function useOpenForm<T extends { id: string }>(
  resource: T | undefined,
  reload: () => Promise<unknown>,
) {
  const [before, setBefore] = useState<T>();
  const toggle = async () => {
    if (!before || (await mayLeave(before.id))) setBefore(before ? undefined : resource);
  };
  return {
    before,
    toggle: () => void toggle(),
    onSaved: () => {
      setBefore(undefined);
      void reload();
    },
  };
}

interface ChangeOptions<T, Fields extends Values> {
  collection: Pick<Collection<T>, 'read' | 'update' | 'reload'>;
  /** Absent while it is loading. */
  resource: T | undefined;
  nameOf: (resource: T) => string;
  /** The contract's forms whose fields it has. */
  forms: readonly [Form, ...Form[]];
  read?: (resource: T) => Fields;
  body?: (fields: Fields) => object;
  onSaved?: () => void;
  /** Renders the fields, if they are not only those of the contract. */
  children?: (fields: Fields, change: (part: Partial<Fields>) => void, before: T) => ReactNode;
}

/** Returns the button that opens the form of a resource, and the form, whose name is the resource's id. */
export function useChangeForm<T extends { id: string; updatedAt: string }, Fields extends Values = Values>(
  options: ChangeOptions<T, Fields>,
) {
  const { collection, resource, nameOf } = options;
  const { before, toggle, onSaved } = useOpenForm(resource, collection.reload);
  const saved = () => {
    options.onSaved?.();
    onSaved();
  };
  return {
    button: resource && mayChange() && (
      <SmallButton
        aria-expanded={before !== undefined}
        aria-label={fill(common.changeOf, { name: nameOf(resource) })}
        onClick={toggle}
      >
        {common.change}
      </SmallButton>
    ),
    form: before && <ResourceForm {...options} before={before} onSaved={saved} />,
  };
}

function ResourceForm<T extends { id: string; updatedAt: string }, Fields extends Values>({
  collection,
  nameOf,
  forms,
  read = (resource) => readFields(forms[0], resource) as Fields,
  body = (fields) => bodyOf(forms[0], fields),
  children = (fields, change) => <SchemaFields form={forms[0]} values={fields} change={change} />,
  before,
  onSaved,
}: ChangeOptions<T, Fields> & { before: T; onSaved: () => void }) {
  const { fields, change } = useFields(() => read(before), before.id);
  const save = useMutation({
    mutationFn: async (force: boolean) => {
      if (!force && (await collection.read(before.id)).updatedAt !== before.updatedAt)
        throw new ConflictError(nameOf(before));
      return collection.update(before.id, body(fields));
    },
    onSuccess: (saved) => {
      notifications.show({ message: fill(common.saved, { name: nameOf(saved) }), color: 'teal' });
      onSaved();
    },
  });
  return (
    <ChangeForm forms={forms} save={save} onReload={onSaved}>
      {children(fields, change, before)}
    </ChangeForm>
  );
}

/** A form with a save button. `onReload` loads what somebody else has saved. */
export function ChangeForm(props: {
  forms: readonly Form[];
  save: { error: Error | null; isPending: boolean; mutate: (force: boolean) => void };
  onReload: () => void;
  children: ReactNode;
}) {
  const { forms, save, onReload, children } = props;
  const element = useScrollIntoView<HTMLDivElement>();
  return (
    <div ref={element} style={{ marginTop: '1rem' }}>
      <SaveForm forms={forms} error={save.error} onSubmit={() => save.mutate(false)}>
        {children}
        <SaveProblem error={save.error} onForce={() => save.mutate(true)} onReload={onReload} />
        <Group>
          <Button type="submit" loading={save.isPending}>
            {common.save}
          </Button>
        </Group>
      </SaveForm>
    </div>
  );
}
