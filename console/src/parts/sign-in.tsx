import { Anchor, Button, Checkbox, Code, Modal, PasswordInput, Stack, Text } from '@mantine/core';
import { createVisavisClient } from '@visavis/client';
import { type FormEvent, useState } from 'react';
import { serviceUrl, signIn } from '../lib/session.ts';
import { Problem } from './problem.tsx';
import { SignInCard } from './sign-in-card.tsx';

/** @param over the page that is open: its key has ceased to be accepted, and what was typed there stays */
export function SignIn({ onSignedIn, over = false }: { onSignedIn: () => void; over?: boolean }) {
  const form = <SignInForm onSignedIn={onSignedIn} />;
  if (over) {
    return (
      <Modal
        opened
        onClose={() => undefined}
        withCloseButton={false}
        title="Your key is not accepted any more"
        centered
      >
        <Text size="sm" mb="md">
          It has expired or was revoked. Sign in again and go on where you are: nothing that you typed is
          lost.
        </Text>
        {form}
      </Modal>
    );
  }
  return (
    <SignInCard
      title="Sign in"
      about={
        <>
          With an API key of your organization. The start of the service prints a link that needs no key; so
          does <Code>npx visavis talk</Code>.
        </>
      }
    >
      {form}
      <Anchor href="#/organizations" size="sm" display="block" mt="md">
        Operator of the service? Sign in with the admin token
      </Anchor>
    </SignInCard>
  );
}

function SignInForm({ onSignedIn }: { onSignedIn: () => void }) {
  const [key, setKey] = useState('');
  const [stay, setStay] = useState(false);
  const [error, setError] = useState<Error>();
  const [isBusy, setBusy] = useState(false);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    setError(undefined);
    try {
      const apiKey = key.trim();
      await createVisavisClient({ baseUrl: serviceUrl, apiKey }).get('/v3/organizations/concurrency');
      signIn(apiKey, stay);
      onSignedIn();
    } catch (problem) {
      setError(problem as Error);
    }
    setBusy(false);
  }

  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack>
        <PasswordInput
          label="API key"
          placeholder="vv_…"
          autoComplete="off"
          required
          data-autofocus
          value={key}
          onChange={(event) => setKey(event.currentTarget.value)}
        />
        <Checkbox
          label="Stay signed in on this device"
          checked={stay}
          onChange={(event) => setStay(event.currentTarget.checked)}
        />
        <Problem error={error} />
        <Button type="submit" loading={isBusy}>
          Continue
        </Button>
      </Stack>
    </form>
  );
}
