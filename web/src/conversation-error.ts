/** A conversation could not be started. `message` is for people. */
export class ConversationError extends Error {
  override readonly name = 'ConversationError';
  /** The `code` of the service's problem, such as `concurrency_limit`; `unreachable`, `refused` (by the room) or `aborted` where it gave none. */
  readonly code: string;
  /** HTTP status of the refusal. */
  readonly status: number | undefined;
  /** Id of the request, by which the operator finds it in the service's log. */
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
