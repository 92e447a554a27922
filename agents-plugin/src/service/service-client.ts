import { randomUUID } from 'node:crypto';
import { VisavisError } from './visavis-error.ts';

const DEFAULT_URL = 'http://localhost:8080';
const ATTEMPTS = 3;
const RETRY_MS = 500;
const TIMEOUT_MS = 15_000;

export interface ServiceAddress {
  /** Where the service is; `VISAVIS_URL`, else `http://localhost:8080`. */
  apiUrl?: string;
  /** A key of the organization; `VISAVIS_API_KEY`. */
  apiKey?: string;
}

export interface Participant {
  identity: string;
  name?: string;
}

/** The body of `POST /v1/sessions`, as far as an agent of the caller's own goes. */
export interface SessionRequest {
  name: string;
  avatar: { id: string } | { identity?: string; name?: string; refImage?: string };
  remoteAgentConnectingIdentity: Participant;
  consumerIdentity?: Participant;
  host?: { serverUrl: string; accessToken: string };
  maxDuration?: number;
  client?: string;
}

/** What the service answers, as far as the plugin reads it. */
export interface Session {
  id: string;
  status: string;
  endReason?: string;
  host: { serverUrl: string };
}

export interface StartedSession {
  session: Session;
  consumerAccessToken?: string;
  remoteAgentAccessToken?: string;
}

/** The few operations of the service that an avatar session needs. All of them throw `VisavisError`. */
export class ServiceClient {
  readonly #url: string;
  readonly #key: string;
  readonly #retryMs: number;

  /** @throws VisavisError when there is no key */
  constructor(address: ServiceAddress = {}, retryMs = RETRY_MS) {
    this.#url = (address.apiUrl ?? process.env.VISAVIS_URL ?? DEFAULT_URL).replace(/\/+$/, '');
    const key = address.apiKey ?? process.env.VISAVIS_API_KEY;
    if (!key) throw new VisavisError('No API key: set VISAVIS_API_KEY, or pass apiKey.');
    this.#key = key;
    this.#retryMs = retryMs;
  }

  startSession(request: SessionRequest): Promise<StartedSession> {
    return this.#call<StartedSession>('POST', '/v1/sessions', request);
  }

  readSession(id: string): Promise<Session> {
    return this.#call<Session>('GET', `/v1/sessions/${id}`);
  }

  /** One that has ended stays as it is. */
  stopSession(id: string): Promise<Session> {
    return this.#call<Session>('PATCH', `/v1/sessions/${id}/stop`);
  }

  /** The newest avatar of the organization: every organization has some from its beginning. */
  async anyAvatar(): Promise<string> {
    const { avatars } = await this.#call<{ avatars: { id: string }[] }>('GET', '/v1/avatars?take=1');
    if (!avatars[0]) throw new VisavisError('The organization has no avatar: pass avatarId, or avatar.');
    return avatars[0].id;
  }

  async #call<T>(method: string, path: string, body?: object): Promise<T> {
    // The same key for every attempt: what was done before the line broke is not done twice.
    const idempotencyKey = randomUUID();
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#attempt<T>(method, path, body, idempotencyKey);
      } catch (error) {
        if (attempt === ATTEMPTS || !isPassing(error)) throw error;
        await new Promise((resolve) => setTimeout(resolve, this.#retryMs * attempt));
      }
    }
  }

  async #attempt<T>(
    method: string,
    path: string,
    body: object | undefined,
    idempotencyKey: string,
  ): Promise<T> {
    let response: Response;
    try {
      response = await fetch(this.#url + path, {
        method,
        headers: {
          'x-api-key': this.#key,
          ...(method === 'POST' && { 'idempotency-key': idempotencyKey }),
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
    } catch (cause) {
      const why = cause instanceof Error ? (cause.cause ?? cause) : cause;
      throw new VisavisError(`Visavis cannot be reached at ${this.#url} (VISAVIS_URL): ${String(why)}`, {
        cause,
      });
    }
    const answer: unknown = await response.json().catch(() => undefined);
    if (!response.ok) throw refusal(response, answer, `${method} ${path}`);
    return answer as T;
  }
}

/** Worth another try: no answer, or one that says so. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof VisavisError)) return false;
  return error.status === undefined || error.status >= 500 || error.code === 'rate_limited';
}

function refusal(response: Response, answer: unknown, what: string): VisavisError {
  const { status } = response;
  const problem = (typeof answer === 'object' && answer !== null ? answer : {}) as {
    code?: string;
    detail?: string;
    requestId?: string;
    errors?: { path: string; message: string }[];
  };
  const fields = problem.errors?.map(({ path, message }) => `${path}: ${message}`).join('; ');
  const detail = fields || problem.detail || 'no reason was given; is VISAVIS_URL the address of Visavis?';
  return new VisavisError(`Visavis answered ${status} to ${what}: ${detail}`, {
    status,
    ...(problem.code && { code: problem.code }),
    ...(problem.requestId && { requestId: problem.requestId }),
  });
}
