/** The HTTP response to a message. */
export interface PostedResponse {
  status: number;
  retryAfterSeconds?: number;
  /** Media type without parameters, in lower case; empty if there is none. */
  contentType: string;
  /** The body, truncated if it is too long. */
  body: string;
  isComplete: boolean;
}

/** Posts JSON to an organization's address. @throws Error with a message for it if there is no response */
export type PostMessage = (
  organizationId: string,
  url: string,
  body: string,
  headers: Record<string, string>,
  signal: AbortSignal,
) => Promise<PostedResponse>;
