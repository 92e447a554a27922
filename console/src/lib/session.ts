import { createVisavisClient, type VisavisClient } from '@visavis/client';
import { STORED } from '@visavis/web/pages';
import { createListeners } from './listeners.ts';
import {
  onMemberChanged,
  readSignInState,
  type SignedIn,
  setMember,
  signedInMember,
  signOutMember,
} from './member.ts';
import { serviceUrl } from './service-url.ts';
import { watchRefusals } from './watch-refusals.ts';

export { serviceUrl };

/** Storage key of the API key from a link, which is kept until the user agrees to use it or discards it. */
const LINKED = 'visavis.console.linked-key';

/**
 * Takes an API key from the fragment of a link, which no server sees, and removes it from the address at once. Anybody
 * can send a link with the key of their own organization, which would then receive what the user enters: no page uses
 * the key before the user has read whose it is, and agrees. This includes a key that the talk page has taken from a
 * link: no secret is entered there. Returns whether there is such a key.
 */
export function storeKeyFromLink(): boolean {
  const talkPageKey = sessionStorage.getItem(STORED.linkedKey);
  sessionStorage.removeItem(STORED.linkedKey);
  if (talkPageKey === sessionStorage.getItem(STORED.key)) sessionStorage.removeItem(STORED.key);
  const fromLink = new URLSearchParams(location.hash.slice(1)).get('key');
  if (fromLink) history.replaceState(history.state, '', location.pathname);
  const key = fromLink ?? talkPageKey;
  if (!key) return false;
  if (key !== signedInKey()) sessionStorage.setItem(LINKED, key);
  return true;
}

export const linkedKey = (): string | undefined => sessionStorage.getItem(LINKED) ?? undefined;

export function signInWithLinkedKey(key: string): void {
  sessionStorage.removeItem(LINKED);
  signIn(key, false);
}

export function discardLinkedKey(): void {
  sessionStorage.removeItem(LINKED);
  linkedKeyDiscarded.notify();
}

const linkedKeyDiscarded = createListeners();

/** Returns the beginning of a key, which is enough to tell keys apart. */
export const keyPrefix = (key: string): string => `${key.slice(0, 8)}…`;

const signedIn = createListeners();
/** Adds a listener for sign-ins, including repeated ones. */
export const onSignedIn = signedIn.add;

const signedOut = createListeners();
/** Adds a listener for sign-outs, in this tab or another one. */
export const onSignedOut = signedOut.add;

export function onSignedInOrOut(listener: () => void): () => void {
  const stops = [
    onSignedIn(listener),
    onSignedOut(listener),
    onMemberChanged(listener),
    linkedKeyDiscarded.add(listener),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Storage key that marks this tab as signed out: it does not take a key from other tabs. */
const SIGNED_OUT = 'visavis.signed-out';

type TabMessage = { kind: 'who is signed in?' } | { kind: 'signed in' | 'signed out'; key: string };
/** A new tab gets the key from another tab, so that the key is stored only as long as the tabs are open. */
const tabs = new BroadcastChannel(STORED.key);
const notifyTabs = (message: TabMessage) => tabs.postMessage(message);

tabs.onmessage = ({ data }: MessageEvent<TabMessage>) => {
  const key = signedInKey();
  if (data.kind === 'who is signed in?') {
    if (key !== undefined) notifyTabs({ kind: 'signed in', key });
  } else if (data.kind === 'signed in') {
    const isFree = key === undefined && !signedInMember() && sessionStorage.getItem(SIGNED_OUT) === null;
    if (isFree) signIn(data.key, false);
  } else if (data.key === key) forgetKey();
};

export function requestKey(): void {
  if (!isSignedIn()) notifyTabs({ kind: 'who is signed in?' });
}

/** @param staySignedIn whether to stay signed in after all tabs are closed */
export function signIn(key: string, staySignedIn: boolean): void {
  sessionStorage.setItem(STORED.key, key);
  sessionStorage.removeItem(SIGNED_OUT);
  if (staySignedIn) localStorage.setItem(STORED.key, key);
  setMember(undefined);
  // Not a secret: it makes the root address of the service redirect to the console.
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain http.
  document.cookie = 'visavis-console=1; path=/; max-age=31536000; samesite=lax';
  signedIn.notify();
}

/** Signs a member in, and forgets a key that this browser may have stored. */
export function signInAs(member: SignedIn): void {
  if (signedInKey() !== undefined) forgetKey();
  setMember(member);
  signedIn.notify();
}

/** Signs out in every tab that uses the same key, and ends the member's session. */
export async function signOut(): Promise<void> {
  const key = signedInKey();
  // First, because it clears everything that pages have read; the sign-in form reads again.
  forgetKey();
  if (signedInMember()) await signOutMember();
  if (key !== undefined) notifyTabs({ kind: 'signed out', key });
}

/** Forgets a stored key if the operator has since restricted sign-in to members. */
export async function forgetKeyIfRefused(): Promise<void> {
  if (signedInKey() === undefined && linkedKey() === undefined) return;
  const state = await readSignInState().catch(() => undefined);
  if (state?.apiKeys !== false) return;
  discardLinkedKey();
  if (signedInKey() !== undefined) forgetKey();
}

/** Whether somebody is signed in, with a key or as a member. */
export const isSignedIn = (): boolean => signedInKey() !== undefined || signedInMember() !== undefined;

function forgetKey(): void {
  sessionStorage.removeItem(STORED.key);
  localStorage.removeItem(STORED.key);
  sessionStorage.setItem(SIGNED_OUT, 'yes');
  signedOut.notify();
}

export function signedInKey(): string | undefined {
  return sessionStorage.getItem(STORED.key) ?? localStorage.getItem(STORED.key) ?? undefined;
}

const refusals = watchRefusals();
/** Adds a listener for a refused credential: the key has expired or was revoked, or the member's session has ended. */
export const onKeyRefused = refusals.onRefused;

/** Reads the key anew for each call. Without a key, the member's cookie is used. */
export const api: VisavisClient = createVisavisClient({
  baseUrl: serviceUrl,
  apiKey: () => signedInKey() ?? '',
  fetch: refusals.fetch,
});
