import { randomUUID } from 'node:crypto';
import {
  type BodyOf,
  createVisavisClient,
  type Operation,
  type Session,
  type StartedSession,
  type VisavisClient,
} from '@visavis/client';
import { VisavisError } from './visavis-error.ts';

const DEFAULT_URL = 'http://localhost:8080';

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

  /** @throws VisavisError if there is no key */
  constructor(address: ServiceAddress = {}) {
    const apiKey = address.apiKey ?? process.env.VISAVIS_API_KEY;
    if (!apiKey) throw new VisavisError('There is no API key: set VISAVIS_API_KEY, or pass apiKey.');
    const baseUrl = address.apiUrl ?? process.env.VISAVIS_URL ?? DEFAULT_URL;
    this.#client = createVisavisClient({ baseUrl, apiKey, maxRetries: 2, timeoutMs: 15_000 });
  }

  start(body: SessionRequest): Promise<StartedSession> {
    // All attempts use the same key: a request that succeeded before the connection broke is not executed twice.
    return this.#client.post('/v1/sessions', { body, idempotencyKey: randomUUID() });
  }

  read(id: string): Promise<Session> {
    return this.#client.get('/v1/sessions/{id}', { path: { id } });
  }

  /** Ends a session; does nothing if it has ended already. */
  stop(id: string): Promise<Session> {
    return this.#client.patch('/v1/sessions/{id}/stop', { path: { id } });
  }

  /** Returns the id of the organization's newest avatar: every organization has some from the beginning. */
  async newestAvatarId(): Promise<string> {
    const { avatars } = await this.#client.get('/v1/avatars', { query: { take: 1 } });
    if (!avatars[0]) throw new VisavisError('The organization has no avatar: pass avatarId or avatar.');
    return avatars[0].id;
  }
}
