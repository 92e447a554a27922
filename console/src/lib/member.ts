import type { AnswerOf, Operation } from '@visavis/client';
import { createVisavisClient } from '@visavis/client';
import { STORED } from '@visavis/web/pages';
import { createListeners } from './listeners.ts';
import { serviceUrl } from './service-url.ts';

export type SignInState = AnswerOf<Operation<'get', '/v3/sign-in'>>;
export type SignedIn = NonNullable<SignInState['signedIn']>;
export type Role = SignedIn['member']['role'];

/** Storage key of the invitation's secret, which is kept until it is used or discarded. */
const INVITATION = 'visavis.invitation';

let signedIn: SignedIn | undefined;

const changed = createListeners();
/** Adds a listener for sign-ins and sign-outs of members. */
export const onMemberChanged = changed.add;

/** Returns the member who is signed in. */
export const signedInMember = (): SignedIn | undefined => signedIn;

/** For calls that need no API key, such as signing in. */
export const publicApi = createVisavisClient({ baseUrl: serviceUrl });

/** Reads how people sign in here, and who is signed in. The page keeps a member whose session has ended. */
export async function readSignInState(): Promise<SignInState> {
  const state = await publicApi.get('/v3/sign-in');
  if (state.signedIn) setMember(state.signedIn);
  return state;
}

/** Whether a member has signed in with this browser before. */
const wasMember = (): boolean => localStorage.getItem(STORED.member) !== null;

/** Reads who is signed in, if a member was before, so that a reloaded page does not start with the sign-in form. */
export async function restoreMember(): Promise<void> {
  if (!wasMember()) return;
  // If the service is unreachable, the page reports it.
  const state = await readSignInState().catch(() => undefined);
  if (state && !state.signedIn) setMember(undefined);
}

export function setMember(next: SignedIn | undefined): void {
  if (next) localStorage.setItem(STORED.member, 'yes');
  else localStorage.removeItem(STORED.member);
  if (next?.member.id === signedIn?.member.id && next?.member.role === signedIn?.member.role) return;
  signedIn = next;
  changed.notify();
}

/** Ends the session here and at the service. If the service is unreachable, the session expires there by itself. */
export async function signOutMember(): Promise<void> {
  setMember(undefined);
  await publicApi.delete('/v3/sign-in').catch(() => undefined);
}

/**
 * Moves an invitation's secret from the link's fragment, which no server sees, to storage. Returns whether there was
 * one.
 */
export function storeInvitationFromLink(): boolean {
  const secret = new URLSearchParams(location.hash.slice(1)).get('invitation');
  if (!secret) return false;
  history.replaceState(history.state, '', location.pathname);
  sessionStorage.setItem(INVITATION, secret);
  return true;
}

export const storedInvitation = (): string | undefined => sessionStorage.getItem(INVITATION) ?? undefined;

export function discardInvitation(): void {
  sessionStorage.removeItem(INVITATION);
  changed.notify();
}

/** Whether this is the error that the browser throws when the user closes its dialog. */
export const isCancelledByUser = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');

export async function signInWithPasskey(): Promise<SignedIn> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const optionsJSON = await publicApi.post('/v3/sign-in/passkey-requests');
  const { id, response } = await startAuthentication({ optionsJSON });
  const { clientDataJSON, authenticatorData, signature } = response;
  return publicApi.post('/v3/sign-in/passkey', {
    body: { id, clientDataJSON, authenticatorData, signature },
  });
}

export const openInvitation = (secret: string) =>
  publicApi.post('/v3/sign-in/invitation', { body: { secret } });

export async function acceptInvitation(secret: string): Promise<SignedIn> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  // Requests a new challenge: the first one is valid for five minutes, and the user may have read longer.
  const { creation } = await openInvitation(secret);
  const { id, response } = await startRegistration({ optionsJSON: creation });
  const { clientDataJSON, attestationObject } = response;
  return publicApi.post('/v3/sign-in/invitation/passkey', {
    body: { secret, id, clientDataJSON, attestationObject },
  });
}

/** Opens the OpenID provider's page. @param inNewTab whether to use a new tab, so that the current page stays open */
export async function startOpenIdSignIn(inNewTab: boolean): Promise<void> {
  // Opened before any `await`: otherwise the browser would block it as a pop-up.
  const tab = inNewTab ? window.open('') : undefined;
  if (tab) tab.opener = null;
  try {
    const { url } = await publicApi.post('/v3/sign-in/openid-requests');
    (tab ?? window).location.assign(url);
  } catch (error) {
    tab?.close();
    throw error;
  }
}

let openIdError: Error | undefined;
/** Returns why the provider's answer, with which this page was opened, did not sign anybody in. */
export const openIdSignInError = (): Error | undefined => openIdError;

/** Signs in with the provider's answer in the address, and removes it from the address at once. */
export async function finishOpenIdSignIn(): Promise<SignedIn | undefined> {
  const query = location.search.slice(1);
  if (!new URLSearchParams(query).has('state')) return undefined;
  history.replaceState(history.state, '', location.pathname);
  const secret = storedInvitation();
  try {
    const returned = await publicApi.post('/v3/sign-in/openid', {
      body: { query, ...(secret && { secret }) },
    });
    discardInvitation();
    return returned;
  } catch (error) {
    openIdError = error as Error;
    return undefined;
  }
}
