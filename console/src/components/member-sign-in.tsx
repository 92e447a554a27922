import { Button, Divider, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { isCancelledByUser, type SignInState, signInWithPasskey } from '../lib/member.ts';
import { signInAs } from '../lib/session.ts';
import { texts } from '../texts/texts.ts';
import { OpenIdSignIn } from './open-id-sign-in.tsx';
import { Problem } from './problem.tsx';

const words = texts.signIn;

/** The sign-in buttons for members; nothing without a way to sign in. @param over whether it covers an open page */
export function MemberSignIn({ state, over }: { state: SignInState | undefined; over: boolean }) {
  const signIn = useMutation({ mutationFn: signInWithPasskey, onSuccess: signInAs });
  if (!state?.passkeys && state?.openIdProvider === undefined) return null;
  return (
    <Stack mb="md">
      {state.openIdProvider !== undefined && <OpenIdSignIn provider={state.openIdProvider} over={over} />}
      {state.passkeys && (
        <Button variant="default" loading={signIn.isPending} onClick={() => signIn.mutate()}>
          {words.passkey}
        </Button>
      )}
      <Problem error={isCancelledByUser(signIn.error) ? undefined : signIn.error} />
      {state.apiKeys && <Divider label={words.or} />}
    </Stack>
  );
}
