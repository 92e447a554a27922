import { AccessToken } from 'livekit-server-sdk';

export interface AvatarTokenOptions {
  apiKey: string;
  apiSecret: string;
  room: string;
  identity: string;
  name: string;
  /** The identity of the agent that the avatar speaks for. */
  agentIdentity: string;
}

/**
 * Creates the token with which the avatar joins the caller's room: of kind `agent`, so that the agent does not take it
 * for the user, and with the attribute that tells front ends which agent it speaks for.
 */
export function mintAvatarToken(options: AvatarTokenOptions): Promise<string> {
  const { apiKey, apiSecret, room, identity, name, agentIdentity } = options;
  const token = new AccessToken(apiKey, apiSecret, {
    identity,
    name,
    attributes: { 'lk.publish_on_behalf': agentIdentity },
  });
  token.kind = 'agent';
  token.addGrant({ roomJoin: true, room, canUpdateOwnMetadata: true });
  return token.toJwt();
}
