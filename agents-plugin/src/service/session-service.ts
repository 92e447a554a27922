import { randomUUID } from 'node:crypto';
import {
  type BodyOf,
  createVisavisClient,
  type Operation,
  type Session,
  type StartedSession,
  VisavisApiError,
  type VisavisClient,
} from '@visavis/client';
import { VisavisError } from './visavis-error.ts';

const DEFAULT_URL = 'http://localhost:8080';
const ATTEMPTS = 3;
const RETRY_MS = 500;
const TIMEOUT_MS = 15_000;

export interface ServiceAddress {
  /** Address of the service; default `VISAVIS_URL`, or else `http://localhost:8080`. */
  apiUrl?: string;
  /** An API key of the organization; default `VISAVIS_API_KEY`. */
  apiKey?: string;
}

export type SessionRequest = BodyOf<Operation<'post', '/v1/sessions'>>;

export type Participant = NonNullable<SessionRequest['remoteAgentConnectingIdentity']>;

/** The requests of an avatar session to the service. All throw the errors of `@visavis/client`. */
export class SessionService {
  readonly #client: VisavisClient;
  readonly #retryMs: number;

  /** @throws VisavisError if there is no key */
  constructor(address: ServiceAddress = {}, retryMs = RETRY_MS) {
    const apiKey = address.apiKey ?? process.env.VISAVIS_API_KEY;
    if (!apiKey) throw new VisavisError('There is no API key: set VISAVIS_API_KEY, or pass apiKey.');
    const baseUrl = address.apiUrl ?? process.env.VISAVIS_URL ?? DEFAULT_URL;
    this.#client = createVisavisClient({ baseUrl, apiKey });
    this.#retryMs = retryMs;
  }

  start(body: SessionRequest): Promise<StartedSession> {
    // All attempts use the same key: a request that succeeded before the connection broke is not executed twice.
    const idempotencyKey = randomUUID();
    return this.#withRetries((signal) => this.#client.post('/v1/sessions', { body, idempotencyKey, signal }));
  }

  read(id: string): Promise<Session> {
    return this.#withRetries((signal) => this.#client.get('/v1/sessions/{id}', { path: { id }, signal }));
  }

  /** Ends a session; does nothing if it has ended already. */
  stop(id: string): Promise<Session> {
    return this.#withRetries((signal) =>
      this.#client.patch('/v1/sessions/{id}/stop', { path: { id }, signal }),
    );
  }

  /** Returns the id of the organization's newest avatar: every organization has some from the beginning. */
  async newestAvatarId(): Promise<string> {
    const { avatars } = await this.#withRetries((signal) =>
      this.#client.get('/v1/avatars', { query: { take: 1 }, signal }),
    );
    if (!avatars[0]) throw new VisavisError('The organization has no avatar: pass avatarId or avatar.');
    return avatars[0].id;
  }

  async #withRetries<T>(call: (signal: AbortSignal) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await call(AbortSignal.timeout(TIMEOUT_MS));
      } catch (error) {
        if (attempt === ATTEMPTS || !isTemporary(error)) throw error;
        await new Promise((resolve) => setTimeout(resolve, this.#retryMs * attempt));
      }
    }
  }
}

/** Whether a retry may succeed: there was no response, or its status or code says so. */
function isTemporary(error: unknown): boolean {
  return !(error instanceof VisavisApiError) || error.status >= 500 || error.code === 'rate_limited';
}
