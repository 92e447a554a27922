/** A problem with a model that an operator must know about or solve: one sentence, with what to do next. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
  readonly hint: string | undefined;

  constructor(message: string, hint?: string) {
    super(message);
    this.hint = hint;
  }
}

/**
 * Explains a failed write in a sentence; returns other errors unchanged. `isWrite` means that the error is of a write,
 * whatever its code; `keepsPartial` means that what was written is kept for the next attempt.
 */
export function explainWriteError(
  error: unknown,
  folder: string,
  { isWrite = false, keepsPartial = true }: { isWrite?: boolean; keepsPartial?: boolean } = {},
): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new ModelError(
      `the disk of ${folder} is full`,
      `Free some space and add it again${keepsPartial ? ': it continues where it stopped' : ''}.`,
    );
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS' || (isWrite && code !== undefined))
    return new ModelError(
      `${folder} is not writable (${code})`,
      'Run this as the user that runs the service, or set VISAVIS_DATA_DIR to a writable directory.',
    );
  return error;
}
