import {
  type AddTrackRequest,
  DisconnectReason,
  LeaveRequest_Action,
  Pong,
  RequestResponse,
  RequestResponse_Reason,
  SessionDescription,
  type SignalRequest,
  type SimulateScenario,
  SpeakerInfo,
  SpeakersChanged,
  TrackPublishedResponse,
  TrackType,
  type UpdateParticipantMetadata,
} from '@livekit/protocol';
import type { RoomServerLimits } from '../limits.ts';
import { mergeAttributes, type Participant } from '../room/participant.ts';
import { mayPublish } from '../room/permissions.ts';
import { unsupportedCodec } from '../room/publisher.ts';
import type { Room } from '../room/room.ts';

/** The protocol has nine features. */
const MAX_FEATURES = 32;

export interface SignalContext {
  readonly room: Room;
  readonly participant: Participant;
  readonly limits: RoomServerLimits;
}

/**
 * Handles a client's request on its signalling connection.
 * @throws Error if a session description cannot be parsed or a list is too long; never otherwise.
 */
export function handleSignal(context: SignalContext, message: SignalRequest['message']): void {
  const { room, participant, limits } = context;
  switch (message.case) {
    case 'offer':
      answerOffer(participant, message.value);
      return;
    case 'answer':
      participant.subscriber.handleAnswer(message.value.sdp, message.value.id);
      return;
    case 'addTrack':
      addTrack(context, message.value);
      return;
    case 'mute': {
      const info = participant.publisher.findInfo(message.value.sid);
      if (info === undefined || info.muted === message.value.muted) return;
      info.muted = message.value.muted;
      room.broadcastParticipant(participant);
      return;
    }
    case 'subscription': {
      checkListBytes(message.value, limits);
      const { trackSids, participantTracks, subscribe } = message.value;
      // A message can contain the same track thousands of times.
      for (const trackSid of new Set([
        ...trackSids,
        ...participantTracks.flatMap((entry) => entry.trackSids),
      ])) {
        if (subscribe) room.mediaTracks.subscribe(participant, trackSid);
        else room.mediaTracks.unsubscribe(participant, trackSid);
      }
      room.updateWantedLayers();
      return;
    }
    case 'trackSetting':
      checkListBytes(message.value, limits);
      for (const trackSid of new Set(message.value.trackSids))
        participant.subscriber.setTrackSettings(trackSid, message.value);
      room.updateWantedLayers();
      return;
    case 'subscriptionPermission':
      checkListBytes(message.value, limits);
      participant.subscriptionPermission = message.value;
      room.refreshSubscribers(participant);
      return;
    case 'updateMetadata':
      updateOwnMetadata(context, message.value);
      return;
    case 'updateAudioTrack': {
      const info = participant.publisher.findInfo(message.value.trackSid);
      if (info === undefined) return;
      info.audioFeatures = [...new Set(message.value.features)].slice(0, MAX_FEATURES);
      room.broadcastParticipant(participant);
      return;
    }
    case 'ping':
      participant.send({ case: 'pong', value: BigInt(Date.now()) });
      return;
    case 'pingReq': {
      const value = new Pong({ lastPingTimestamp: message.value.timestamp, timestamp: BigInt(Date.now()) });
      participant.send({ case: 'pongResp', value });
      return;
    }
    case 'syncState':
      for (const trackSid of message.value.trackSidsDisabled) {
        participant.subscriber.subscriptions.get(trackSid)?.downlink.setPaused(true);
      }
      return;
    case 'publishDataTrackRequest': {
      const refusal = room.dataTracks.publish(participant, message.value);
      if (refusal !== undefined) {
        respond(participant, { ...refusal, request: { case: 'publishDataTrack', value: message.value } });
        return;
      }
      room.broadcastParticipant(participant);
      room.dataTracks.autoSubscribeAll();
      return;
    }
    case 'unpublishDataTrackRequest':
      if (room.dataTracks.unpublish(participant, message.value.pubHandle))
        room.broadcastParticipant(participant);
      else {
        respond(participant, {
          reason: RequestResponse_Reason.NOT_FOUND,
          message: 'the data track does not exist',
          request: { case: 'unpublishDataTrack', value: message.value },
        });
      }
      return;
    case 'updateDataSubscription':
      room.dataTracks.update(participant, message.value);
      return;
    case 'simulate':
      simulate(context, message.value);
      return;
    case 'leave':
      room.remove(participant, DisconnectReason.CLIENT_INITIATED);
      return;
    default:
    // `trickle` is ignored: an ICE-lite agent sends no checks, and answers those from any address.
  }
}

/** @throws Error if a list of tracks is too long: each track is looked up, and permissions are stored. */
function checkListBytes(message: { toBinary(): Uint8Array }, { listBytes }: RoomServerLimits): void {
  if (message.toBinary().length > listBytes) throw new Error(`the list has more than ${listBytes} bytes`);
}

/** Simulates a failure that a client requests for its own tests. The other scenarios need several machines or TURN. */
function simulate({ room, participant }: SignalContext, { scenario }: SimulateScenario): void {
  switch (scenario.case) {
    case 'speakerUpdate': {
      const { sid } = participant;
      const value = new SpeakersChanged({ speakers: [new SpeakerInfo({ sid, level: 0.9, active: true })] });
      participant.send({ case: 'speakersChanged', value });
      return;
    }
    case 'leaveRequestFullReconnect':
    case 'serverLeave':
    case 'nodeFailure':
      room.remove(participant, DisconnectReason.STATE_MISMATCH, LeaveRequest_Action.RECONNECT);
      return;
    case 'disconnectSignalOnResume':
    case 'disconnectSignalOnResumeNoMessages':
      participant.signalling?.close();
      return;
    default:
  }
}

function respond(participant: Participant, response: Partial<RequestResponse>): void {
  participant.send({ case: 'requestResponse', value: new RequestResponse(response) });
}

/** @throws Error if the offer cannot be parsed. */
function answerOffer(participant: Participant, offer: SessionDescription): void {
  participant.publisher.answer(offer.sdp, ({ sdp, midToTrackId }) => {
    const value = new SessionDescription({ type: 'answer', sdp, id: offer.id, midToTrackId });
    participant.send({ case: 'answer', value });
  });
}

function addTrack(context: SignalContext, request: AddTrackRequest): void {
  const { participant } = context;
  const refusal = refusalOf(context, request);
  const track = refusal === undefined ? participant.publisher.announce(request) : undefined;
  if (track !== undefined) {
    const missing = unsupportedCodec(request);
    if (missing !== '') participant.conduct.logUnsupportedCodec(missing);
    participant.send({
      case: 'trackPublished',
      value: new TrackPublishedResponse({ cid: request.cid, track }),
    });
    return;
  }
  const reason = refusal ?? RequestResponse_Reason.LIMIT_EXCEEDED;
  respond(participant, { reason, request: { case: 'addTrack', value: request } });
}

function refusalOf(
  { participant, limits }: SignalContext,
  request: AddTrackRequest,
): RequestResponse_Reason | undefined {
  const { type, source } = request;
  if (!mayPublish(participant.permission, source)) return RequestResponse_Reason.NOT_ALLOWED;
  if (type !== TrackType.AUDIO && type !== TrackType.VIDEO) return RequestResponse_Reason.UNSUPPORTED_TYPE;
  return request.toBinary().length > limits.trackBytes ? RequestResponse_Reason.LIMIT_EXCEEDED : undefined;
}

function updateOwnMetadata(
  { room, participant, limits }: SignalContext,
  update: UpdateParticipantMetadata,
): void {
  const { requestId } = update;
  const answer = (reason: RequestResponse_Reason) =>
    respond(participant, { requestId, reason, request: { case: 'updateMetadata', value: update } });
  if (!participant.permission.canUpdateMetadata) {
    answer(RequestResponse_Reason.NOT_ALLOWED);
    return;
  }
  const attributes = mergeAttributes(participant.description.attributes, update.attributes);
  const sizes = [
    [update.name, limits.nameBytes],
    [update.metadata, limits.metadataBytes],
    [JSON.stringify(attributes), limits.attributesBytes],
  ] as const;
  if (sizes.some(([text, maxBytes]) => Buffer.byteLength(text) > maxBytes)) {
    answer(RequestResponse_Reason.LIMIT_EXCEEDED);
    return;
  }
  participant.updateDescription(update);
  room.broadcastParticipant(participant);
  answer(RequestResponse_Reason.OK);
}
