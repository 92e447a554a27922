/** The complete list of error codes: the values of `code` in responses other than 2xx, each with a remedy. */
export interface ErrorPage {
  status: number;
  /** Short and the same for every occurrence. */
  title: string;
  /** The cause of the error. */
  meaning: string;
  /** What the caller can do about it. */
  remedy: string;
}

const pages = {
  invalid_request: {
    status: 400,
    title: 'The request is not valid',
    meaning:
      'The path, the query or the body does not have the shape that the operation asks for. `errors` names each fault by its path.',
    remedy:
      'Correct the named properties. Unknown properties are refused on purpose: a silently ignored limit is worse than an error.',
  },
  unauthenticated: {
    status: 401,
    title: 'A valid credential is required',
    meaning: 'The credential of the request is missing, malformed, unknown, revoked or expired.',
    remedy:
      'Send an API key in the header `x-api-key`; for session passes send a client token as `Authorization: Bearer …`. One is not accepted in place of the other.',
  },
  quota_exceeded: {
    status: 402,
    title: 'The quota of the organization is used up',
    meaning:
      'The organization has used all that it may: the seconds of conversation of this billing cycle, or the bytes of documents and pictures. `detail` says which.',
    remedy:
      'Wait for the next billing cycle, or delete documents or pictures; or ask the operator to raise `monthlySeconds` or `storedBytes`.',
  },
  forbidden: {
    status: 403,
    title: 'The credential does not allow this',
    meaning:
      'The credential is valid, but it is bound to something else: another user, client, avatar or origin; or the role of a member does not include this; or a signed address has expired.',
    remedy: 'Use a credential that covers the request, or ask for a fresh address.',
  },
  not_found: {
    status: 404,
    title: 'There is no such thing here',
    meaning: 'The path or the resource does not exist, or it belongs to another organization.',
    remedy: 'Check the path and the identifier, and that the API key is one of the right organization.',
  },
  method_not_allowed: {
    status: 405,
    title: 'The path does not know this method',
    meaning: 'The path exists, but not for this HTTP method. The header `Allow` names those it knows.',
    remedy: 'Use one of the methods in `Allow`.',
  },
  conflict: {
    status: 409,
    title: 'The state of the resource does not allow this',
    meaning:
      'The resource exists already, is still used by another one, or is in a state in which the operation makes no sense.',
    remedy: 'Read `detail`: it names what stands in the way.',
  },
  payload_too_large: {
    status: 413,
    title: 'The body is too large',
    meaning: 'The body of the request is larger than the operation or the organization allows.',
    remedy: 'Send less; `detail` names the limit.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'The type of the content is not accepted',
    meaning:
      'The `Content-Type` of the body, or the type of a document or picture, is not one that is accepted.',
    remedy: 'Use one of the types that `detail` names. JSON bodies are sent as `application/json`.',
  },
  unprocessable: {
    status: 422,
    title: 'The request is well-formed but cannot be carried out',
    meaning:
      'A limit, a reference or a missing setting makes the request impossible, for instance a `maxDuration` at or above the limit of the organization, or an agent that does not exist.',
    remedy: 'Read `detail` and `errors`: they name what is wrong and the limit where there is one.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    meaning: 'The caller has sent more requests than `RateLimit-Policy` allows.',
    remedy: 'Wait for the seconds in `Retry-After`.',
  },
  concurrency_limit: {
    status: 429,
    title: 'Too many conversations at the same time',
    meaning: 'The organization already runs as many conversations as it may.',
    remedy:
      'Wait until one ends, stop one, or ask the operator to raise `concurrentSessions`. `GET /v3/organizations/concurrency` tells before you start.',
  },
  internal: {
    status: 500,
    title: 'Something went wrong on our side',
    meaning:
      'The service met a fault of its own. Nothing about it is told here; the log has it under the `requestId`.',
    remedy: 'Try again; if it stays, give the operator the `requestId`.',
  },
  capacity: {
    status: 503,
    title: 'No capacity at the moment',
    meaning:
      'No worker can take another conversation right now, the disk of the service is nearly full, or the service is shutting down. `detail` says which.',
    remedy: 'Try again after the seconds in `Retry-After`.',
  },
} as const satisfies Record<string, ErrorPage>;

export type ErrorCode = keyof typeof pages;

export const ERROR_PAGES: Readonly<Record<ErrorCode, ErrorPage>> = pages;

export const ERROR_CODES = Object.keys(pages) as [ErrorCode, ...ErrorCode[]];

/** One fault of the input. `path` is dotted: `avatar.refImage` in the body, `query.take`, `path.id`, `header.x`. */
export interface InputFault {
  path: string;
  message: string;
}
