import type { Problem } from './generated/api.ts';

/** The closed list of codes that the service answers with. */
export type ErrorCode = Problem['code'];
/** A fault of the input; `path` is dotted, such as `avatar.refImage` or `query.take`. */
export type InputFault = NonNullable<Problem['errors']>[number];

/** Thrown if the service (or a proxy) responds with an error, or if the response is not the service's. */
export class VisavisApiError extends Error {
  override readonly name = 'VisavisApiError';
  /** HTTP status; one of success if something else responded, such as a proxy with its login page. */
  readonly status: number;
  /** The error code, from a closed list; `undefined` if the response is not the service's, such as a proxy's. */
  readonly code: ErrorCode | undefined;
  /** The request id, with which the operator finds the request in the log. */
  readonly requestId: string | undefined;
  readonly errors: readonly InputFault[];
  /** When to retry, if the service says so. */
  readonly retryAfterSeconds: number | undefined;
  /** The whole body (RFC 9457), if it is a problem. */
  readonly problem: Problem | undefined;

  constructor(response: Response, problem: Problem | undefined, options?: ErrorOptions) {
    super(problem?.detail ?? describeResponse(response), options);
    this.status = response.status;
    this.code = problem?.code;
    this.requestId = problem?.requestId ?? response.headers.get('x-request-id') ?? undefined;
    this.errors = problem?.errors ?? [];
    const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
    this.retryAfterSeconds = Number.isNaN(retryAfter) ? undefined : retryAfter;
    this.problem = problem;
  }

  /** Creates the error from a response. */
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

function describeResponse({ ok, status, headers }: Response): string {
  if (!ok) return `The service answered ${status}.`;
  const contentType = headers.get('content-type') ?? 'without a type';
  return `The answer (${status}, ${contentType}) is not from the service. Check whether baseUrl leads to another server, such as the login page of a proxy.`;
}

/** The service is unreachable, took too long, or the connection broke. `cause` is the error of `fetch`. */
export class VisavisConnectionError extends Error {
  override readonly name = 'VisavisConnectionError';

  constructor(url: string, cause: unknown) {
    const isTimeout = (cause as Partial<Error> | undefined)?.name === 'TimeoutError';
    const what = isTimeout ? 'did not answer in time.' : 'cannot be reached. Is it running?';
    super(`The service at ${originOf(url)} ${what}`, { cause });
  }
}

/** Returns only the origin, because an upload's address contains its signature. */
function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : 'this address';
}
