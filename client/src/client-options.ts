/** A credential, or a function that returns it before every request, so that an expiring one can be renewed. */
export type Secret = string | (() => string | Promise<string>);

/** Who calls: an organization with its API key, a browser with a client token, or the operator. */
export type Credential =
  | {
      /** Key for everything but session passes and `/admin`. Not for browsers that you do not trust. */
      apiKey: Secret;
      token?: never;
      adminToken?: never;
    }
  | {
      /** A client token (`POST /v3/tokens`), for `/v1/session-passes` and the events of what it started. */
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
      /** Without one only the health check answers. */
      apiKey?: never;
      token?: never;
      adminToken?: never;
    };

export type ClientOptions = Credential & {
  /** Where the service is, such as `https://avatars.example.com`: without `/v1` or `/v3`. */
  baseUrl: string;
  /** Function that is used in place of the global `fetch`. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** Sent with every request. */
  headers?: Record<string, string>;
  /** How often a call that failed for a moment is sent again, at most; never where left out. */
  maxRetries?: number;
  /** How long each try of a call may take, its answer included; as long as `fetch` waits where left out. */
  timeoutMs?: number;
};

export async function credentialHeaders({
  apiKey,
  token,
  adminToken,
}: Credential): Promise<Record<string, string>> {
  if (apiKey !== undefined) return { 'x-api-key': await read(apiKey) };
  const bearer = token ?? adminToken;
  return bearer === undefined ? {} : { authorization: `Bearer ${await read(bearer)}` };
}

const read = (secret: Secret) => (typeof secret === 'function' ? secret() : secret);
