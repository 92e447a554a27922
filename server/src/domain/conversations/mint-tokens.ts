import { mintAccessTokens, tokenSeconds } from './access-tokens.ts';
import type { Conversation } from './conversation.ts';
import type { Persona } from './resolve-persona.ts';
import type { StartNeeds } from './start-conversation.ts';
import type { WayToRun } from './way-to-run.ts';

/** The room as the avatar's worker needs it, and the tokens of those who talk with the avatar. */
export async function mintTokens(
  { rooms, targets }: StartNeeds,
  conversation: Conversation,
  way: WayToRun,
  persona: Persona,
) {
  const { host } = way;
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
    ...(way.remoteAgent && { publishOnBehalf: way.remoteAgent.identity }),
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
