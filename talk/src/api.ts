import { type Avatar, createVisavisClient, type KnowledgeBase, type StartedSession } from '@visavis/client';

/** The few calls that the talk page makes; it needs nothing but an API key, or a member who is signed in at the console. */
export class Api {
  readonly #client;

  /** @param apiKey absent: the cookie of a member counts */
  constructor(apiKey?: string) {
    const baseUrl = location.origin;
    this.#client = createVisavisClient(apiKey ? { baseUrl, apiKey } : { baseUrl });
  }

  async isMember(): Promise<boolean> {
    return (await this.#client.get('/v3/sign-in')).signedIn !== undefined;
  }

  async listAvatars(): Promise<Avatar[]> {
    return (await this.#client.get('/v1/avatars', { query: { take: 50 } })).avatars;
  }

  async listKnowledgeBases(): Promise<KnowledgeBase[]> {
    return (await this.#client.get('/v3/knowledge-bases', { query: { take: 50 } })).items;
  }

  startSession(avatar: Avatar, knowledgeBaseId: string | undefined): Promise<StartedSession> {
    return this.#client.post('/v1/sessions', {
      body: {
        name: `Talk page: ${avatar.name}`,
        avatar: { id: avatar.id },
        consumerIdentity: { identity: `talk-${crypto.randomUUID()}`, name: 'You' },
        ...(knowledgeBaseId && { knowledgeBase: { id: knowledgeBaseId } }),
      },
    });
  }

  async stopSession(id: string): Promise<void> {
    await this.#client.patch('/v1/sessions/{id}/stop', { path: { id } });
  }

  rate(id: string, rating: 'up' | 'down', comment: string): Promise<unknown> {
    return this.#client.put('/v3/conversations/{id}/rating', { path: { id }, body: { rating, comment } });
  }

  /** Undefined while it goes on. */
  async endReason(sessionId: string): Promise<string | undefined> {
    return (await this.#client.get('/v3/conversations/{id}', { path: { id: sessionId } })).endReason;
  }
}
