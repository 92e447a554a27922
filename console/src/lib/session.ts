import { notifications } from '@mantine/notifications';
import { createVisavisClient, type VisavisClient } from '@visavis/client';
import { STORED } from '@visavis/web/pages';
import { fill, texts } from '../texts/texts.ts';
import { createListeners } from './listeners.ts';
import {
  onMemberChanged,
  readSignInState,
  type SignedIn,
  setMember,
  signedInMember,
  signOutMember,
  wasMember,
} from './member.ts';
import { serviceUrl } from './service-url.ts';
import { watchRefusals } from './watch-refusals.ts';

export { serviceUrl };

const words = texts.signIn;

/**
 * A key in the fragment of a link, which no server sees; it is taken out of the address at once. Anybody can send a link
 * with the key of their own organization, in which what is entered afterwards would end up: it takes the place of another
 * key, of this tab or of another one, only when asked for, and never silently. Returns whether the tab has the key.
 */
export function takeKeyFromLink(): boolean {
  const key = new URLSearchParams(location.hash.slice(1)).get('key');
  if (!key) return false;
  history.replaceState(history.state, '', location.pathname);
  const before = signedInKey();
  if (before === key) return true;
  if (before !== undefined && !mayReplace(before, key)) return false;
  if (before === undefined && wasMember() && !confirm(fill(words.insteadOfMember, { key: beginOf(key) })))
    return false;
  signIn(key, false);
  if (before === undefined) {
    sessionStorage.setItem(STORED.linkedKey, key);
    void tellLinked(key);
  }
  return true;
}

/** Only once the key has been accepted: of another one the page says that it was refused. */
async function tellLinked(key: string): Promise<void> {
  const own = createVisavisClient({ baseUrl: serviceUrl, apiKey: key });
  const isAccepted = await own.get('/v3/organizations/concurrency').then(
    () => true,
    () => false,
  );
  if (isAccepted) notifications.show({ message: fill(words.byLink, { key: beginOf(key) }), role: 'status' });
}

const mayReplace = (before: string, key: string) =>
  confirm(fill(words.instead, { key: beginOf(key), before: beginOf(before) }));

/** The beginning of a key, by which keys can be told apart. */
const beginOf = (key: string) => `${key.slice(0, 8)}…`;

const signedIn = createListeners();
/** Somebody has signed in, perhaps anew. */
export const onSignedIn = signedIn.add;

const signedOut = createListeners();
/** Somebody has signed out, here or in another tab. */
export const onSignedOut = signedOut.add;

export function onSignedInOrOut(listener: () => void): () => void {
  const stops = [onSignedIn(listener), onSignedOut(listener), onMemberChanged(listener)];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Key that says that somebody signed out in this tab: it asks no other tab for a key. */
const LEFT = 'visavis.signed-out';

type TabMessage = { kind: 'who is signed in?' } | { kind: 'signed in' | 'signed out'; key: string };
/** A new tab is signed in by another one, so that the key is stored for the time of the visit only. */
const tabs = new BroadcastChannel(STORED.key);
const tellTabs = (message: TabMessage) => tabs.postMessage(message);

tabs.onmessage = ({ data }: MessageEvent<TabMessage>) => {
  const key = signedInKey();
  if (data.kind === 'who is signed in?') {
    if (key !== undefined) tellTabs({ kind: 'signed in', key });
  } else if (data.kind === 'signed in') {
    const isFree = key === undefined && !signedInMember() && sessionStorage.getItem(LEFT) === null;
    if (isFree) signIn(data.key, false);
    else if (isLinked(key) && data.key !== key) keepOrLeave(key, data.key);
  } else if (data.key === key) forgetKey();
};

const isLinked = (key: string | undefined): key is string =>
  key !== undefined && key === sessionStorage.getItem(STORED.linkedKey);

/** Decides about the key of a link, once another tab has said that it has another key. */
function keepOrLeave(linked: string, ofOtherTab: string): void {
  sessionStorage.removeItem(STORED.linkedKey);
  if (mayReplace(ofOtherTab, linked)) return;
  signIn(ofOtherTab, false);
  location.reload();
}

export function askOtherTabs(): void {
  if (signedInMember()) return;
  const key = signedInKey();
  if (key === undefined || isLinked(key)) tellTabs({ kind: 'who is signed in?' });
}

/** @param stay after all tabs are closed */
export function signIn(key: string, stay: boolean): void {
  sessionStorage.setItem(STORED.key, key);
  sessionStorage.removeItem(LEFT);
  sessionStorage.removeItem(STORED.linkedKey);
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
  if (signedInKey() === undefined) return;
  const state = await readSignInState().catch(() => undefined);
  if (state?.apiKeys === false) forgetKey();
}

/** With a key or as a member. */
export const isSignedIn = (): boolean => signedInKey() !== undefined || signedInMember() !== undefined;

function forgetKey(): void {
  sessionStorage.removeItem(STORED.key);
  localStorage.removeItem(STORED.key);
  sessionStorage.setItem(LEFT, 'yes');
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
