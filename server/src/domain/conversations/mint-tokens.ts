import type { MessageTargets } from '../messages/check-target.ts';
import { mintAccessTokens, tokenSeconds } from './access-tokens.ts';
import type { Conversation } from './conversation.ts';
import type { ConversationSetup } from './conversation-setup.ts';
import type { Rooms } from './live-ports.ts';
import type { Persona } from './resolve-persona.ts';

/** The room as the avatar's worker needs it, and the tokens of those who talk with the avatar. */
export async function mintTokens(
  { rooms, targets }: { rooms: Rooms; targets: MessageTargets },
  conversation: Conversation,
  setup: ConversationSetup,
  persona: Persona,
) {
  const { host } = setup;
  if (host) {
    const { room: name, serverUrl: url, accessToken: token, avatarIdentity } = host;
    return {
      avatarRoom: { name, url, token, avatarIdentity, host: { privateAddresses: targets.allowPrivate } },
      consumer: undefined,
      remoteAgent: undefined,
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
  const { consumerAccessToken: consumer, remoteAgentAccessToken: remoteAgent } = await mintAccessTokens(
    rooms,
    conversation,
  );
  return {
    avatarRoom: { name: conversation.room, url: rooms.urlForWorkers(), token: avatar, avatarIdentity },
    consumer,
    remoteAgent,
  };
}
