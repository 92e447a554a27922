import type { BodyOf, Conversation, Operation, Session, StartedSession } from '@visavis/client';
import { poll } from './poll.ts';
import type { Service } from './service.ts';

/** A session that a consumer joins. */
export type HostedSession = StartedSession & { consumerAccessToken: string };

/** Creates a knowledge base with one text document, added, uploaded and indexed as users do. Returns its id. */
export async function createKnowledgeBase({ client }: Service, name: string, text: string): Promise<string> {
  const { id } = await client.post('/v3/knowledge-bases', { body: { name } });
  await client.uploadDocument(id, { name, mimeType: 'text/plain', content: text });
  await poll(
    'the document to be indexed',
    () => client.get('/v3/knowledge-bases/{id}', { path: { id } }),
    (base) => base.documents[0]?.status === 'indexed',
  );
  return id;
}

/** Starts a hosted session with the fields of `body`; it gets its own avatar and agent if they are absent. */
export async function startSession(
  { client }: Service,
  body: Partial<BodyOf<Operation<'post', '/v1/sessions'>>> = {},
): Promise<HostedSession> {
  const started = await client.post('/v1/sessions', {
    body: {
      name: 'A test',
      avatar: { identity: 'maya', name: 'Maya' },
      agent: { provider: 'gemini', name: 'Guide', greetingMsg: 'Hello, it is good to see you.' },
      consumerIdentity: { identity: 'ada', name: 'Ada' },
      ...body,
    },
  });
  if (!started.consumerAccessToken) throw new Error('the session has no token for a consumer');
  return { ...started, consumerAccessToken: started.consumerAccessToken };
}

/** Returns the complete record, with transcript and timeline. */
export function readConversation({ client }: Service, id: string): Promise<Conversation> {
  return client.get('/v3/conversations/{id}', { path: { id } });
}

export function stopSession({ client }: Service, id: string): Promise<Session> {
  return client.patch('/v1/sessions/{id}/stop', { path: { id } });
}

export function untilConversation(
  service: Service,
  id: string,
  what: string,
  accept: (conversation: Conversation) => boolean,
  timeoutMs?: number,
): Promise<Conversation> {
  return poll(what, () => readConversation(service, id), accept, timeoutMs);
}

export function untilEnded(service: Service, id: string, timeoutMs?: number): Promise<Conversation> {
  return untilConversation(service, id, 'the end', ({ status }) => status !== 'running', timeoutMs);
}

/** Returns the types of a timeline in order, or the contents of one type. */
export function timelineTypes({ timeline }: Conversation): string[] {
  return timeline.map(({ type }) => type);
}

export function timelineOf({ timeline }: Conversation, type: string): string[] {
  return timeline.filter((entry) => entry.type === type).map(({ content }) => content);
}

/** Returns the avatar's words, entry by entry. */
export function characterLines({ transcript }: Conversation): string[] {
  return transcript.filter(({ author }) => author === 'character').map(({ content }) => content);
}
