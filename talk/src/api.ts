/** The few calls that the talk page makes; it needs nothing but an API key. */

export interface Avatar {
  id: string;
  name: string;
  description: string;
  thumbnailUrl: string;
}

export interface StartedSession {
  session: { id: string; engine?: string; host?: { serverUrl?: string } };
  consumerAccessToken: string;
}

/** A problem body of the service, told as it stands: it says what to do. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export class Api {
  readonly #key: string;

  constructor(key: string) {
    this.#key = key;
  }

  async listAvatars(): Promise<Avatar[]> {
    const page = await this.#call<{ avatars: Avatar[] }>('GET', '/v1/avatars?take=50');
    return page.avatars;
  }

  async listKnowledgeBases(): Promise<{ id: string; name: string }[]> {
    const page = await this.#call<{ items: { id: string; name: string }[] }>(
      'GET',
      '/v3/knowledge-bases?take=50',
    );
    return page.items;
  }

  startSession(avatar: Avatar, knowledgeBaseId: string | undefined): Promise<StartedSession> {
    return this.#call<StartedSession>('POST', '/v1/sessions', {
      name: `Talk page: ${avatar.name}`,
      avatar: { id: avatar.id },
      consumerIdentity: { identity: `talk-${crypto.randomUUID()}`, name: 'You' },
      ...(knowledgeBaseId ? { knowledgeBase: { id: knowledgeBaseId } } : {}),
    });
  }

  async stopSession(id: string): Promise<void> {
    await this.#call('PATCH', `/v1/sessions/${encodeURIComponent(id)}/stop`);
  }

  async #call<T>(method: string, path: string, body?: unknown): Promise<T> {
    let response: Response;
    try {
      response = await fetch(path, {
        method,
        headers: { 'x-api-key': this.#key, ...(body ? { 'content-type': 'application/json' } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
    } catch {
      throw new ApiProblem(0, 'The service cannot be reached. Is it running?');
    }
    const answer = await response.json().catch(() => undefined);
    if (!response.ok) {
      throw new ApiProblem(response.status, answer?.detail ?? `The service answered ${response.status}.`);
    }
    return answer as T;
  }
}
