import { EventEmitter } from 'node:events';
import {
  AddTrackRequest,
  DisconnectReason,
  ParticipantInfo_State,
  SignalRequest,
  SignalResponse,
  TrackType,
  UpdateParticipantMetadata,
} from '@livekit/protocol';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { Admissions } from '../admissions.ts';
import { defaultLimits } from '../limits.ts';
import { workFaults } from '../room/room.ts';
import { Rooms } from '../room/rooms.ts';
import { createDtlsCertificate } from '../transport/dtls-certificate.ts';
import { PacketRouter } from '../transport/packet-router.ts';
import { WeriftTransport } from '../transport/werift-transport.ts';
import { acceptClient } from './accept-client.ts';
import { readQuery } from './client-request.ts';
import { FairScheduler } from './fair-scheduler.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const certificate = await createDtlsCertificate();
const lines: unknown[] = [];

/** Creates a client of a room that records what it receives. */
function join(rooms: Rooms, identity: string) {
  const received: SignalResponse['message'][] = [];
  const socket = Object.assign(new EventEmitter(), {
    OPEN: 1,
    readyState: 1,
    bufferedAmount: 0,
    send: (data: Uint8Array) => received.push(SignalResponse.fromBinary(data).message),
    close: () => socket.emit('close'),
    ping: () => socket.emit('pong'),
  });
  const router = new PacketRouter();
  acceptClient(
    {
      rooms,
      admissions: new Admissions(undefined, defaultLimits),
      limits: defaultLimits,
      log: () => undefined,
      turn: undefined,
      scheduler: new FairScheduler(defaultLimits),
      tokens: { renew: () => Promise.resolve('token') },
      createTransport: () => new WeriftTransport(router, certificate, []),
    },
    socket as unknown as WebSocket,
    readQuery(new URLSearchParams()),
    { sub: identity, video: { room: 'room', roomJoin: true } },
  );
  const participant = rooms.get('room')!.participants.get(identity)!;
  /** Returns the participants whose departure was reported. */
  const gone = () =>
    received.flatMap(({ case: name, value }) =>
      name === 'update'
        ? value.participants
            .filter(({ state }) => state === ParticipantInfo_State.DISCONNECTED)
            .map((info) => info.identity)
        : [],
    );
  return { participant, socket, gone, received };
}

const openRooms = () => {
  lines.length = 0;
  return new Rooms(defaultLimits, (...line) => lines.push(line));
};

test('a client that has left leaves no timer behind, which would keep it in memory', () => {
  const rooms = openRooms();
  join(rooms, 'client');
  const room = rooms.get('room')!;
  expect(room.participants.size).toBe(1);
  room.finish(DisconnectReason.ROOM_DELETED);
  expect(vi.getTimerCount()).toBe(0);
});

test('a client that asks to send VP9 is answered with VP8, and the log says so once', () => {
  const rooms = openRooms();
  const { socket, received } = join(rooms, 'client');
  Object.assign(socket, { pause: () => undefined, resume: () => undefined });
  for (const cid of ['camera', 'screen']) {
    const request = { cid, type: TrackType.VIDEO, simulcastCodecs: [{ codec: 'vp9' }, { codec: 'h264' }] };
    const message = { case: 'addTrack' as const, value: new AddTrackRequest(request) };
    socket.emit('message', new SignalRequest({ message }).toBinary(), true);
    vi.advanceTimersByTime(10);
  }
  const tracks = received.flatMap(({ case: name, value }) =>
    name === 'trackPublished' ? [value.track] : [],
  );
  expect(tracks.map((track) => track?.codecs.map(({ mimeType }) => mimeType))).toEqual([
    ['video/VP8', 'video/H264'],
    ['video/VP8', 'video/H264'],
  ]);
  expect(lines).toEqual([
    ['info', expect.any(String), expect.objectContaining({ event: 'room.codec_replaced', asked: 'vp9' })],
  ]);
  rooms.close();
});

const metadata = { case: 'updateMetadata' as const, value: new UpdateParticipantMetadata({ metadata: 'm' }) };
type Joined = ReturnType<typeof join>;
const fail = () => {
  throw new RangeError('a fault of ours');
};

test.each<[name: string, spoil: (client: Joined) => void, afterMs: number]>([
  [
    'its part of the regular work of the room',
    ({ participant }) => vi.spyOn(participant.publisher.uplink, 'limitBitrate').mockImplementation(fail),
    1_000,
  ],
  ['a timer of its media', ({ participant }) => participant.publisher.transport.guard(fail), 0],
  [
    'what it does in its turn',
    ({ participant, socket }) => {
      vi.spyOn(participant, 'updateDescription').mockImplementation(fail);
      participant.permission.canUpdateMetadata = true;
      socket.emit('message', new SignalRequest({ message: metadata }).toBinary(), true);
    },
    10,
  ],
  [
    'what it says of itself, once its client is gone for good',
    ({ participant, socket }) => {
      Object.assign(participant.traits, { clientProtocol: 1.5 });
      socket.emit('close');
    },
    defaultLimits.resumeGraceMs,
  ],
])('a client whose input makes processing fail is removed, and nobody else: %s', (_, spoil, afterMs) => {
  const rooms = openRooms();
  const other = join(rooms, 'other');
  other.participant.markActive();
  const faults = workFaults.count;
  const client = join(rooms, 'client');
  spoil(client);
  vi.advanceTimersByTime(afterMs);
  expect([...rooms.get('room')!.participants.keys()]).toEqual(['other']);
  expect(other.gone()).toEqual(['client']);
  expect(workFaults.count).toBe(faults + 1);
  expect(lines).toHaveLength(1);
  rooms.close();
});
