import {
  ClientConfigSetting,
  ClientConfiguration,
  type ICEServer,
  JoinResponse,
  ServerInfo,
  ServerInfo_Edition,
} from '@livekit/protocol';
import type { Participant } from '../room/participant.ts';
import type { Room } from '../room/room.ts';
import { enabledCodecs } from '../sdp/video-codecs.ts';
import { PING_INTERVAL_SECONDS, PING_TIMEOUT_SECONDS } from './signal-socket.ts';

/** The LiveKit server release whose behaviour this server follows. Clients select features by it. */
const PROTOCOL_RELEASE = '1.9.0';

export function serverInfo(): ServerInfo {
  return new ServerInfo({
    edition: ServerInfo_Edition.Standard,
    version: PROTOCOL_RELEASE,
    protocol: 16,
    agentProtocol: 1,
    nodeId: 'ND_embedded',
  });
}

/** @param sharedConnection whether the client receives on the same connection on which it publishes */
export function joinResponse(
  room: Room,
  participant: Participant,
  sharedConnection: boolean,
  iceServers: ICEServer[],
): JoinResponse {
  const others = [...room.participants.values()].filter(
    (other) => other !== participant && !other.permission.hidden,
  );
  return new JoinResponse({
    room: room.info(),
    participant: participant.info(),
    otherParticipants: others.map((other) => other.info()),
    serverVersion: PROTOCOL_RELEASE,
    serverInfo: serverInfo(),
    iceServers,
    subscriberPrimary: !sharedConnection,
    fastPublish: true,
    pingInterval: PING_INTERVAL_SECONDS,
    pingTimeout: PING_TIMEOUT_SECONDS,
    enabledPublishCodecs: enabledCodecs(),
    clientConfiguration: new ClientConfiguration({ resumeConnection: ClientConfigSetting.ENABLED }),
  });
}
