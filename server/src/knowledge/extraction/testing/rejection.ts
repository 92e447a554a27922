import { ExtractionError } from '../extraction-error.ts';

/**
 * Returns the error with which work on a document was rejected. Fails if there is none, or if the document is not
 * its cause.
 */
export async function rejection(work: Promise<unknown>): Promise<ExtractionError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof ExtractionError) return error;
  throw new Error('expected an ExtractionError', { cause: error });
}
