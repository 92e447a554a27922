import { ConversationError } from '../conversation-error.ts';
import { callService } from './call-service.ts';
import type {
  ConversationSource,
  EmbedSource,
  PassSource,
  SessionSource,
  StartedSession,
  Ticket,
} from './conversation-source.ts';

/** Starts the conversation, or takes the one that was started. @throws ConversationError */
export function takeTicket(source: ConversationSource): Promise<Ticket> {
  if ('session' in source) return fromSession(source);
  if ('pass' in source) return fromPass(source);
  return fromEmbed(source);
}

async function fromSession(source: SessionSource): Promise<Ticket> {
  const started = typeof source.session === 'function' ? await source.session() : source.session;
  const ticket = readStarted(started);
  return {
    ...ticket,
    stop: async () => void (await source.stop?.(ticket.conversationId)),
    endReason: async () => source.endReason?.(ticket.conversationId),
    rate: source.rate && (async (...said) => source.rate?.(ticket.conversationId, ...said)),
  };
}

async function fromPass(source: PassSource): Promise<Ticket> {
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
  return { ...readStarted(started), ...ofPasses(pass.serviceUrl, started.session!.id, token) };
}

async function fromEmbed({ embed }: EmbedSource): Promise<Ticket> {
  const path = `/v3/embeds/${encodeURIComponent(embed.id)}/conversations`;
  const started = await callService<StartedSession & { token: string }>(embed.serviceUrl, 'POST', path);
  const { conversationId, ...ticket } = readStarted(started);
  return { conversationId, ...ticket, ...ofPasses(embed.serviceUrl, conversationId, started.token) };
}

/** Returns what a client token may do with a conversation that was started with it. */
function ofPasses(
  serviceUrl: string,
  id: string,
  token: string,
): Pick<Ticket, 'stop' | 'endReason' | 'rate'> {
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

function readStarted(started: StartedSession): Omit<Ticket, 'stop' | 'endReason'> {
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
