export type ExtractionReason =
  /** Not one of the supported formats. */
  | 'unsupported_type'
  /** The content does not match its media type. */
  | 'wrong_type'
  | 'encrypted'
  /** Truncated, or malformed beyond repair. */
  | 'damaged'
  | 'empty'
  | 'too_large'
  /** It needs more memory or nesting than is permitted, such as a decompression bomb. */
  | 'too_complex'
  | 'timeout';

/**
 * The document cannot be read, and retrying will not help. `message` is a sentence for its owner. Failures that are not
 * the document's fault (a broken source, no process) are ordinary errors.
 */
export class ExtractionError extends Error {
  override readonly name = 'ExtractionError';
  readonly reason: ExtractionReason;

  constructor(reason: ExtractionReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

export const TOO_MUCH_MEMORY =
  'Reading the document needs too much memory. Split it into smaller ones, or upload its text.';
