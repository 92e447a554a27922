import { Anchor, Button, Checkbox, Modal, PasswordInput, Stack, Text } from '@mantine/core';
import { createVisavisClient } from '@visavis/client';
import { type FormEvent, useState } from 'react';
import { serviceUrl, signIn } from '../lib/session.ts';
import { texts } from '../texts/texts.ts';
import { Problem } from './problem.tsx';
import { SignInCard } from './sign-in-card.tsx';
import { WithCode } from './with-code.tsx';

const words = texts.signIn;

/** @param over the page that is open: its key has ceased to be accepted, and what was typed there stays */
export function SignIn({ onSignedIn, over = false }: { onSignedIn: () => void; over?: boolean }) {
  const form = <SignInForm onSignedIn={onSignedIn} />;
  if (over) {
    return (
      <Modal opened onClose={() => undefined} withCloseButton={false} title={words.expired} centered>
        <Text size="sm" mb="md">
          {words.expiredAbout}
        </Text>
        {form}
      </Modal>
    );
  }
  return (
    <SignInCard title={words.title} about={<WithCode text={words.about} />}>
      {form}
      <Anchor href="#/organizations" size="sm" display="block" mt="md">
        {words.operator}
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
          label={words.key}
          placeholder={words.keyExample}
          autoComplete="off"
          required
          data-autofocus
          value={key}
          onChange={(event) => setKey(event.currentTarget.value)}
        />
        <Checkbox
          label={words.stay}
          checked={stay}
          onChange={(event) => setStay(event.currentTarget.checked)}
        />
        <Problem error={error} />
        <Button type="submit" loading={isBusy}>
          {texts.common.continue}
        </Button>
      </Stack>
    </form>
  );
}
