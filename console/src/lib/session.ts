import { notifications } from '@mantine/notifications';
import { createVisavisClient, type VisavisClient } from '@visavis/client';
import { fill, texts } from '../texts/texts.ts';
import { createListeners } from './listeners.ts';
import { watchRefusals } from './sign-in-again.ts';

const words = texts.signIn;
/** The same name as in the talk page: who comes from there is signed in. */
const KEY = 'visavis.key';

/**
 * A key in the fragment of a link, which no server sees; it is taken out of the address at once. Anybody can send a link
 * with the key of their own organization, in which what is entered afterwards would end up: it takes the place of another
 * key only when asked for, and never silently.
 */
export function takeKeyFromLink(): boolean {
  const key = new URLSearchParams(location.hash.slice(1)).get('key');
  if (!key) return false;
  history.replaceState(history.state, '', location.pathname);
  const before = signedInKey();
  if (before === undefined) {
    notifications.show({ message: fill(words.byLink, { key: beginOf(key) }), role: 'status' });
  } else if (before !== key && !confirm(fill(words.instead, { key: beginOf(key), before: beginOf(before) })))
    return false;
  signIn(key, false);
  return true;
}

/** As much as tells keys apart. */
const beginOf = (key: string) => `${key.slice(0, 8)}…`;

const signedIn = createListeners();
/** Somebody has signed in, perhaps anew. */
export const onSignedIn = signedIn.add;

/** @param stay also in other tabs, and after this one is closed */
export function signIn(key: string, stay: boolean): void {
  sessionStorage.setItem(KEY, key);
  if (stay) localStorage.setItem(KEY, key);
  // No secret: it makes the address of the service alone lead here.
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain http.
  document.cookie = 'visavis-console=1; path=/; max-age=31536000; samesite=lax';
  signedIn.tell();
}

export function signOut(): void {
  sessionStorage.removeItem(KEY);
  localStorage.removeItem(KEY);
}

export function signedInKey(): string | undefined {
  return sessionStorage.getItem(KEY) ?? localStorage.getItem(KEY) ?? undefined;
}

/** Of the service that this page came from; the console may lie below a path of a proxy. */
export const serviceUrl = new URL('..', location.href.split('#')[0]).href.replace(/\/$/, '');

const refusals = watchRefusals();
/** The key has expired or was revoked. */
export const onKeyRefused = refusals.onRefused;

/** Asks for the key anew with every call, so that signing in again needs no other client. */
export const api: VisavisClient = createVisavisClient({
  baseUrl: serviceUrl,
  apiKey: () => signedInKey() ?? '',
  fetch: refusals.fetch,
});
