import { Anchor, Checkbox } from '@mantine/core';
import { createVisavisClient } from '@visavis/client';
import { useState } from 'react';
import { serviceUrl, signIn } from '../lib/session.ts';
import { texts } from '../texts/texts.ts';
import { CredentialForm } from './credential-form.tsx';
import { RefusedDialog } from './refused-dialog.tsx';
import { SignInCard } from './sign-in-card.tsx';
import { WithCode } from './with-code.tsx';

const words = texts.signIn;

/** @param over the page that is open: its key has ceased to be accepted, and what was typed there stays */
export function SignIn({ over = false }: { over?: boolean }) {
  const form = <SignInForm />;
  if (over) {
    return (
      <RefusedDialog title={words.expired} about={words.expiredAbout}>
        {form}
      </RefusedDialog>
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

function SignInForm() {
  const [stay, setStay] = useState(false);
  const tryKey = async (apiKey: string) => {
    await createVisavisClient({ baseUrl: serviceUrl, apiKey }).get('/v3/organizations/concurrency');
    signIn(apiKey, stay);
  };
  return (
    <CredentialForm label={words.key} placeholder={words.keyExample} signIn={tryKey}>
      <Checkbox
        label={words.stay}
        checked={stay}
        onChange={(event) => setStay(event.currentTarget.checked)}
      />
    </CredentialForm>
  );
}
