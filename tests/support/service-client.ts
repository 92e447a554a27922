import type { Conversation, KnowledgeBase, KnowledgeBaseDocument, Session } from '@visavis/contracts';
import { poll } from './poll.ts';
import type { Service } from './service.ts';

export interface StartedSession {
  session: Session;
  consumerAccessToken: string;
}

/** A knowledge base with one text document, added, uploaded and indexed as a user does; its id. */
export async function createKnowledgeBase(service: Service, name: string, text: string): Promise<string> {
  const { id } = await service.expect<KnowledgeBase>('POST', '/v3/knowledge-bases', { name });
  const documents = `/v3/knowledge-bases/${id}/documents`;
  const added = await service.expect<{ document: KnowledgeBaseDocument; uploadUrl: string }>(
    'POST',
    documents,
    {
      name,
      mimeType: 'text/plain',
    },
  );
  const uploaded = await fetch(added.uploadUrl, {
    method: 'PUT',
    headers: { 'content-type': 'text/plain' },
    body: text,
  });
  if (!uploaded.ok) throw new Error(`the upload was refused: ${uploaded.status} ${await uploaded.text()}`);
  await service.expect('PATCH', `${documents}/${added.document.id}/index`);
  await poll(
    'the document to be indexed',
    () => service.expect<KnowledgeBase>('GET', `/v3/knowledge-bases/${id}`),
    (base) => base.documents?.[0]?.status === 'indexed',
  );
  return id;
}

/** A hosted session with what `body` says, and an avatar and an agent of its own where it says nothing. */
export function startSession(service: Service, body: object = {}): Promise<StartedSession> {
  return service.expect<StartedSession>('POST', '/v1/sessions', {
    name: 'A test',
    avatar: { identity: 'maya', name: 'Maya' },
    agent: { provider: 'gemini', name: 'Guide', greetingMsg: 'Hello, it is good to see you.' },
    consumerIdentity: { identity: 'ada', name: 'Ada' },
    ...body,
  });
}

/** The whole record: transcript and timeline too. */
export function readConversation(service: Service, id: string): Promise<Conversation> {
  return service.expect<Conversation>('GET', `/v3/conversations/${id}`);
}

export function stopSession(service: Service, id: string): Promise<Session> {
  return service.expect<Session>('PATCH', `/v1/sessions/${id}/stop`);
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

/** The types of a timeline in order, or the contents of one type. */
export function timelineTypes({ timeline }: Conversation): string[] {
  return timeline.map(({ type }) => type);
}

export function timelineOf({ timeline }: Conversation, type: string): string[] {
  return timeline.filter((entry) => entry.type === type).map(({ content }) => content);
}

/** What the avatar said, entry by entry. */
export function characterLines({ transcript }: Conversation): string[] {
  return transcript.filter(({ author }) => author === 'character').map(({ content }) => content);
}
