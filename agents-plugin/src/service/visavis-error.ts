/** What went wrong between the plugin and the service, in words for the person who wrote the agent. */
export class VisavisError extends Error {
  override name = 'VisavisError';
  /** HTTP status of the answer; absent where there was none. */
  readonly status: number | undefined;
  /** The problem's code, e.g. `unprocessable`, `concurrency_limit`; see `docs/errors`. */
  readonly code: string | undefined;
  /** Tells the operator of the service which request it was. */
  readonly requestId: string | undefined;

  constructor(
    message: string,
    about: { status?: number; code?: string; requestId?: string; cause?: unknown } = {},
  ) {
    super(message, about.cause === undefined ? undefined : { cause: about.cause });
    this.status = about.status;
    this.code = about.code;
    this.requestId = about.requestId;
  }
}
