import {
  CreateRoomRequest,
  DataPacket,
  DeleteRoomRequest,
  DeleteRoomResponse,
  DisconnectReason,
  ListParticipantsRequest,
  ListParticipantsResponse,
  ListRoomsRequest,
  ListRoomsResponse,
  MuteRoomTrackRequest,
  MuteRoomTrackResponse,
  MuteTrackRequest,
  type ParticipantInfo,
  RemoveParticipantResponse,
  type Room as RoomInfo,
  RoomParticipantIdentity,
  SendDataRequest,
  SendDataResponse,
  UpdateParticipantRequest,
  UpdateRoomMetadataRequest,
  UpdateSubscriptionsRequest,
  UpdateSubscriptionsResponse,
  UserPacket,
} from '@livekit/protocol';
import type { Admissions } from '../admissions.ts';
import type { RoomServerLimits } from '../limits.ts';
import { mergeAttributes, type Participant } from '../room/participant.ts';
import type { Room } from '../room/room.ts';
import { settingsFrom } from '../room/room-settings.ts';
import type { Rooms } from '../room/rooms.ts';
import {
  checkBytes,
  denied,
  method,
  openRoom,
  requireAdmin,
  type ServiceMethods,
  TwirpError,
} from './service-methods.ts';

/**
 * LiveKit's RoomService for our rooms: the methods that `livekit-server-sdk` and LiveKit's command line call. Each
 * throws TwirpError.
 */
export function createRoomService(
  rooms: Rooms,
  admissions: Admissions,
  limits: RoomServerLimits,
): ServiceMethods {
  const roomOf = (name: string): Room => {
    const room = rooms.get(name);
    if (room === undefined) throw new TwirpError('not_found', 'requested room does not exist');
    return room;
  };
  const memberOf = (name: string, identity: string): [Room, Participant] => {
    const room = roomOf(name);
    const participant = room.participants.get(identity);
    if (participant === undefined) throw new TwirpError('not_found', 'participant does not exist');
    return [room, participant];
  };
  return {
    CreateRoom: method(CreateRoomRequest, (request, grant): RoomInfo => {
      if (grant.roomCreate !== true) throw denied();
      if (request.name === '') throw new TwirpError('invalid_argument', 'the room must have a name');
      checkBytes(request.name, limits.nameBytes, 'name');
      checkBytes(request.metadata, limits.metadataBytes, 'metadata');
      const settings = settingsFrom(request);
      const room = openRoom(rooms, admissions, request.name, settings);
      Object.assign(room.settings, settings);
      room.restartExpiry();
      return room.info();
    }),
    ListRooms: method(ListRoomsRequest, ({ names }, grant) => {
      if (grant.roomList !== true) throw denied();
      const wanted = rooms.list().filter((room) => names.length === 0 || names.includes(room.name));
      return new ListRoomsResponse({ rooms: wanted.map((room) => room.info()) });
    }),
    DeleteRoom: method(DeleteRoomRequest, ({ room }, grant) => {
      if (grant.roomCreate !== true) throw denied();
      roomOf(room).finish(DisconnectReason.ROOM_DELETED);
      return new DeleteRoomResponse();
    }),
    ListParticipants: method(ListParticipantsRequest, ({ room }, grant) => {
      requireAdmin(grant, room);
      // Like LiveKit, answers for a nonexistent room as for an empty one.
      const members = rooms.get(room)?.participants.values() ?? [];
      const participants = [...members].map((participant) => participant.info());
      return new ListParticipantsResponse({ participants });
    }),
    GetParticipant: method(RoomParticipantIdentity, ({ room, identity }, grant): ParticipantInfo => {
      requireAdmin(grant, room);
      return memberOf(room, identity)[1].info();
    }),
    RemoveParticipant: method(RoomParticipantIdentity, (request, grant) => {
      requireAdmin(grant, request.room);
      const [room, participant] = memberOf(request.room, request.identity);
      room.remove(participant, DisconnectReason.PARTICIPANT_REMOVED);
      return new RemoveParticipantResponse();
    }),
    MutePublishedTrack: method(MuteRoomTrackRequest, (request, grant) => {
      requireAdmin(grant, request.room);
      const [room, participant] = memberOf(request.room, request.identity);
      const track = participant.publisher.findInfo(request.trackSid);
      if (track === undefined) throw new TwirpError('not_found', 'track does not exist');
      // Only its owner may unmute a track. LiveKit permits more with a setting that is off by default.
      if (track.muted && !request.muted)
        throw new TwirpError('failed_precondition', 'remote unmute not enabled');
      track.muted = request.muted;
      const { trackSid: sid, muted } = request;
      participant.send({ case: 'mute', value: new MuteTrackRequest({ sid, muted }) });
      room.broadcastParticipant(participant);
      return new MuteRoomTrackResponse({ track });
    }),
    UpdateParticipant: method(UpdateParticipantRequest, (request, grant): ParticipantInfo => {
      requireAdmin(grant, request.room);
      checkBytes(request.name, limits.nameBytes, 'name');
      checkBytes(request.metadata, limits.metadataBytes, 'metadata');
      const [room, participant] = memberOf(request.room, request.identity);
      const attributes = mergeAttributes(participant.description.attributes, request.attributes);
      checkBytes(JSON.stringify(attributes), limits.attributesBytes, 'attributes');
      participant.updateDescription(request);
      if (request.permission === undefined) room.broadcastParticipant(participant);
      else room.updatePermission(participant, request.permission);
      return participant.info();
    }),
    UpdateSubscriptions: method(UpdateSubscriptionsRequest, (request, grant) => {
      requireAdmin(grant, request.room);
      const [room, participant] = memberOf(request.room, request.identity);
      const sids = [...request.trackSids, ...request.participantTracks.flatMap((entry) => entry.trackSids)];
      for (const trackSid of sids) {
        if (request.subscribe) room.mediaTracks.subscribe(participant, trackSid);
        else room.mediaTracks.unsubscribe(participant, trackSid);
      }
      return new UpdateSubscriptionsResponse();
    }),
    SendData: method(SendDataRequest, (request, grant) => {
      requireAdmin(grant, request.room);
      const { data: payload, topic, nonce, destinationIdentities, destinationSids } = request;
      const value = new UserPacket({
        payload,
        nonce,
        destinationIdentities,
        destinationSids,
        ...(topic === undefined ? {} : { topic }),
      });
      const packet = new DataPacket({ destinationIdentities, value: { case: 'user', value } });
      roomOf(request.room).sendData(request.kind, packet);
      return new SendDataResponse();
    }),
    UpdateRoomMetadata: method(UpdateRoomMetadataRequest, (request, grant): RoomInfo => {
      requireAdmin(grant, request.room);
      checkBytes(request.metadata, limits.metadataBytes, 'metadata');
      const room = roomOf(request.room);
      room.updateMetadata(request.metadata);
      return room.info();
    }),
  };
}
