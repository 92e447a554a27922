import { randomBytes } from 'node:crypto';
import {
  ClientInfo_Capability,
  DisconnectReason,
  LeaveRequest,
  LeaveRequest_Action,
  ParticipantUpdate,
  ReconnectResponse,
  type SignalRequest,
  SignalResponse,
} from '@livekit/protocol';
import type { WebSocket } from 'ws';
import type { Admissions } from '../admissions.ts';
import type { RoomServerLimits } from '../limits.ts';
import type { Log } from '../log.ts';
import { AnsweringSubscriber } from '../room/answering-subscriber.ts';
import type { Conduct } from '../room/conduct.ts';
import { OfferingSubscriber } from '../room/offering-subscriber.ts';
import { Participant } from '../room/participant.ts';
import { grantOf } from '../room/permissions.ts';
import { Publisher } from '../room/publisher.ts';
import type { Room } from '../room/room.ts';
import { settingsFrom } from '../room/room-settings.ts';
import type { Rooms } from '../room/rooms.ts';
import type { Subscriber } from '../room/subscriber.ts';
import { ReceiveSections } from '../sdp/receive-sections.ts';
import type { Claims, Tokens } from '../tokens.ts';
import type { WeriftTransport } from '../transport/werift-transport.ts';
import type { ClientRequest } from './client-request.ts';
import type { FairScheduler } from './fair-scheduler.ts';
import { handleSignal } from './handle-signal.ts';
import { joinResponse, serverInfo } from './join-response.ts';
import { SignalSocket } from './signal-socket.ts';
import { iceServersFor, type TurnServers } from './turn-servers.ts';

const REFRESH_MS = 5 * 60_000;
const kindNames = ['standard', 'ingress', 'egress', 'sip', 'agent'];

export interface AcceptContext {
  readonly rooms: Rooms;
  readonly admissions: Admissions;
  readonly limits: RoomServerLimits;
  readonly log: Log;
  readonly tokens: Pick<Tokens, 'renew'>;
  readonly turn: TurnServers | undefined;
  readonly scheduler: FairScheduler;
  /** @param owner the room's owner, who is charged for the work on packets, as the person is */
  createTransport(owner: string, conduct: Conduct): WeriftTransport;
}

/** Why a client cannot join, with the HTTP status for refusing the upgrade. */
export interface Refusal {
  readonly status: 400 | 401 | 403 | 404 | 503;
  readonly message: string;
}

/** Returns why a client cannot join. Called before the upgrade and before its join request is parsed. */
export function joinRefusal(context: AcceptContext, claims: Claims): Refusal | undefined {
  const { rooms, admissions, limits } = context;
  const name = claims.video.room ?? '';
  const identity = claims.sub ?? '';
  if (claims.video.roomJoin !== true || name === '' || identity === '') {
    return { status: 401, message: 'the token does not allow joining a room' };
  }
  if ([name, identity].some((text) => Buffer.byteLength(text) > limits.nameBytes))
    return { status: 403, message: 'the name of the room or the identity is too long' };
  const owner = admissions.ownerOf(name);
  if (owner === undefined) return { status: 404, message: 'requested room does not exist' };
  if (Buffer.byteLength(claims.roomConfig?.metadata ?? '') > limits.metadataBytes)
    return { status: 400, message: 'the room metadata of the token is too large' };
  const room = rooms.get(name);
  if (room?.participants.has(identity) === true) return undefined;
  if (room === undefined && rooms.list().length >= limits.rooms)
    return { status: 503, message: 'too many rooms' };
  if (room?.full === true) return { status: 403, message: 'the room is full' };
  if (rooms.participantCount >= limits.participants)
    return { status: 503, message: 'too many participants on this server' };
  const isOfEndUser = admissions.isOfEndUser(name);
  let pending = 0;
  let pendingOfOwner = 0;
  let pendingOfEndUsers = 0;
  for (const other of rooms.list()) {
    const joining = [...other.participants.values()].filter(({ active }) => !active).length;
    pending += joining;
    if (admissions.ownerOf(other.name) !== owner) continue;
    pendingOfOwner += joining;
    if (admissions.isOfEndUser(other.name)) pendingOfEndUsers += joining;
  }
  return pending >= limits.pendingJoins ||
    pendingOfOwner >= limits.pendingJoinsPerOwner ||
    (isOfEndUser && pendingOfEndUsers >= limits.pendingJoinsOfEndUsers)
    ? { status: 503, message: 'too many joins at once' }
    : undefined;
}

/** Returns why the metadata or attributes that a client sets for itself are not accepted. */
export function ownDataRefusal(
  { limits }: AcceptContext,
  claims: Claims,
  { metadata, attributes }: ClientRequest,
): Refusal | undefined {
  if (metadata === '' && Object.keys(attributes).length === 0) return undefined;
  if (claims.video.canUpdateOwnMetadata !== true)
    return {
      status: 401,
      message: 'the token does not allow the client to set its own metadata or attributes',
    };
  const all = JSON.stringify({ ...claims.attributes, ...attributes });
  return Buffer.byteLength(metadata) > limits.metadataBytes || Buffer.byteLength(all) > limits.attributesBytes
    ? { status: 400, message: 'the metadata or the attributes are too large' }
    : undefined;
}

/** Handles an upgraded connection: a new join, or the resumption of a participant whose connection was lost. */
export function acceptClient(
  context: AcceptContext,
  webSocket: WebSocket,
  request: ClientRequest,
  claims: Claims,
) {
  const identity = claims.sub ?? '';
  const room = context.rooms.open(claims.video.room ?? '', settingsFrom(claims.roomConfig));
  if (room === undefined) {
    webSocket.on('error', () => undefined);
    webSocket.close(1013, 'too many rooms');
    return;
  }
  const known = room.participants.get(identity);
  if (request.reconnect) {
    const sid = request.participantSid;
    if (known === undefined || (sid !== '' && sid !== known.sid)) {
      refuseResume(webSocket);
      return;
    }
    if (known.mediaClosed) {
      // There is nothing to resume, because its media has failed for good.
      room.remove(known, DisconnectReason.CONNECTION_TIMEOUT);
      refuseResume(webSocket);
      return;
    }
    room.attempt(known, () => resume(context, room, known, openSocket(context, room, known, webSocket)));
    return;
  }
  if (known !== undefined) room.remove(known, DisconnectReason.DUPLICATE_IDENTITY);
  const participant = createParticipant(context, room, identity, claims, request);
  room.attempt(participant, () => join(context, room, participant, webSocket, request));
}

function createParticipant(
  context: AcceptContext,
  room: Room,
  identity: string,
  claims: Claims,
  { traits, sharedConnection, metadata, attributes }: ClientRequest,
): Participant {
  const { tracksPerParticipant } = context.limits;
  const sessionId = () => String(randomBytes(6).readUIntBE(0, 6));
  const conduct = room.conductOf(identity);
  const createTransport = () => context.createTransport(ownerOf(context, room), conduct);
  const transport = createTransport();
  const sections = sharedConnection ? new ReceiveSections() : undefined;
  const publisher = new Publisher(transport, sessionId(), tracksPerParticipant, sections);
  const receiver = {
    packetTrailers: traits.capabilities.includes(ClientInfo_Capability.CAP_PACKET_TRAILER),
    adaptiveStream: traits.adaptiveStream,
  };
  let subscriber: Subscriber;
  if (sections === undefined) subscriber = new OfferingSubscriber(createTransport(), sessionId(), receiver);
  else {
    const answering = new AnsweringSubscriber(transport, sections, receiver);
    publisher.on('answered', (trackSids) => answering.handleAnswered(trackSids));
    subscriber = answering;
  }
  const own = { metadata: metadata || claims.metadata, attributes: { ...claims.attributes, ...attributes } };
  return new Participant(identity, { ...claims, ...own }, traits, { publisher, subscriber }, conduct);
}

function join(
  context: AcceptContext,
  room: Room,
  participant: Participant,
  webSocket: WebSocket,
  request: ClientRequest,
): void {
  const socket = openSocket(context, room, participant, webSocket);
  room.admit(participant);
  participant.attach(socket);
  const iceServers = iceServersFor(context.turn, participant.sid);
  participant.send({
    case: 'join',
    value: joinResponse(room, participant, request.sharedConnection, iceServers),
  });
  room.broadcastParticipant(participant);
  room.autoSubscribe(participant);
  for (const message of request.firstMessages)
    schedule(context, room, participant, () => receive(context, room, participant, message));
  context.log('debug', 'a participant joined a room', {
    event: 'room.participant_joined',
    room: room.name,
    participant: participant.identity,
  });
}

function resume(context: AcceptContext, room: Room, participant: Participant, socket: SignalSocket): void {
  participant.attach(socket);
  const { lastReliableSequence } = participant;
  participant.send({
    case: 'reconnect',
    value: new ReconnectResponse({
      iceServers: iceServersFor(context.turn, participant.sid),
      serverInfo: serverInfo(),
      lastMessageSeq: lastReliableSequence,
    }),
  });
  const visible = [...room.participants.values()].filter(
    (other) => other === participant || !other.permission.hidden,
  );
  const participants = visible.map((other) => other.info());
  participant.send({ case: 'update', value: new ParticipantUpdate({ participants }) });
  room.dataTracks.sendHandles(participant);
  participant.subscriber.restart();
  context.log('debug', 'a participant resumed its connection', {
    event: 'room.participant_resumed',
    room: room.name,
    participant: participant.identity,
  });
}

function schedule(context: AcceptContext, room: Room, participant: Participant, work: () => void): void {
  const attempt = () => room.attempt(participant, work);
  context.scheduler.add(ownerOf(context, room), participant.conduct, attempt);
}

const ownerOf = ({ admissions }: AcceptContext, { name }: Room) => admissions.ownerOf(name) ?? name;

function receive(
  { limits }: AcceptContext,
  room: Room,
  participant: Participant,
  message: SignalRequest['message'],
): void {
  if (participant.closed) return;
  try {
    handleSignal({ room, participant, limits }, message);
  } catch (error) {
    participant.conduct.addFault(`an invalid ${message.case}: ${String(error).slice(0, 200)}`);
    // LiveKit does the same (livekit-server, pkg/rtc/participant.go: `NegotiateFailed`).
    room.remove(participant, DisconnectReason.STATE_MISMATCH, LeaveRequest_Action.RECONNECT);
  }
}

function openSocket(
  context: AcceptContext,
  room: Room,
  participant: Participant,
  webSocket: WebSocket,
): SignalSocket {
  const { limits } = context;
  const stopRefresh = startTokenRefresh(context.tokens, participant);
  const socket: SignalSocket = new SignalSocket(webSocket, limits, {
    admitBytes: (count) => {
      if (participant.conduct.signalBytes.pass(count)) return true;
      room.evict(participant, 'too many bytes of signalling messages');
      return false;
    },
    schedule: (work) => schedule(context, room, participant, work),
    handleMessage: (message) => {
      if (participant.signalling !== socket) return;
      room.attempt(participant, () => receive(context, room, participant, message));
    },
    handleTooManyItems: () => participant.conduct.addFault('a signalling message with too many items'),
    handleClose: () => {
      stopRefresh();
      if (!participant.detach(socket) || participant.closed) return;
      const removeIfNotResumed = () => {
        if (participant.signalling === undefined)
          room.remove(participant, DisconnectReason.CONNECTION_TIMEOUT);
      };
      setTimeout(() => room.attempt(participant, removeIfNotResumed), limits.resumeGraceMs).unref();
    },
  });
  return socket;
}

/** Sends a leave request with the action RECONNECT, because the participant to resume was removed. */
function refuseResume(webSocket: WebSocket): void {
  const value = new LeaveRequest({
    canReconnect: true,
    reason: DisconnectReason.STATE_MISMATCH,
    action: LeaveRequest_Action.RECONNECT,
  });
  webSocket.send(new SignalResponse({ message: { case: 'leave', value } }).toBinary());
  webSocket.on('error', () => webSocket.terminate());
  webSocket.close(1000);
}

/**
 * Sends a connected client fresh tokens: at once, because its first one may expire soon, every few minutes, and when
 * its claims have changed. With them the client can reconnect after its first token has expired.
 * @returns a function that stops it.
 */
function startTokenRefresh(tokens: AcceptContext['tokens'], participant: Participant): () => void {
  const renew = async () => {
    const { identity, description, permission, kind } = participant;
    const grant = grantOf(permission, participant.grant);
    const value = await tokens.renew({
      identity,
      ...description,
      grant,
      kind: kindNames[kind],
    });
    participant.send({ case: 'refreshToken', value });
  };
  const refresh = () => void renew().catch(() => undefined);
  refresh();
  participant.handleClaimsChange = refresh;
  const timer = setInterval(refresh, REFRESH_MS);
  timer.unref();
  return () => clearInterval(timer);
}
