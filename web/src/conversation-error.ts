/** Thrown if a conversation could not be started. `message` is written for users. */
export class ConversationError extends Error {
  override readonly name = 'ConversationError';
  /** The service's `code`, such as `concurrency_limit`, or else `unreachable`, `refused` (by the room) or `aborted`. */
  readonly code: string;
  /** HTTP status of the refusal. */
  readonly status: number | undefined;
  /** Id of the request, with which the operator finds it in the service's log. */
  readonly requestId: string | undefined;

  constructor(
    code: string,
    message: string,
    details: { status?: number; requestId?: string; cause?: unknown } = {},
  ) {
    super(message, { cause: details.cause });
    this.code = code;
    this.status = details.status;
    this.requestId = details.requestId;
  }
}
