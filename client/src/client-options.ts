/** A credential, or a function that returns it before every request, so that an expiring one can be renewed. */
export type Secret = string | (() => string | Promise<string>);

/** Who calls: an organization with its API key, a browser with a client token, or the operator. */
export type Credential =
  | {
      /** Key for everything except session passes and `/admin`. Do not use it in browsers that you do not trust. */
      apiKey: Secret;
      token?: never;
      adminToken?: never;
    }
  | {
      /** A client token (`POST /v3/tokens`), for `/v1/session-passes` and the events of its conversations. */
      token: Secret;
      apiKey?: never;
      adminToken?: never;
    }
  | {
      adminToken: Secret;
      apiKey?: never;
      token?: never;
    }
  | {
      /** Without a credential, only the health check responds. */
      apiKey?: never;
      token?: never;
      adminToken?: never;
    };

export type ClientOptions = Credential & {
  /** Address of the service, such as `https://avatars.example.com`, without `/v1` or `/v3`. */
  baseUrl: string;
  /** Replaces the global `fetch`. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** Sent with every request. */
  headers?: Record<string, string>;
  /** Maximum number of retries of a call that failed temporarily; 0 by default. */
  maxRetries?: number;
  /** Timeout of each attempt of a call, including its response; by default that of `fetch`. */
  timeoutMs?: number;
};

export async function credentialHeaders({
  apiKey,
  token,
  adminToken,
}: Credential): Promise<Record<string, string>> {
  if (apiKey !== undefined) return { 'x-api-key': await resolveSecret(apiKey) };
  const bearer = token ?? adminToken;
  return bearer === undefined ? {} : { authorization: `Bearer ${await resolveSecret(bearer)}` };
}

const resolveSecret = (secret: Secret) => (typeof secret === 'function' ? secret() : secret);
