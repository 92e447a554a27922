import {
  DisconnectReason,
  ParticipantInfo,
  ParticipantInfo_Kind,
  ParticipantInfo_State,
  TrackInfo,
  TrackSource,
  TrackType,
} from '@livekit/protocol';
import { CallerRoomFault } from './caller-room-fault.ts';

const MAX_TRACKS = 32;
/** Maximum ids of participants and tracks that a connection may name: the client keeps some data for each. */
const MAX_IDS = 10_000;
const MAX_NAME_CHARACTERS = 512;
/** LiveKit's own limit for metadata and attributes. */
const MAX_METADATA_CHARACTERS = 64 * 1024;
const MAX_ATTRIBUTES = 256;

/** Checks the format of LiveKit's ids: the native client ends its process if a prefix is missing. */
export const isParticipantSid = (sid: string) => /^PA_[\w-]{1,64}$/.test(sid);
export const isTrackSid = (sid: string) => /^TR_[\w-]{1,64}$/.test(sid);
export const shorten = (text: string, maxCharacters = MAX_NAME_CHARACTERS) => text.slice(0, maxCharacters);
/** Returns a value of an enumeration, or `otherwise` if the enumeration does not have that number. */
export const enumOr = <E extends number>(values: object, value: E, otherwise: E): E =>
  value in values ? value : otherwise;

/**
 * The participants of a caller's room, reduced to what the avatar's client needs: who the others are, and their audio.
 */
export class RoomParticipants {
  readonly #knownIds = new Set<string>();
  #own: ParticipantInfo | undefined;

  /** Returns our own participant, as the server names it when we join. @throws CallerRoomFault if invalid */
  join(own: ParticipantInfo | undefined): ParticipantInfo {
    if (!own || !isParticipantSid(own.sid) || !isIdentity(own.identity))
      throw new CallerRoomFault('a join message without a valid participant');
    this.#own = own;
    return rebuildOwn(own);
  }

  /** Returns the participants that the client may learn about. */
  update(participants: ParticipantInfo[]): ParticipantInfo[] {
    return participants.flatMap((info) => {
      const { sid, identity } = info;
      if (!isParticipantSid(sid) || !isIdentity(identity)) return [];
      const isOurSid = sid === this.#own?.sid;
      if (isOurSid !== (identity === this.#own?.identity)) return [];
      if (isOurSid) return [rebuildOwn(info)];
      return this.#admitId(sid) ? [this.#rebuildOther(info)] : [];
    });
  }

  #rebuildOther(info: ParticipantInfo): ParticipantInfo {
    const { sid, identity, state, kind, disconnectReason, joinedAt, version, isPublisher, clientProtocol } =
      info;
    const audioTracks = info.tracks.filter(({ type }) => type === TrackType.AUDIO).slice(0, MAX_TRACKS);
    return new ParticipantInfo({
      sid,
      identity,
      state: enumOr(ParticipantInfo_State, state, ParticipantInfo_State.ACTIVE),
      kind: enumOr(ParticipantInfo_Kind, kind, ParticipantInfo_Kind.STANDARD),
      disconnectReason: enumOr(DisconnectReason, disconnectReason, DisconnectReason.UNKNOWN_REASON),
      joinedAt,
      version,
      isPublisher,
      clientProtocol,
      tracks: audioTracks.flatMap((track) => {
        const rebuilt = rebuildTrack(track);
        return rebuilt && this.#admitId(rebuilt.sid) ? [rebuilt] : [];
      }),
    });
  }

  /** Returns false for a new id if the client already has the maximum number. */
  #admitId(id: string): boolean {
    if (this.#knownIds.size < MAX_IDS) this.#knownIds.add(id);
    return this.#knownIds.has(id);
  }
}

/** Returns the fields of an audio or video track that the client needs; `undefined` if it must not see it. */
export function rebuildTrack(track: TrackInfo | undefined): TrackInfo | undefined {
  if (!track || !isTrackSid(track.sid)) return undefined;
  if (track.type !== TrackType.AUDIO && track.type !== TrackType.VIDEO) return undefined;
  return new TrackInfo({
    sid: track.sid,
    type: track.type,
    name: shorten(track.name),
    muted: track.muted,
    width: track.width,
    height: track.height,
    source: enumOr(TrackSource, track.source, TrackSource.UNKNOWN),
    mimeType: shorten(track.mimeType),
    mid: shorten(track.mid),
    stream: shorten(track.stream),
  });
}

/** Returns our own entry with name, metadata and attributes: the client sends all of them when it changes one. */
function rebuildOwn(info: ParticipantInfo): ParticipantInfo {
  const { sid, identity, joinedAt, version, permission } = info;
  const attributes = Object.entries(info.attributes).slice(0, MAX_ATTRIBUTES);
  return new ParticipantInfo({
    sid,
    identity,
    name: shorten(info.name),
    state: enumOr(ParticipantInfo_State, info.state, ParticipantInfo_State.ACTIVE),
    kind: enumOr(ParticipantInfo_Kind, info.kind, ParticipantInfo_Kind.STANDARD),
    metadata: shorten(info.metadata, MAX_METADATA_CHARACTERS),
    attributes: Object.fromEntries(
      attributes.map(([name, value]) => [shorten(name), shorten(value, MAX_METADATA_CHARACTERS)]),
    ),
    joinedAt,
    version,
    ...(permission && { permission }),
  });
}

function isIdentity(identity: string): boolean {
  return identity !== '' && identity.length <= MAX_NAME_CHARACTERS;
}
