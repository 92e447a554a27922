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

/** The key of a link, until somebody agrees to use it or puts it away. */
const LINKED = 'visavis.console.linked-key';

/**
 * A key in the fragment of a link, which no server sees; it is taken out of the address at once. Anybody can send a link
 * with the key of their own organization, in which what is entered afterwards would end up: no page uses it before
 * somebody has read whose it is, and agrees. Nor one that the talk page has taken, where no secret is entered. Returns
 * whether there is such a key.
 */
export function takeKeyFromLink(): boolean {
  const ofTalkPage = sessionStorage.getItem(STORED.linkedKey);
  sessionStorage.removeItem(STORED.linkedKey);
  if (ofTalkPage === sessionStorage.getItem(STORED.key)) sessionStorage.removeItem(STORED.key);
  const fromLink = new URLSearchParams(location.hash.slice(1)).get('key');
  if (fromLink) history.replaceState(history.state, '', location.pathname);
  const key = fromLink ?? ofTalkPage;
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
  linkedKeyDiscarded.tell();
}

const linkedKeyDiscarded = createListeners();

/** The beginning of a key, by which keys can be told apart. */
export const beginOf = (key: string): string => `${key.slice(0, 8)}…`;

const signedIn = createListeners();
/** Somebody has signed in, perhaps anew. */
export const onSignedIn = signedIn.add;

const signedOut = createListeners();
/** Somebody has signed out, here or in another tab. */
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

/** Key that says that somebody signed out in this tab: it asks no other tab for a key. */
const SIGNED_OUT = 'visavis.signed-out';

type TabMessage = { kind: 'who is signed in?' } | { kind: 'signed in' | 'signed out'; key: string };
/** A new tab is signed in by another one, so that the key is stored for the time of the visit only. */
const tabs = new BroadcastChannel(STORED.key);
const tellTabs = (message: TabMessage) => tabs.postMessage(message);

tabs.onmessage = ({ data }: MessageEvent<TabMessage>) => {
  const key = signedInKey();
  if (data.kind === 'who is signed in?') {
    if (key !== undefined) tellTabs({ kind: 'signed in', key });
  } else if (data.kind === 'signed in') {
    const isFree = key === undefined && !signedInMember() && sessionStorage.getItem(SIGNED_OUT) === null;
    if (isFree) signIn(data.key, false);
  } else if (data.key === key) forgetKey();
};

export function askOtherTabs(): void {
  if (!isSignedIn()) tellTabs({ kind: 'who is signed in?' });
}

/** @param stay after all tabs are closed */
export function signIn(key: string, stay: boolean): void {
  sessionStorage.setItem(STORED.key, key);
  sessionStorage.removeItem(SIGNED_OUT);
  if (stay) localStorage.setItem(STORED.key, key);
  setMember(undefined);
  // No secret: it makes the address of the service alone lead here.
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain http.
  document.cookie = 'visavis-console=1; path=/; max-age=31536000; samesite=lax';
  signedIn.tell();
}

/** Of a member, in place of a key that this browser may have had. */
export function signInAs(member: SignedIn): void {
  if (signedInKey() !== undefined) forgetKey();
  setMember(member);
  signedIn.tell();
}

/** In every tab that has the same key, and of the member who is signed in in this browser. */
export async function signOut(): Promise<void> {
  const key = signedInKey();
  // First, because it empties what pages have read; the form for signing in reads anew.
  forgetKey();
  if (signedInMember()) await signOutMember();
  if (key !== undefined) tellTabs({ kind: 'signed out', key });
}

/** A key that was taken before the operator had people sign in as members alone. */
export async function leaveKeyWhereRefused(): Promise<void> {
  if (signedInKey() === undefined && linkedKey() === undefined) return;
  const state = await readSignInState().catch(() => undefined);
  if (state?.apiKeys !== false) return;
  discardLinkedKey();
  if (signedInKey() !== undefined) forgetKey();
}

/** With a key or as a member. */
export const isSignedIn = (): boolean => signedInKey() !== undefined || signedInMember() !== undefined;

function forgetKey(): void {
  sessionStorage.removeItem(STORED.key);
  localStorage.removeItem(STORED.key);
  sessionStorage.setItem(SIGNED_OUT, 'yes');
  signedOut.tell();
}

export function signedInKey(): string | undefined {
  return sessionStorage.getItem(STORED.key) ?? localStorage.getItem(STORED.key) ?? undefined;
}

const refusals = watchRefusals();
/** The key has expired or was revoked, or the session of the member has ended. */
export const onKeyRefused = refusals.onRefused;

/** Asks for the key anew with every call, so that signing in again needs no other client. Without one the cookie of a member counts. */
export const api: VisavisClient = createVisavisClient({
  baseUrl: serviceUrl,
  apiKey: () => signedInKey() ?? '',
  fetch: refusals.fetch,
});
