import { ExtractionError } from '../extraction-error.ts';

/** Returns the error that rejected work on a document. Fails if there is none, or if another cause rejected it. */
export async function rejection(work: Promise<unknown>): Promise<ExtractionError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof ExtractionError) return error;
  throw new Error('expected an ExtractionError', { cause: error });
}
