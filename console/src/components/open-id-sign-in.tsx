import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { VisavisApiError } from '@visavis/client';
import { openIdSignInError, startOpenIdSignIn } from '../lib/member.ts';
import { fill, texts } from '../texts/texts.ts';
import { Problem } from './problem.tsx';

const words = texts.signIn;

/** Links to the OpenID Connect provider for members. After the return, shows why nobody was signed in, if so. */
export function OpenIdSignIn({ provider, over = false }: { provider: string; over?: boolean }) {
  const signIn = useMutation({ mutationFn: () => startOpenIdSignIn(over) });
  const error = signIn.error ?? openIdSignInError();
  const status = !signIn.error && error instanceof VisavisApiError ? error.status : undefined;
  const explanation =
    status === 401
      ? { title: fill(words.failed, { provider }), children: words.failedAbout }
      : status === 403 && { title: words.uninvited, children: fill(words.uninvitedAbout, { provider }) };
  return (
    <>
      <Button variant="default" loading={signIn.isPending} onClick={() => signIn.mutate()}>
        {fill(words.openId, { provider })}
      </Button>
      <Problem error={error} {...explanation} />
    </>
  );
}
