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
      'The path, the query or the body does not match the schema of the operation. `errors` lists each invalid field by its path.',
    remedy:
      'Correct the listed fields. Unknown fields are also rejected, because a silently ignored field, such as a misspelt limit, would be worse than an error.',
  },
  unauthenticated: {
    status: 401,
    title: 'A valid credential is required',
    meaning: 'The credential of the request is missing, malformed, unknown, revoked or expired.',
    remedy:
      'Send an API key in the header `x-api-key`, or, for session passes, a client token as `Authorization: Bearer …`. An operation accepts only the kinds of credentials that its documentation lists.',
  },
  quota_exceeded: {
    status: 402,
    title: 'The quota of the organization is used up',
    meaning:
      'The organization has reached a limit: the seconds of conversation in this billing cycle, or the total size of documents and pictures. An embed can have reached its daily limit. `detail` says which.',
    remedy:
      'Wait for the next billing cycle or day, or delete documents or pictures. The operator can raise `monthlySeconds` and `storedBytes`.',
  },
  forbidden: {
    status: 403,
    title: 'The credential does not allow this',
    meaning:
      'The credential is valid but does not cover this request: it is bound to another user, client, avatar or origin, the role of the member does not allow the operation, or a signed URL has expired.',
    remedy: 'Use a credential that covers the request, or request a new signed URL.',
  },
  not_found: {
    status: 404,
    title: 'The resource does not exist',
    meaning: 'The path or the resource does not exist, or it belongs to another organization.',
    remedy: 'Check the path and the id, and that the API key belongs to the right organization.',
  },
  method_not_allowed: {
    status: 405,
    title: 'The path does not support this method',
    meaning: 'The path exists, but not for this HTTP method. The header `Allow` lists the supported methods.',
    remedy: 'Use one of the methods in `Allow`.',
  },
  conflict: {
    status: 409,
    title: 'The state of the resource does not allow this',
    meaning:
      'The resource already exists, is still used by another resource, or is in a state that does not allow the operation.',
    remedy: 'Read `detail`: it names the cause. Remove the cause, then try again.',
  },
  payload_too_large: {
    status: 413,
    title: 'The body is too large',
    meaning: 'The body of the request is larger than the operation or the organization allows.',
    remedy: 'Send a smaller body. `detail` names the limit.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'The type of the content is not accepted',
    meaning: 'The `Content-Type` of the body, or the type of a document or picture, is not accepted.',
    remedy: 'Use one of the types that `detail` names. Send JSON bodies as `application/json`.',
  },
  unprocessable: {
    status: 422,
    title: 'The request is well-formed but cannot be carried out',
    meaning:
      'A limit, an invalid reference or a missing setting prevents the request, for instance a `maxDuration` that is not below the limit of the organization, or the id of an agent that does not exist.',
    remedy: 'Read `detail` and `errors`: they name the cause and, if there is one, the limit.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    meaning: 'The caller has sent more requests than `RateLimit-Policy` allows.',
    remedy: 'Wait for the number of seconds in `Retry-After`, then try again.',
  },
  concurrency_limit: {
    status: 429,
    title: 'Too many conversations at the same time',
    meaning: 'The organization, or the embed, already runs its maximum number of conversations.',
    remedy:
      'Wait until a conversation ends, or stop one. The operator can raise `concurrentSessions`. `GET /v3/organizations/concurrency` returns the limit and the current number.',
  },
  internal: {
    status: 500,
    title: 'An internal error occurred',
    meaning:
      'An unexpected error occurred in the service. The response contains no details; the log of the service has them under the `requestId`.',
    remedy: 'Try again. If the error persists, send the `requestId` to the operator.',
  },
  capacity: {
    status: 503,
    title: 'No capacity at the moment',
    meaning:
      'No worker can take another conversation right now, the disk of the service is nearly full, or the service is shutting down. `detail` says which.',
    remedy: 'Wait for the number of seconds in `Retry-After`, then try again.',
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
