import { Anchor, Button, Loader, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import {
  acceptInvitation,
  discardInvitation,
  isCancelledByUser,
  openInvitation,
  readSignInState,
} from '../lib/member.ts';
import { FORM_QUERY_OPTIONS } from '../lib/query-client.ts';
import { signInAs } from '../lib/session.ts';
import { fill, texts } from '../texts/texts.ts';
import { OpenIdSignIn } from './open-id-sign-in.tsx';
import { Problem } from './problem.tsx';
import { SignInCard } from './sign-in-card.tsx';

const words = texts.invitation;

/** Shows where the user is invited to, and creates a passkey, which makes them a member. */
export function AcceptInvitation({ secret }: { secret: string }) {
  const opened = useQuery({
    queryKey: ['invitation', secret],
    queryFn: () => openInvitation(secret),
    // Not refetched after signing in: the invitation has been used by then.
    ...FORM_QUERY_OPTIONS,
    staleTime: 0,
  });
  const state = useQuery({ queryKey: ['sign-in'], queryFn: readSignInState });
  const provider = state.data?.openIdProvider;
  const accept = useMutation({
    mutationFn: () => acceptInvitation(secret),
    onSuccess: (signedIn) => {
      // First: otherwise the used invitation would be refetched with everything else.
      discardInvitation();
      signInAs(signedIn);
    },
  });
  return (
    <SignInCard title={words.title} about={words.about}>
      <Stack>
        {opened.isPending && <Loader aria-label={texts.common.loading} />}
        {opened.data && (
          <>
            <Text>
              {fill(words.who, {
                name: opened.data.name,
                organization: opened.data.organizationName,
                role: texts.members.roles[opened.data.role],
              })}
            </Text>
            <Button loading={accept.isPending} onClick={() => accept.mutate()}>
              {words.accept}
            </Button>
            {provider !== undefined && (
              <>
                <Text size="sm">{fill(words.at, { provider })}</Text>
                <OpenIdSignIn provider={provider} />
              </>
            )}
          </>
        )}
        <Problem error={opened.error ?? (isCancelledByUser(accept.error) ? undefined : accept.error)} />
        <Anchor component="button" type="button" size="sm" onClick={discardInvitation}>
          {words.later}
        </Anchor>
      </Stack>
    </SignInCard>
  );
}
