import type { FieldLimits } from 'virtual:contract-forms';
import { Button, Group, TextInput } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useUnsaved } from '../lib/unsaved.ts';
import { texts } from '../texts/texts.ts';
import { Problem } from './problem.tsx';

/** A field for a name, and what makes a new one of that name. `create` gets the name without blanks around it. */
export function NameForm({
  label,
  limits,
  create,
}: {
  label: string;
  limits: Pick<FieldLimits, 'required' | 'maxLength'>;
  create: Pick<UseMutationResult<unknown, Error, string>, 'mutate' | 'isPending' | 'error'>;
}) {
  const [name, setName] = useState('');
  useUnsaved(name !== '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate(name.trim(), { onSuccess: () => setName('') });
  };
  return (
    <>
      <form onSubmit={submit}>
        <Group align="flex-end">
          <TextInput
            label={label}
            {...limits}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            style={{ flex: '1 1 14rem', maxWidth: 360 }}
          />
          <Button type="submit" loading={create.isPending}>
            {texts.common.create}
          </Button>
        </Group>
      </form>
      <Problem error={create.error} />
    </>
  );
}
