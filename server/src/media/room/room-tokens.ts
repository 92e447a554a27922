import { PUBLISH_ON_BEHALF_ATTRIBUTE } from '@visavis/contracts';
import { AccessToken } from 'livekit-server-sdk';
import type { Rooms } from '../../domain/conversations/live-ports.ts';

export type RoomTokens = Pick<Rooms, 'urlForClients' | 'urlForWorkers' | 'mint'>;

export interface RoomTokensOptions {
  apiKey: string;
  apiSecret: string;
  /** Where workers connect; without a host: on the service, at the address by which each of them reaches it. */
  workerUrl: string;
  /** Where clients connect; at the service itself where absent. */
  clientUrl?: string;
}

/** Join tokens for the rooms that the service hosts, embedded or on a LiveKit server. */
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
      // By this agents and front ends distinguish an avatar or an agent from people. The grant `agent` is
      // another thing: its bearer is offered the rooms of all organizations, with tokens for them.
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
