export type ExtractionReason =
  /** Not one of the formats that we read. */
  | 'unsupported_type'
  /** The content does not match its media type. */
  | 'wrong_type'
  | 'encrypted'
  /** Cut off, or malformed beyond repair. */
  | 'damaged'
  | 'empty'
  | 'too_large'
  /** It needs more memory or nesting than a document may have, such as a decompression bomb. */
  | 'too_complex'
  | 'timeout';

/**
 * The document cannot be read, and trying again will not help. `message` is a sentence for its owner.
 * Failures that are not the document's (a broken source, no process) are ordinary errors.
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
