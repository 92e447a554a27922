import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './console.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { finishOpenIdSignIn, restoreMember, storeInvitationFromLink } from './lib/member.ts';
import { queryClient } from './lib/query-client.ts';
import { forgetKeyIfRefused, requestKey, signedInKey, signInAs, storeKeyFromLink } from './lib/session.ts';
import { router } from './router.tsx';
import { cssVariables, theme } from './theme.ts';

storeInvitationFromLink();
storeKeyFromLink();
const returned = await finishOpenIdSignIn();
if (returned) signInAs(returned);
else if (signedInKey() === undefined) await restoreMember();
requestKey();
void forgetKeyIfRefused();
// Pasting a link into the console's tab changes only the fragment, which does not reload the page.
window.addEventListener('hashchange', () => {
  if (storeInvitationFromLink() || storeKeyFromLink()) location.reload();
});

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <Notifications position="top-center" />
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
