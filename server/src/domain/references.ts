import type { Reference } from '@visavis/contracts';

/** Normalizes a reference that requests may write as a string, as `{ id }` or as `null`; `undefined` stays. */
export function referenceId(reference: Reference | undefined): string | null | undefined {
  return typeof reference === 'object' && reference !== null ? reference.id : reference;
}

/** Responses show absent text as an empty string, so requests may send an empty string back. */
export function textOrNone(text: string | null | undefined): string | null {
  return text || null;
}
