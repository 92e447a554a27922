import { Anchor, Checkbox, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { createVisavisClient } from '@visavis/client';
import { useState } from 'react';
import { readSignInState, signedInMember } from '../lib/member.ts';
import { serviceUrl, signedInKey, signIn } from '../lib/session.ts';
import { texts } from '../texts/texts.ts';
import { CredentialForm } from './credential-form.tsx';
import { PasskeySignIn } from './passkey-sign-in.tsx';
import { RefusedDialog } from './refused-dialog.tsx';
import { SignInCard } from './sign-in-card.tsx';
import { WithCode } from './with-code.tsx';

const words = texts.signIn;

/** @param over the page that is open: its key has ceased to be accepted, and what was typed there stays */
export function SignIn({ over = false }: { over?: boolean }) {
  const state = useQuery({ queryKey: ['sign-in'], queryFn: readSignInState });
  const form = (
    <>
      <PasskeySignIn state={state.data} />
      {state.data?.apiKeys !== false && <SignInForm />}
      {state.data && !state.data.passkeys && !state.data.apiKeys && <Text>{words.nowhere}</Text>}
    </>
  );
  if (over) {
    const isMember = signedInMember() !== undefined && signedInKey() === undefined;
    return (
      <RefusedDialog
        title={isMember ? words.ended : words.expired}
        about={isMember ? words.endedAbout : words.expiredAbout}
      >
        {form}
      </RefusedDialog>
    );
  }
  return (
    <SignInCard
      title={words.title}
      about={<WithCode text={state.data?.apiKeys === false ? words.aboutMembers : words.about} />}
    >
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
