import { PUBLISH_ON_BEHALF_ATTRIBUTE } from '@visavis/contracts';
import { AccessToken } from 'livekit-server-sdk';
import type { Rooms } from '../../domain/conversations/live-ports.ts';

export type RoomTokens = Pick<Rooms, 'urlForClients' | 'urlForWorkers' | 'mint'>;

export interface RoomTokensOptions {
  apiKey: string;
  apiSecret: string;
  /** Where workers connect. Without a host: on the service, at the address by which the worker reaches it. */
  workerUrl: string;
  /** Where clients connect; if absent, the service itself. */
  clientUrl?: string;
}

/** Creates join tokens for the rooms that the service hosts, embedded or on a LiveKit server. */
export function createRoomTokens({ apiKey, apiSecret, workerUrl, clientUrl }: RoomTokensOptions): RoomTokens {
  return {
    urlForWorkers: () => workerUrl,
    urlForClients: (baseUrl) => clientUrl ?? baseUrl.replace(/^http/, 'ws'),
    mint(grant) {
      const token = new AccessToken(apiKey, apiSecret, {
        identity: grant.identity,
        ...(grant.name === undefined ? {} : { name: grant.name }),
        ttl: grant.ttlSeconds,
        ...(grant.publishOnBehalf === undefined
          ? {}
          : { attributes: { [PUBLISH_ON_BEHALF_ATTRIBUTE]: grant.publishOnBehalf } }),
      });
      // Agents and front ends use this to tell avatars and agents from people. The grant `agent` is something else: its
      // bearer is offered the rooms of all organizations, with tokens for them.
      if (grant.role !== 'consumer') token.kind = 'agent';
      token.addGrant({
        room: grant.room,
        roomJoin: true,
        canPublish: true,
        canSubscribe: true,
        canPublishData: true,
        canUpdateOwnMetadata: true,
      });
      return token.toJwt();
    },
  };
}
