export type ExtractionReason =
  /** Not one of the formats that we read. */
  | 'unsupported_type'
  /** The content is something else than its media type says. */
  | 'wrong_type'
  | 'encrypted'
  /** Cut off, or not well-formed beyond repair. */
  | 'damaged'
  | 'empty'
  | 'too_large'
  /** It needs more memory or depth than a document may have; bombs end here. */
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
