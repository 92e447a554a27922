/** Twirp's error codes that this service uses, with their HTTP status (twitchtv/twirp, errors.go). */
const statusOf = {
  invalid_argument: 400,
  malformed: 400,
  unauthenticated: 401,
  permission_denied: 403,
  not_found: 404,
  bad_route: 404,
  failed_precondition: 412,
  resource_exhausted: 429,
  internal: 500,
} as const;

export type TwirpCode = keyof typeof statusOf;

export class TwirpError extends Error {
  readonly code: TwirpCode;

  constructor(code: TwirpCode, message: string) {
    super(message);
    this.code = code;
  }

  get status(): number {
    return statusOf[this.code];
  }
}
