import { Anchor, Button, Loader, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { createVisavisClient } from '@visavis/client';
import { signedInMember } from '../lib/member.ts';
import { FORM_QUERY_OPTIONS } from '../lib/query-client.ts';
import { discardLinkedKey, keyPrefix, serviceUrl, signedInKey, signInWithLinkedKey } from '../lib/session.ts';
import { fill, texts } from '../texts/texts.ts';
import { Problem } from './problem.tsx';
import { SignInCard } from './sign-in-card.tsx';

const words = texts.linkedKey;

/** Shows which organization the key of a link belongs to, and asks before using it. */
export function LinkedKey({ apiKey }: { apiKey: string }) {
  const own = useQuery({
    queryKey: ['organization of', apiKey],
    queryFn: () => createVisavisClient({ baseUrl: serviceUrl, apiKey }).get('/v3/organizations/own'),
    ...FORM_QUERY_OPTIONS,
  });
  const before = signedInKey();
  return (
    <SignInCard title={words.title} about={words.about}>
      <form
        id="linked-key"
        onSubmit={(event) => {
          event.preventDefault();
          signInWithLinkedKey(apiKey);
        }}
      >
        <Stack>
          {own.isPending && <Loader aria-label={texts.common.loading} />}
          {own.data && (
            <>
              <Text>{fill(words.whose, { organization: own.data.name, key: keyPrefix(apiKey) })}</Text>
              {before !== undefined && <Text>{fill(words.instead, { before: keyPrefix(before) })}</Text>}
              {before === undefined && signedInMember() && <Text>{words.insteadOfMember}</Text>}
              <Button type="submit">{texts.signIn.title}</Button>
            </>
          )}
          <Problem error={own.error} />
          <Anchor component="button" type="button" size="sm" onClick={discardLinkedKey}>
            {words.no}
          </Anchor>
        </Stack>
      </form>
    </SignInCard>
  );
}
