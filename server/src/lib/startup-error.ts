/** A problem that the operator must fix before the service can run; printed as one line, without a stack. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
  readonly hint: string | undefined;

  constructor(message: string, hint?: string) {
    super(message);
    this.hint = hint;
  }
}
