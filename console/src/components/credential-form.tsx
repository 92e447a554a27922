import { Button, PasswordInput, Stack } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
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
  const [error, setError] = useState<Error>();
  const [isBusy, setBusy] = useState(false);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    setError(undefined);
    try {
      await signIn(credential.trim());
    } catch (problem) {
      setError(problem as Error);
    }
    setBusy(false);
  }

  return (
    <form onSubmit={(event) => void submit(event)}>
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
        <Problem error={error} />
        <Button type="submit" loading={isBusy}>
          {texts.common.continue}
        </Button>
      </Stack>
    </form>
  );
}
