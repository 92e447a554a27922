import { ConversationError } from '../conversation-error.ts';
import { callService } from './call-service.ts';
import type {
  ConversationSource,
  EmbedSource,
  JoinInfo,
  PassSource,
  SessionSource,
  StartedSession,
} from './conversation-source.ts';

/** Starts the conversation, or reads the one that was started already. @throws ConversationError */
export function openConversation(source: ConversationSource): Promise<JoinInfo> {
  if ('session' in source) return fromSession(source);
  if ('pass' in source) return fromPass(source);
  return fromEmbed(source);
}

async function fromSession(source: SessionSource): Promise<JoinInfo> {
  const started = typeof source.session === 'function' ? await source.session() : source.session;
  const joinInfo = readStarted(started);
  return {
    ...joinInfo,
    stop: async () => void (await source.stop?.(joinInfo.conversationId)),
    endReason: async () => source.endReason?.(joinInfo.conversationId),
    rate: source.rate && (async (...rating) => source.rate?.(joinInfo.conversationId, ...rating)),
  };
}

async function fromPass(source: PassSource): Promise<JoinInfo> {
  const pass = typeof source.pass === 'function' ? await source.pass() : source.pass;
  const token = typeof pass.token === 'function' ? await pass.token() : pass.token;
  const claims = readClaims(token);
  const avatar = pass.avatar ?? claims.character;
  if (!avatar) throw new ConversationError('invalid_request', 'Set "avatar": the token is not bound to one.');
  const started = await callService<StartedSession>(pass.serviceUrl, 'POST', '/v1/session-passes', {
    token,
    body: {
      name: pass.name ?? 'Web conversation',
      avatar: { id: avatar },
      agent: { id: pass.agent },
      consumerIdentity: { identity: claims.sub ?? '', ...(pass.userName && { name: pass.userName }) },
      ...(pass.maxDuration && { maxDuration: pass.maxDuration }),
    },
  });
  return { ...readStarted(started), ...passRequests(pass.serviceUrl, started.session!.id, token) };
}

async function fromEmbed({ embed }: EmbedSource): Promise<JoinInfo> {
  const path = `/v3/embeds/${encodeURIComponent(embed.id)}/conversations`;
  const started = await callService<StartedSession & { token: string }>(embed.serviceUrl, 'POST', path);
  const { conversationId, ...joinInfo } = readStarted(started);
  return { conversationId, ...joinInfo, ...passRequests(embed.serviceUrl, conversationId, started.token) };
}

/** Returns the requests that a client token allows for the conversation it has started. */
function passRequests(
  serviceUrl: string,
  id: string,
  token: string,
): Pick<JoinInfo, 'stop' | 'endReason' | 'rate'> {
  const path = `/v1/session-passes/${encodeURIComponent(id)}`;
  return {
    stop: async () =>
      void (await callService(serviceUrl, 'PATCH', `${path}/stop`, { token, keepalive: true })),
    endReason: async () =>
      (await callService<{ endReason?: string }>(serviceUrl, 'GET', path, { token })).endReason,
    rate: (rating, comment) =>
      callService(serviceUrl, 'PUT', `/v3/conversations/${encodeURIComponent(id)}/rating`, {
        token,
        body: { rating, comment },
      }),
  };
}

function readStarted(started: StartedSession): Omit<JoinInfo, 'stop' | 'endReason'> {
  const { session, conversation, consumerAccessToken } = started;
  const conversationId = session?.id ?? conversation?.id;
  const serverUrl = session?.host.serverUrl ?? conversation?.serverUrl;
  if (!conversationId || !serverUrl || !consumerAccessToken) {
    throw new ConversationError(
      'invalid_request',
      'This session has no access token for a user. Start it with a consumer, and pass on the whole answer of the service.',
    );
  }
  return {
    conversationId,
    serverUrl,
    accessToken: consumerAccessToken,
    engine: session?.engine ?? conversation?.engine,
  };
}

/** Reads the claims of a token; only the service can tell whether they are true. */
function readClaims(token: string): { sub?: string; character?: string } {
  try {
    const part = token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(part), (character) => character.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new ConversationError('unauthenticated', 'This is not a client token of POST /v3/tokens.');
  }
}
