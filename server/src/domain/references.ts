import type { Reference } from '@visavis/contracts';

/** The text of what requests may write as a string, as `{ id }` or as `null`; `undefined` stays. */
export function referenceId(reference: Reference | undefined): string | null | undefined {
  return typeof reference === 'object' && reference !== null ? reference.id : reference;
}

/** Answers show a text that is not there as an empty one, and what was read may be sent back. */
export function textOrNone(text: string | null | undefined): string | null {
  return text || null;
}
