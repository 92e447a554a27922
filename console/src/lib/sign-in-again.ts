import { VisavisApiError } from '@visavis/client';

/** Told when a key ceases to be accepted in the middle of the work; whatever is typed stays where it is. */
const listeners = new Set<() => void>();

export function askToSignIn(error: Error): void {
  if (error instanceof VisavisApiError && error.status === 401) for (const listener of listeners) listener();
}

export function onSignInNeeded(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
