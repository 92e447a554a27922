import { Anchor, Checkbox, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { createVisavisClient } from '@visavis/client';
import { useEffect, useState } from 'react';
import { readSignInState, signedInMember } from '../lib/member.ts';
import { serviceUrl, signedInKey, signIn, signInAs } from '../lib/session.ts';
import { texts } from '../texts/texts.ts';
import { CredentialForm } from './credential-form.tsx';
import { MemberSignIn } from './member-sign-in.tsx';
import { SignInAgainDialog } from './sign-in-again-dialog.tsx';
import { SignInCard } from './sign-in-card.tsx';
import { TextWithCode } from './text-with-code.tsx';

const words = texts.signIn;
const KEY_EXAMPLE = 'vv_…';

/** @param over covers an open page, whose key is no longer accepted, and whose unsaved input is kept */
export function SignIn({ over = false }: { over?: boolean }) {
  const state = useQuery({ queryKey: ['sign-in'], queryFn: readSignInState, refetchOnWindowFocus: 'always' });
  const isNowhere =
    state.data && !state.data.passkeys && !state.data.apiKeys && state.data.openIdProvider === undefined;
  // Somebody who signed in with the OpenID provider in another tab.
  const signedIn = over && state.isFetchedAfterMount ? state.data?.signedIn : undefined;
  useEffect(() => {
    if (signedIn) signInAs(signedIn);
  }, [signedIn]);
  const form = (
    <>
      <MemberSignIn state={state.data} over={over} />
      {state.data?.apiKeys !== false && <SignInForm />}
      {isNowhere && <Text>{words.nowhere}</Text>}
    </>
  );
  if (over) {
    const isMember = signedInMember() !== undefined && signedInKey() === undefined;
    return (
      <SignInAgainDialog
        title={isMember ? words.ended : words.expired}
        about={isMember ? words.endedAbout : words.expiredAbout}
      >
        {form}
      </SignInAgainDialog>
    );
  }
  return (
    <SignInCard
      title={words.title}
      about={<TextWithCode text={state.data?.apiKeys === false ? words.aboutMembers : words.about} />}
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
    <CredentialForm label={words.key} placeholder={KEY_EXAMPLE} signIn={tryKey}>
      <Checkbox
        label={words.stay}
        checked={stay}
        onChange={(event) => setStay(event.currentTarget.checked)}
      />
    </CredentialForm>
  );
}
