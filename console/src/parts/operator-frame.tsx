import { Anchor, Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { VisavisApiError } from '@visavis/client';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import {
  OPERATOR_PAGES,
  onTokenRefused,
  operatorToken,
  signInAsOperator,
  signOutAsOperator,
} from '../lib/operator.ts';
import { queryClient, reloadAll } from '../lib/query-client.ts';
import { mayLeave } from '../lib/unsaved.ts';
import { texts } from '../texts/texts.ts';
import { Problem } from './problem.tsx';
import { SignInCard } from './sign-in-card.tsx';
import { WithCode } from './with-code.tsx';

const words = texts.operatorSignIn;

/**
 * What the operator's pages stand in: they need the admin token, and no key of an organization. A token that is not
 * accepted any more is asked for over the open page.
 */
export function OperatorFrame({ children }: { children: ReactNode }) {
  const [isSignedIn, setSignedIn] = useState(() => operatorToken() !== undefined);
  const [isRefused, setRefused] = useState(false);
  const { pathname } = useLocation();
  const leave = async () => {
    if (!(await mayLeave())) return;
    signOutAsOperator();
    for (const key of ['organizations', 'models']) queryClient.removeQueries({ queryKey: [key] });
    setSignedIn(false);
  };
  useEffect(() => onTokenRefused(() => setRefused(true)), []);
  const signedIn = () => {
    setSignedIn(true);
    setRefused(false);
    void reloadAll();
  };
  if (!isSignedIn) {
    return (
      <SignInCard title={words.title} about={<WithCode text={words.about} />}>
        <OperatorSignIn onSignedIn={signedIn} />
        <Anchor href="#/" size="sm" display="block" mt="md">
          {words.toConsole}
        </Anchor>
      </SignInCard>
    );
  }
  return (
    <div style={{ maxWidth: 1120, marginInline: 'auto', padding: '1rem' }}>
      <Group component="header" justify="space-between" mb="lg">
        <Group gap="lg">
          <Anchor href="#/" fw={700} underline="never" size="lg">
            {texts.common.product}
          </Anchor>
          <Group component="nav" aria-label={words.pages} gap="md">
            {OPERATOR_PAGES.map(([path, label]) => (
              <Anchor
                key={path}
                href={`#${path}`}
                size="sm"
                {...(pathname.startsWith(path) && { 'aria-current': 'page', fw: 600 })}
              >
                {label}
              </Anchor>
            ))}
          </Group>
        </Group>
        <Button size="compact-md" variant="subtle" onClick={() => void leave()}>
          {texts.common.signOut}
        </Button>
      </Group>
      <main>{children}</main>
      {isRefused && (
        <Modal opened onClose={() => undefined} withCloseButton={false} title={words.refused} centered>
          <Text size="sm" mb="md">
            {words.refusedAbout}
          </Text>
          <OperatorSignIn onSignedIn={signedIn} />
        </Modal>
      )}
    </div>
  );
}

function OperatorSignIn({ onSignedIn }: { onSignedIn: () => void }) {
  const [token, setToken] = useState('');
  const [error, setError] = useState<Error>();
  const [isBusy, setBusy] = useState(false);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    setError(undefined);
    try {
      await signInAsOperator(token.trim());
      onSignedIn();
    } catch (problem) {
      const isWrong = problem instanceof VisavisApiError && [401, 403].includes(problem.status);
      setError(isWrong ? new Error(words.wrong) : (problem as Error));
    }
    setBusy(false);
  }

  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack>
        <PasswordInput
          label={words.token}
          autoComplete="off"
          required
          data-autofocus
          value={token}
          onChange={(event) => setToken(event.currentTarget.value)}
        />
        <Problem error={error} />
        <Button type="submit" loading={isBusy}>
          {texts.common.continue}
        </Button>
      </Stack>
    </form>
  );
}
