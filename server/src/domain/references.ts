import type { Reference } from '@visavis/contracts';

/** The text of what requests may write as a string, as `{ id }` or as `null`; `undefined` stays. */
export function referenceId(reference: Reference | undefined): string | null | undefined {
  return typeof reference === 'object' && reference !== null ? reference.id : reference;
}
