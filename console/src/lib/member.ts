import type { AnswerOf, Operation } from '@visavis/client';
import { createVisavisClient } from '@visavis/client';
import { STORED } from '@visavis/web/pages';
import { createListeners } from './listeners.ts';
import { serviceUrl } from './service-url.ts';

export type SignInState = AnswerOf<Operation<'get', '/v3/sign-in'>>;
export type SignedIn = NonNullable<SignInState['signedIn']>;
export type Role = SignedIn['member']['role'];

/** The secret of an invitation, until it is used or put away. */
const INVITATION = 'visavis.invitation';

let signedIn: SignedIn | undefined;

const changed = createListeners();
/** Somebody has signed in or out with a passkey. */
export const onMemberChanged = changed.add;

/** Who is signed in with a passkey. */
export const signedInMember = (): SignedIn | undefined => signedIn;

/** For calls of those who are not signed in yet. */
export const asVisitor = createVisavisClient({ baseUrl: serviceUrl });

/** Asks how people sign in here, and who has. A member whose session has ended stays the one whose page is open. */
export async function readSignInState(): Promise<SignInState> {
  const state = await asVisitor.get('/v3/sign-in');
  if (state.signedIn) setMember(state.signedIn);
  return state;
}

/** That a member signed in here, as far as this browser knows. */
const wasMember = (): boolean => localStorage.getItem(STORED.member) !== null;

/** Asks who is signed in where somebody was, so that a page that is loaded anew does not begin with the form for it. */
export async function recallMember(): Promise<void> {
  if (!wasMember()) return;
  // The page says what cannot be reached, as it does for everybody.
  const state = await readSignInState().catch(() => undefined);
  if (state && !state.signedIn) setMember(undefined);
}

export function setMember(next: SignedIn | undefined): void {
  if (next) localStorage.setItem(STORED.member, 'yes');
  else localStorage.removeItem(STORED.member);
  if (next?.member.id === signedIn?.member.id && next?.member.role === signedIn?.member.role) return;
  signedIn = next;
  changed.tell();
}

/** Ends the session here and at the service; where that is away, it ends when nobody uses it. */
export async function signOutMember(): Promise<void> {
  setMember(undefined);
  await asVisitor.delete('/v3/sign-in').catch(() => undefined);
}

/** The secret in the fragment of a link, which no server sees; it is taken out of the address at once. */
export function takeInvitationFromLink(): boolean {
  const secret = new URLSearchParams(location.hash.slice(1)).get('invitation');
  if (!secret) return false;
  history.replaceState(history.state, '', location.pathname);
  sessionStorage.setItem(INVITATION, secret);
  return true;
}

export const openedInvitation = (): string | undefined => sessionStorage.getItem(INVITATION) ?? undefined;

export function putInvitationAway(): void {
  sessionStorage.removeItem(INVITATION);
  changed.tell();
}

/** What the browser's own dialog is ended with where somebody closes it. */
export const isGivenUp = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');

export async function signInWithPasskey(): Promise<SignedIn> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const optionsJSON = await asVisitor.post('/v3/sign-in/passkey-requests');
  const { id, response } = await startAuthentication({ optionsJSON });
  const { clientDataJSON, authenticatorData, signature } = response;
  return asVisitor.post('/v3/sign-in/passkey', {
    body: { id, clientDataJSON, authenticatorData, signature },
  });
}

export const openInvitation = (secret: string) =>
  asVisitor.post('/v3/sign-in/invitation', { body: { secret } });

export async function acceptInvitation(secret: string): Promise<SignedIn> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  // Asked for once more: its challenge is good for five minutes, and somebody may read longer.
  const { creation } = await openInvitation(secret);
  const { id, response } = await startRegistration({ optionsJSON: creation });
  const { clientDataJSON, attestationObject } = response;
  return asVisitor.post('/v3/sign-in/invitation/passkey', {
    body: { secret, id, clientDataJSON, attestationObject },
  });
}

/** @param besides the page that is open, which stays: in a tab of its own */
export async function leaveForOpenId(besides: boolean): Promise<void> {
  // At once, while the browser takes it for what the click asks for.
  const tab = besides ? window.open('') : undefined;
  if (tab) tab.opener = null;
  try {
    const { url } = await asVisitor.post('/v3/sign-in/openid-requests');
    (tab ?? window).location.assign(url);
  } catch (error) {
    tab?.close();
    throw error;
  }
}

let openIdError: Error | undefined;
/** Why the provider's answer, with which this page was opened, signed nobody in. */
export const refusedOpenId = (): Error | undefined => openIdError;

/** Takes what the provider sent the browser back with out of the address at once, and signs in with it. */
export async function finishOpenId(): Promise<SignedIn | undefined> {
  const query = location.search.slice(1);
  if (!new URLSearchParams(query).has('state')) return undefined;
  history.replaceState(history.state, '', location.pathname);
  const secret = openedInvitation();
  try {
    const returned = await asVisitor.post('/v3/sign-in/openid', {
      body: { query, ...(secret && { secret }) },
    });
    putInvitationAway();
    return returned;
  } catch (error) {
    openIdError = error as Error;
    return undefined;
  }
}
