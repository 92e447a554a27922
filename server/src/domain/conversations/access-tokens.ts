import type { AddressPolicy } from '../messages/check-address.ts';
import type { Conversation } from './conversation.ts';
import { LIVE_LIMITS } from './conversation-limits.ts';
import type { ConversationSetup } from './conversation-setup.ts';
import type { Rooms } from './live-ports.ts';
import type { Persona } from './resolve-persona.ts';

/** LiveKit join tokens of a conversation's participants; each is present if the conversation has that participant. */
export interface AccessTokens {
  consumerAccessToken: string | undefined;
  remoteAgentAccessToken: string | undefined;
}

/** How much longer a token is valid than the longest conversation, in case of clock skew on a late reconnect. */
const TOKEN_MARGIN_SECONDS = 120;

/** Returns how long a token of this conversation must be valid: the consumer may join late, leave and rejoin. */
export function tokenSeconds({ maxSeconds }: Pick<Conversation, 'maxSeconds'>): number {
  const waiting = (LIVE_LIMITS.joinTimeoutMs + LIVE_LIMITS.reconnectGraceMs) / 1000;
  return Math.ceil(maxSeconds + waiting + TOKEN_MARGIN_SECONDS);
}

export async function mintAccessTokens(rooms: Rooms, conversation: Conversation): Promise<AccessTokens> {
  const grant = { room: conversation.room, ttlSeconds: tokenSeconds(conversation) };
  const mint = async (role: 'consumer' | 'remote_agent', identity: string | null, name: string | null) =>
    identity === null ? undefined : rooms.mint({ ...grant, identity, ...(name && { name }), role });
  const { consumerIdentity, consumerName, remoteAgentIdentity, remoteAgentName } = conversation;
  return {
    consumerAccessToken: await mint('consumer', consumerIdentity, consumerName),
    remoteAgentAccessToken: await mint('remote_agent', remoteAgentIdentity, remoteAgentName),
  };
}

/** Returns the room as the avatar's worker needs it, and the tokens of the other participants. */
export async function mintTokens(
  { rooms, addressPolicy: { allowPrivate } }: { rooms: Rooms; addressPolicy: AddressPolicy },
  conversation: Conversation,
  setup: ConversationSetup,
  persona: Persona,
) {
  const { callerRoom } = setup;
  if (callerRoom) {
    const { room: name, serverUrl: url, accessToken: token, avatarIdentity } = callerRoom;
    return {
      avatarRoom: {
        name,
        url,
        token,
        avatarIdentity,
        host: { privateAddresses: allowPrivate },
      },
      participants: { consumerAccessToken: undefined, remoteAgentAccessToken: undefined },
    };
  }
  const avatarIdentity = persona.identity;
  const avatar = await rooms.mint({
    room: conversation.room,
    ttlSeconds: tokenSeconds(conversation),
    identity: avatarIdentity,
    name: persona.name,
    role: 'avatar',
    ...(setup.remoteAgent && { publishOnBehalf: setup.remoteAgent.identity }),
  });
  return {
    avatarRoom: { name: conversation.room, url: rooms.urlForWorkers(), token: avatar, avatarIdentity },
    participants: await mintAccessTokens(rooms, conversation),
  };
}
