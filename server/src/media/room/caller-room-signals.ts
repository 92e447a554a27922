import {
  ClientConfigSetting,
  ClientConfiguration,
  DisconnectReason,
  JoinResponse,
  LeaveRequest,
  LeaveRequest_Action,
  MediaSectionsRequirement,
  MuteTrackRequest,
  ParticipantUpdate,
  Pong,
  ReconnectResponse,
  RequestResponse,
  RequestResponse_Reason,
  Room,
  SessionDescription,
  SignalResponse,
  TrackPublishedResponse,
  TrackSubscribed,
  TrickleRequest,
} from '@livekit/protocol';
import { countItems } from '../../lib/count-items.ts';
import { CallerRoomDismissal, CallerRoomFault } from './caller-room-fault.ts';
import { CallerRoomIce } from './caller-room-ice.ts';
import { enumOr, isTrackSid, RoomParticipants, rebuildTrack, shorten } from './caller-room-participants.ts';
import { rebuildSdp } from './caller-room-sdp.ts';

type Message = SignalResponse['message'];

const MAX_TOKEN_CHARACTERS = 16 * 1024;
const MAX_CODECS = 32;
/** The client adds this many sections to its offer. */
const MAX_SECTIONS = 16;
const MAX_MIDS = 128;
/** A list of a thousand participants has about half of this. */
const MAX_ITEMS = 100_000;
/** In seconds. LiveKit asks for 5 s and 15 s; without any value the process of the native client ends. */
const PING = {
  interval: { usualSeconds: 5, maxSeconds: 30 },
  timeout: { usualSeconds: 15, maxSeconds: 120 },
};

/**
 * Rewrites what the server of a caller's room sends to the avatar's client: only the messages and fields that an avatar
 * needs, within bounds; everything else is left out. The client is native code. It would connect to any address it is
 * given (a candidate, a TURN server, another server to go to), and its whole process ends on much that a LiveKit server
 * never sends: an answer that is not SDP, an id without its prefix, a missing field.
 */
export class CallerRoomSignals {
  readonly #ice: CallerRoomIce;
  readonly #participants = new RoomParticipants();

  constructor(isAllowed: (address: string) => boolean) {
    this.#ice = new CallerRoomIce(isAllowed);
  }

  /**
   * Returns the message to pass on, if there is one.
   *
   * @throws CallerRoomFault for invalid content that cannot be left out
   * @throws CallerRoomDismissal if the server removes the client, which must then leave
   */
  async pass(bytes: Uint8Array): Promise<Uint8Array | undefined> {
    const message = await this.#rebuild(read(bytes));
    return message && new SignalResponse({ message }).toBinary();
  }

  async #rebuild({ case: name, value }: Message): Promise<Message | undefined> {
    switch (name) {
      case 'join':
        return { case: name, value: await this.#join(value) };
      case 'reconnect': {
        const { iceServers, clientConfiguration, lastMessageSeq } = value;
        const servers = await this.#ice.servers(iceServers);
        const reconnect = { iceServers: servers, lastMessageSeq, ...configuration(clientConfiguration) };
        return { case: name, value: new ReconnectResponse(reconnect) };
      }
      case 'offer':
      case 'answer':
        return { case: name, value: this.#description(name, value) };
      case 'trickle':
        return this.#trickle(value);
      case 'update': {
        const participants = this.#participants.update(value.participants);
        if (participants.length === 0) return undefined;
        return { case: name, value: new ParticipantUpdate({ participants }) };
      }
      case 'trackPublished': {
        const track = rebuildTrack(value.track);
        return track && { case: name, value: new TrackPublishedResponse({ cid: shorten(value.cid), track }) };
      }
      default:
        return rebuildStateless({ case: name, value } as Message);
    }
  }

  async #join(value: JoinResponse): Promise<JoinResponse> {
    const { room } = value;
    if (!room) throw new CallerRoomFault('a join message without a room');
    const interval = clampSeconds(value.pingInterval, PING.interval);
    return new JoinResponse({
      room: new Room({ sid: shorten(room.sid), name: shorten(room.name) }),
      participant: this.#participants.join(value.participant),
      otherParticipants: this.#participants.update(value.otherParticipants),
      serverVersion: shorten(value.serverVersion),
      iceServers: await this.#ice.servers(value.iceServers),
      subscriberPrimary: value.subscriberPrimary,
      pingInterval: interval,
      pingTimeout: Math.max(2 * interval, clampSeconds(value.pingTimeout, PING.timeout)),
      enabledPublishCodecs: value.enabledPublishCodecs
        .slice(0, MAX_CODECS)
        .map(({ mime, fmtpLine }) => ({ mime: shorten(mime), fmtpLine: shorten(fmtpLine) })),
      fastPublish: value.fastPublish,
      ...configuration(value.clientConfiguration),
    });
  }

  #description(type: 'offer' | 'answer', value: SessionDescription): SessionDescription {
    if (value.type !== type)
      throw new CallerRoomFault(`an ${type} whose session description has another type`);
    const tracks = Object.entries(value.midToTrackId).slice(0, MAX_MIDS);
    return new SessionDescription({
      type,
      sdp: rebuildSdp(value.sdp, (text) => this.#ice.candidate(text)),
      id: value.id,
      midToTrackId: Object.fromEntries(
        tracks.flatMap(([mid, sid]) => (isTrackSid(sid) ? [[shorten(mid), sid]] : [])),
      ),
    });
  }

  #trickle({ candidateInit, target, final }: TrickleRequest): Message | undefined {
    const { candidate, sdpMid, sdpMLineIndex } = readCandidate(candidateInit);
    const kept = typeof candidate === 'string' ? this.#ice.candidate(candidate) : undefined;
    if (kept === undefined || (target !== 0 && target !== 1)) return undefined;
    const index = Number.isInteger(sdpMLineIndex) ? Number(sdpMLineIndex) : 0;
    // The client needs all three fields.
    const init = {
      candidate: kept,
      sdpMid: typeof sdpMid === 'string' ? shorten(sdpMid) : '',
      sdpMLineIndex: index >= 0 && index < MAX_MIDS ? index : 0,
    };
    const value = new TrickleRequest({ candidateInit: JSON.stringify(init), target, final });
    return { case: 'trickle', value };
  }
}

/** Rewrites messages that do not depend on earlier ones. */
function rebuildStateless({ case: name, value }: Message): Message | undefined {
  switch (name) {
    case 'leave': {
      const reason = enumOr(DisconnectReason, value.reason, DisconnectReason.UNKNOWN_REASON);
      const action = enumOr(LeaveRequest_Action, value.action, LeaveRequest_Action.DISCONNECT);
      if (action === LeaveRequest_Action.DISCONNECT) throw new CallerRoomDismissal(DisconnectReason[reason]);
      return { case: name, value: new LeaveRequest({ canReconnect: value.canReconnect, reason, action }) };
    }
    case 'requestResponse': {
      const reason = enumOr(RequestResponse_Reason, value.reason, RequestResponse_Reason.UNCLASSIFIED_ERROR);
      const { requestId, message } = value;
      return { case: name, value: new RequestResponse({ requestId, reason, message: shorten(message) }) };
    }
    case 'trackSubscribed': {
      const { trackSid } = value;
      return isTrackSid(trackSid) ? { case: name, value: new TrackSubscribed({ trackSid }) } : undefined;
    }
    case 'mute': {
      const { sid, muted } = value;
      return isTrackSid(sid) ? { case: name, value: new MuteTrackRequest({ sid, muted }) } : undefined;
    }
    case 'mediaSectionsRequirement': {
      const numAudios = Math.min(value.numAudios, MAX_SECTIONS);
      const numVideos = Math.min(value.numVideos, MAX_SECTIONS);
      return { case: name, value: new MediaSectionsRequirement({ numAudios, numVideos }) };
    }
    case 'refreshToken':
      return /^[\w.-]+$/.test(value) && value.length <= MAX_TOKEN_CHARACTERS
        ? { case: name, value }
        : undefined;
    case 'pong':
      return { case: name, value };
    case 'pongResp': {
      const { lastPingTimestamp, timestamp } = value;
      return { case: name, value: new Pong({ lastPingTimestamp, timestamp }) };
    }
    default:
      return undefined;
  }
}

function read(bytes: Uint8Array): Message {
  let items: number;
  try {
    items = countItems(SignalResponse, bytes, MAX_ITEMS);
  } catch {
    throw new CallerRoomFault('an invalid LiveKit message');
  }
  if (items > MAX_ITEMS) throw new CallerRoomFault(`a message with more than ${MAX_ITEMS} items`);
  try {
    return SignalResponse.fromBinary(bytes).message;
  } catch {
    throw new CallerRoomFault('an invalid LiveKit message');
  }
}

function readCandidate(init: string): { candidate?: unknown; sdpMid?: unknown; sdpMLineIndex?: unknown } {
  try {
    return { ...(JSON.parse(init) as object) };
  } catch {
    return {};
  }
}

/** Returns the part that the native client obeys: whether it must use TURN, and whether it may resume. */
function configuration(given: ClientConfiguration | undefined): {
  clientConfiguration?: ClientConfiguration;
} {
  if (!given) return {};
  const { UNSET } = ClientConfigSetting;
  const forceRelay = enumOr(ClientConfigSetting, given.forceRelay, UNSET);
  const resumeConnection = enumOr(ClientConfigSetting, given.resumeConnection, UNSET);
  return { clientConfiguration: new ClientConfiguration({ forceRelay, resumeConnection }) };
}

function clampSeconds(
  seconds: number,
  { usualSeconds, maxSeconds }: { usualSeconds: number; maxSeconds: number },
): number {
  return seconds > 0 ? Math.min(seconds, maxSeconds) : usualSeconds;
}
