import { Anchor, Button, Group } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { VisavisApiError } from '@visavis/client';
import { type ReactNode, useEffect, useState } from 'react';
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
import { CredentialForm } from './credential-form.tsx';
import { LanguageSelect } from './language-select.tsx';
import { SignInAgainDialog } from './sign-in-again-dialog.tsx';
import { SignInCard } from './sign-in-card.tsx';
import { SkipLink } from './skip-link.tsx';
import { TextWithCode } from './text-with-code.tsx';

const words = texts.operatorSignIn;

/**
 * The frame of the operator's pages, which need the admin token, but no organization's key. If the token is no longer
 * accepted, the page asks for a new one in a dialog.
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
      <SignInCard title={words.title} about={<TextWithCode text={words.about} />}>
        <OperatorSignIn onSignedIn={signedIn} />
        <Anchor href="#/" size="sm" display="block" mt="md">
          {words.toConsole}
        </Anchor>
      </SignInCard>
    );
  }
  return (
    <div style={{ maxWidth: 1120, marginInline: 'auto', padding: '1rem' }}>
      <SkipLink />
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
        <Group gap="xs">
          <LanguageSelect />
          <Button size="compact-md" variant="subtle" onClick={() => void leave()}>
            {texts.common.signOut}
          </Button>
        </Group>
      </Group>
      <main tabIndex={-1}>{children}</main>
      {isRefused && (
        <SignInAgainDialog title={words.refused} about={words.refusedAbout}>
          <OperatorSignIn onSignedIn={signedIn} />
        </SignInAgainDialog>
      )}
    </div>
  );
}

function OperatorSignIn({ onSignedIn }: { onSignedIn: () => void }) {
  const tryToken = async (token: string) => {
    try {
      await signInAsOperator(token);
    } catch (problem) {
      const isWrong = problem instanceof VisavisApiError && [401, 403].includes(problem.status);
      throw isWrong ? new Error(words.wrong) : problem;
    }
    onSignedIn();
  };
  return <CredentialForm label={words.token} signIn={tryToken} />;
}
