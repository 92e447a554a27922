import type { Problem } from './generated/api.ts';

/** The closed list of codes that the service answers with. */
export type ErrorCode = Problem['code'];
/** One fault of the input; `path` is dotted, such as `avatar.refImage` or `query.take`. */
export type InputFault = NonNullable<Problem['errors']>[number];

/** The service (or a proxy) has answered with an error, or something else than the service has answered. */
export class VisavisApiError extends Error {
  override readonly name = 'VisavisApiError';
  /** HTTP status; that of a success where something else answered, such as a proxy with its login page. */
  readonly status: number;
  /** The error code, from a closed list; `undefined` if the answer is not the service's, such as a proxy's. */
  readonly code: ErrorCode | undefined;
  /** The request id, by which the operator finds the request in the log. */
  readonly requestId: string | undefined;
  readonly errors: readonly InputFault[];
  /** When to try again, where the service says so. */
  readonly retryAfterSeconds: number | undefined;
  /** The whole body (RFC 9457), where it is one. */
  readonly problem: Problem | undefined;

  constructor(response: Response, problem: Problem | undefined, options?: ErrorOptions) {
    super(problem?.detail ?? reasonOf(response), options);
    this.status = response.status;
    this.code = problem?.code;
    this.requestId = problem?.requestId ?? response.headers.get('x-request-id') ?? undefined;
    this.errors = problem?.errors ?? [];
    const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
    this.retryAfterSeconds = Number.isNaN(retryAfter) ? undefined : retryAfter;
    this.problem = problem;
  }

  /** Reads the answer. */
  static async from(response: Response): Promise<VisavisApiError> {
    const isProblem = response.headers.get('content-type')?.startsWith('application/problem+json');
    const problem = isProblem
      ? await response.json().then(
          (body) => body as Problem,
          () => undefined,
        )
      : undefined;
    if (!isProblem) await response.body?.cancel();
    return new VisavisApiError(response, problem);
  }
}

function reasonOf({ ok, status, headers }: Response): string {
  if (!ok) return `The service answered ${status}.`;
  const kind = headers.get('content-type') ?? 'without a type';
  return `The answer (${status}, ${kind}) is not from the service. Check whether baseUrl leads to another server, such as the login page of a proxy.`;
}

/** No answer: the service cannot be reached, took too long, or the connection broke. `cause` is what `fetch` says. */
export class VisavisConnectionError extends Error {
  override readonly name = 'VisavisConnectionError';

  constructor(url: string, cause: unknown) {
    const isLate = (cause as Partial<Error> | undefined)?.name === 'TimeoutError';
    const what = isLate ? 'did not answer in time.' : 'cannot be reached. Is it running?';
    super(`The service at ${originOf(url)} ${what}`, { cause });
  }
}

/** Returns the origin, not the whole address: that of an upload contains its signature. */
function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : 'this address';
}
