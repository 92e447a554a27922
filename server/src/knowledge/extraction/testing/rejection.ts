import { ExtractionError } from '../extraction-error.ts';

/** Why work on a document was rejected; fails where it was not, or for another reason than the document. */
export async function rejection(work: Promise<unknown>): Promise<ExtractionError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof ExtractionError) return error;
  throw new Error('expected an ExtractionError', { cause: error });
}
