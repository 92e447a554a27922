import { Button, PasswordInput, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { texts } from '../texts/texts.ts';
import { Problem } from './problem.tsx';

/** A field for a credential. `signIn` receives it trimmed; if it rejects, the error is shown below the field. */
export function CredentialForm({
  label,
  placeholder,
  signIn,
  children,
}: {
  label: string;
  placeholder?: string;
  signIn: (credential: string) => Promise<void>;
  /** Further fields. */
  children?: ReactNode;
}) {
  const [credential, setCredential] = useState('');
  const submit = useMutation({ mutationFn: () => signIn(credential.trim()) });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit.mutate();
      }}
    >
      <Stack>
        <PasswordInput
          label={label}
          placeholder={placeholder}
          autoComplete="off"
          required
          data-autofocus
          value={credential}
          onChange={(event) => setCredential(event.currentTarget.value)}
        />
        {children}
        <Problem error={submit.error} />
        <Button type="submit" loading={submit.isPending}>
          {texts.common.continue}
        </Button>
      </Stack>
    </form>
  );
}
