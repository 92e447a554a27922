import { Button, Divider, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { isGivenUp, type SignInState, signInWithPasskey } from '../lib/member.ts';
import { signInAs } from '../lib/session.ts';
import { texts } from '../texts/texts.ts';
import { Problem } from './problem.tsx';

const words = texts.signIn;

/** For members; nothing where browsers make no passkeys for the address of the service. */
export function PasskeySignIn({ state }: { state: SignInState | undefined }) {
  const enter = useMutation({ mutationFn: signInWithPasskey, onSuccess: signInAs });
  if (!state?.passkeys) return null;
  return (
    <Stack mb="md">
      <Button variant="default" loading={enter.isPending} onClick={() => enter.mutate()}>
        {words.passkey}
      </Button>
      <Problem error={isGivenUp(enter.error) ? undefined : enter.error} />
      {state.apiKeys && <Divider label={words.or} />}
    </Stack>
  );
}
