import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Form } from '../lib/forms.ts';
import { mayChange } from '../lib/roles.ts';
import { mayLeave } from '../lib/unsaved.ts';
import { useSeen } from '../lib/use-seen.ts';
import { fill, texts } from '../texts/texts.ts';
import { SaveForm } from './save-form.tsx';
import { Outdated, SaveProblem } from './save-problem.tsx';

const { common } = texts;

/**
 * A form on a card that a click on `button` opens and shuts, with what it changes as it was then: what others save must not
 * overwrite what is typed. @param reload of the list, once it is saved
 */
export function useChange<T extends { id: string }>(one: T | undefined, reload: () => Promise<unknown>) {
  const [before, setBefore] = useState<T>();
  const toggle = async () => {
    if (!before || (await mayLeave(before.id))) setBefore(before ? undefined : one);
  };
  return {
    before,
    button: { isOpen: before !== undefined, onClick: () => void toggle() },
    onSaved: () => {
      setBefore(undefined);
      void reload();
    },
  };
}

export const ChangeButton = (props: { name: string; isOpen: boolean; onClick: () => void }) =>
  mayChange() && (
    <Button
      size="compact-sm"
      variant="light"
      aria-expanded={props.isOpen}
      aria-label={fill(common.changeOf, { name: props.name })}
      onClick={props.onClick}
    >
      {common.change}
    </Button>
  );

/** Saves what was changed of `before`, unless somebody else has saved it since; `force` saves it all the same. */
export const useSaveChange = <T extends { updatedAt: string }>(change: {
  before: T;
  nameOf: (one: T) => string;
  read: () => Promise<T>;
  write: () => Promise<T>;
  onSaved: () => void;
}) =>
  useMutation({
    mutationFn: async (force: boolean) => {
      const { before, nameOf, read, write } = change;
      if (!force && (await read()).updatedAt !== before.updatedAt) throw new Outdated(nameOf(before));
      return write();
    },
    onSuccess: (saved) => {
      notifications.show({ message: fill(common.saved, { name: change.nameOf(saved) }), color: 'teal' });
      change.onSaved();
    },
  });

/** The fields of such a form, and what saves them. `onReload` shows what somebody else has saved. */
export function ChangeForm(props: {
  forms: readonly Form[];
  save: { error: Error | null; isPending: boolean; mutate: (force: boolean) => void };
  onReload: () => void;
  children: ReactNode;
}) {
  const { forms, save, onReload, children } = props;
  const seen = useSeen<HTMLDivElement>();
  return (
    <div ref={seen} style={{ marginTop: '1rem' }}>
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
