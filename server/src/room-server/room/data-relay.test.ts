import { EventEmitter } from 'node:events';
import {
  ChatMessage,
  DataPacket,
  DataStream_Chunk,
  DataStream_CompressionType,
  DataStream_Header,
  DataStream_TextHeader,
  DataStream_Trailer,
  DisconnectReason,
  EncryptedPacket,
  MetricsBatch,
  RpcAck,
  RpcRequest,
  RpcResponse,
  TrackSource,
  TrackType,
  Transcription,
  UserPacket,
} from '@livekit/protocol';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { Admissions } from '../admissions.ts';
import { defaultLimits } from '../limits.ts';
import { acceptClient } from '../signal/accept-client.ts';
import { readQuery } from '../signal/client-request.ts';
import { FairScheduler } from '../signal/fair-scheduler.ts';
import { createDtlsCertificate } from '../transport/dtls-certificate.ts';
import { PacketRouter } from '../transport/packet-router.ts';
import { WeriftTransport } from '../transport/werift-transport.ts';
import type { PublishedTrack } from './published-track.ts';
import type { Room } from './room.ts';
import { Rooms } from './rooms.ts';

const certificate = await createDtlsCertificate();
const limits = { ...defaultLimits, joinTimeoutMs: 2 ** 30 };
const lines: unknown[] = [];
let rooms: Rooms;

beforeEach(() => {
  vi.useFakeTimers();
  lines.length = 0;
  rooms = new Rooms(limits, (...line) => lines.push(line));
});
afterEach(() => {
  rooms.close();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Creates a participant without media: the test passes what it sends to the room, and records what it receives. */
function join(identity: string, kind = 'standard') {
  const socket = Object.assign(new EventEmitter(), {
    OPEN: 1,
    readyState: 1,
    bufferedAmount: 0,
    send: () => undefined,
    ping: () => socket.emit('pong'),
    close: () => socket.emit('close'),
  });
  acceptClient(
    {
      rooms,
      admissions: new Admissions(undefined, defaultLimits),
      limits,
      log: () => undefined,
      turn: undefined,
      scheduler: new FairScheduler(defaultLimits),
      tokens: { renew: () => Promise.resolve('token') },
      createTransport: () => new WeriftTransport(new PacketRouter(), certificate, []),
    },
    socket as unknown as WebSocket,
    readQuery(new URLSearchParams()),
    { sub: identity, kind, video: { room: 'room', roomJoin: true } },
  );
  const participant = rooms.get('room')!.participants.get(identity)!;
  const received: DataPacket[] = [];
  vi.spyOn(participant.subscriber.transport.channels, 'sendOnceOpen').mockImplementation((_, message) => {
    received.push(DataPacket.fromBinary(message));
  });
  const sendOn =
    (channel: string) =>
    (value: DataPacket['value'], rest: Partial<DataPacket> = {}) => {
      const packet = Buffer.from(new DataPacket({ ...rest, value }).toBinary());
      participant.publisher.emit('data', channel, packet);
    };
  return { participant, received, send: sendOn('_reliable'), sendLossy: sendOn('_lossy') };
}

const header = (streamId: string, rest: Partial<DataStream_Header> = {}): DataPacket['value'] => ({
  case: 'streamHeader',
  value: new DataStream_Header({
    streamId,
    contentHeader: { case: 'textHeader', value: new DataStream_TextHeader() },
    ...rest,
  }),
});
const chunk = (streamId: string): DataPacket['value'] => ({
  case: 'streamChunk',
  value: new DataStream_Chunk({ streamId }),
});
const trailer = (streamId: string): DataPacket['value'] => ({
  case: 'streamTrailer',
  value: new DataStream_Trailer({ streamId }),
});
const transcription = (transcribedParticipantIdentity: string, trackId: string): DataPacket['value'] => ({
  case: 'transcription',
  value: new Transcription({ transcribedParticipantIdentity, trackId }),
});

const refused: [name: string, value: DataPacket['value']][] = [
  ['nothing', { case: undefined }],
  ['metrics', { case: 'metrics', value: new MetricsBatch() }],
  ['a transcription by anybody', transcription('visitor', '')],
  ['a call without id', { case: 'rpcRequest', value: new RpcRequest({ method: 'm' }) }],
  ['a call without method', { case: 'rpcRequest', value: new RpcRequest({ id: '1' }) }],
  ['an acknowledgement without id', { case: 'rpcAck', value: new RpcAck() }],
  ['an answer without content', { case: 'rpcResponse', value: new RpcResponse({ requestId: '1' }) }],
  ['an encrypted packet that is none', { case: 'encryptedPacket', value: new EncryptedPacket() }],
  ['a stream without id', header('')],
  ['a stream with a long id', header('ä'.repeat(129))],
  ['a stream of nothing', header('s', { contentHeader: { case: undefined } })],
  ['a stream longer than 1 TiB', header('s', { totalLength: 2n ** 63n })],
  ['a compressed stream', header('s', { compression: DataStream_CompressionType.DEFLATE_RAW })],
  ['a stream with the id of that of another', header('taken')],
  ['a part of no stream', chunk('s')],
  ['a part of the stream of another', chunk('taken')],
  ['the end of the stream of another', trailer('taken')],
];

test.each(refused)('%s is not passed on', (_, value) => {
  const other = join('other');
  const avatar = join('avatar');
  const visitor = join('visitor');
  other.send(header('taken'));
  avatar.received.length = 0;
  visitor.send(value);
  visitor.send({ case: 'user', value: new UserPacket() });
  expect(avatar.received.map((packet) => packet.value.case)).toEqual(['user']);
});

test('a transcription is passed on only from an agent, and for an existing track', () => {
  const [page, agent, avatar] = [join('page'), join('agent', 'agent'), join('avatar')];
  const track = page.participant.publisher.announce(
    Object.assign(
      { sid: '', cid: 'c', type: TrackType.AUDIO, source: TrackSource.MICROPHONE },
      { simulcastCodecs: [], layers: [], packetTrailerFeatures: [], audioFeatures: [] },
    ) as never,
  )!;
  page.participant.publisher.tracks.set(track.sid, { info: track } as PublishedTrack);
  for (const [of, trackId] of [
    ['page', ''],
    ['page', 'TR_unknown'],
    ['nobody', track.sid],
    ['agent', track.sid],
  ] as const)
    agent.send(transcription(of, trackId));
  page.send(transcription('page', track.sid));
  expect(avatar.received).toEqual([]);
  agent.send(transcription('page', track.sid));
  expect(avatar.received.map((packet) => packet.value.case)).toEqual(['transcription']);
  page.participant.publisher.tracks.clear();
});

const room = (): Room => rooms.get('room')!;
const isIn = (identity: string) => room().participants.has(identity);

test('a participant that leaves streams unfinished is removed, with one line in the log, and the streams end', () => {
  const avatar = join('avatar');
  const visitor = join('visitor');
  for (let stream = 0; stream < 20_000; stream++) visitor.send(header(`stream ${stream}`));
  expect(isIn('visitor')).toBe(false);
  expect(visitor.participant.disconnectReason).toBe(DisconnectReason.PARTICIPANT_REMOVED);
  const begun = avatar.received.filter((packet) => packet.value.case === 'streamHeader').length;
  const ended = avatar.received.filter((packet) => packet.value.case === 'streamTrailer').length;
  expect(begun).toBeLessThanOrEqual(defaultLimits.openStreams);
  expect(ended).toBeGreaterThanOrEqual(begun);
  expect(lines).toHaveLength(1);
  expect(isIn('avatar')).toBe(true);
});

test('a participant that starts too much is removed, even across consecutive connections', () => {
  const avatar = join('avatar');
  const message: DataPacket['value'] = { case: 'chatMessage', value: new ChatMessage({ id: '1' }) };
  for (let connection = 0; connection < 10; connection++) {
    const visitor = join('visitor');
    for (let count = 0; count < 300; count++) visitor.send(message);
  }
  expect(isIn('visitor')).toBe(false);
  expect(avatar.received).toHaveLength(defaultLimits.messageStartsAtOnce);
  expect(lines).toHaveLength(1);
  vi.advanceTimersByTime(60_000);
  const visitor = join('visitor');
  visitor.send(message);
  expect(avatar.received).toHaveLength(defaultLimits.messageStartsAtOnce + 1);
});

test('a participant that is called can answer everybody, however many call', () => {
  const [avatar, visitor] = [join('avatar'), join('visitor')];
  const answer = { topic: 'lk.rpc_response', inlineContent: new Uint8Array(1) };
  for (let n = 0; n < 1_000; n++) avatar.send(header(`${n}`, answer));
  expect(visitor.received).toHaveLength(1_000);
});

test('a removal has a line of its own, also within a minute of another fault', () => {
  const visitor = join('visitor');
  visitor.send(chunk('none'));
  expect(lines).toHaveLength(1);
  for (let count = 0; count < 600; count++)
    visitor.send({ case: 'chatMessage', value: new ChatMessage({ id: '1' }) });
  expect(lines).toHaveLength(2);
  expect(JSON.stringify(lines[1])).toContain('removed: too many streams, calls and messages at once');
});

test('media packets are forwarded up to a rate, and drops are reported once a minute', () => {
  const { participant } = join('visitor');
  const forward = vi.spyOn(participant.publisher.uplink, 'handleRtp').mockReturnValue();
  const flood = () => {
    for (let n = 0; n < 10_000; n++) participant.publisher.emit('rtp', Buffer.alloc(12));
  };
  flood();
  expect(forward).toHaveBeenCalledTimes(defaultLimits.mediaPacketsPerSecond);
  vi.advanceTimersByTime(500);
  flood();
  expect(forward).toHaveBeenCalledTimes(1.5 * defaultLimits.mediaPacketsPerSecond);
  expect(lines).toHaveLength(1);
  expect(JSON.stringify(lines[0])).toContain('too many media packets per second');
});

test('a stream that stops is ended for its own receivers only', () => {
  const [avatar, other, visitor] = [join('avatar'), join('other'), join('visitor')];
  const rest = { destinationIdentities: ['avatar'] };
  visitor.send(header('goes on'), rest);
  visitor.send(header('stops'), rest);
  for (let minute = 0; minute < 6; minute++) {
    vi.advanceTimersByTime(60_000);
    visitor.send(chunk('goes on'), rest);
  }
  const ends = avatar.received.filter((packet) => packet.value.case === 'streamTrailer');
  expect(ends.map(({ value }) => value.value)).toMatchObject([{ streamId: 'stops', reason: /./ }]);
  expect(other.received).toEqual([]);
});

test('the end of a stream goes reliably to the receivers of its header, whatever names it gives', () => {
  const [avatar, other, visitor] = [join('avatar'), join('other'), join('visitor')];
  const toAvatar = { destinationIdentities: ['avatar'] };
  visitor.send(header('one'), toAvatar);
  visitor.send(chunk('one'), { destinationIdentities: ['nobody'] });
  visitor.send(trailer('one'), { destinationIdentities: ['other'] });
  // LiveKit's Rust clients name the destinations only in the header.
  visitor.send(header('two'), toAvatar);
  visitor.send(chunk('two'));
  visitor.sendLossy(trailer('two'));
  const whole = ['streamHeader', 'streamChunk', 'streamTrailer'];
  expect(avatar.received.map((packet) => packet.value.case)).toEqual([...whole, ...whole]);
  expect(other.received).toEqual([]);
});

test('an impossible call counts as the fault of the caller', () => {
  const [avatar, visitor] = [join('avatar'), join('visitor')];
  const call = { 'lk.rpc_request_id': '1', 'lk.rpc_request_method': 'm' };
  visitor.send(header('whole', { topic: 'lk.rpc_request', attributes: call }));
  for (const missing of Object.keys(call)) {
    const attributes = { ...call, [missing]: '' };
    visitor.send(header(missing, { topic: 'lk.rpc_request', attributes }));
  }
  const passedOn = avatar.received.map(({ value }) => value.value as DataStream_Header);
  expect(passedOn.map(({ streamId }) => streamId)).toEqual(['whole']);
  expect(lines).toMatchObject([
    ['warn', expect.any(String), { participant: 'visitor', fault: 'an RPC call without an id or a method' }],
  ]);
});

test('the faults of a participant are one line a minute, with a count', () => {
  const visitor = join('visitor');
  for (let count = 0; count < 5_000; count++) visitor.send(chunk('none'));
  expect(lines).toHaveLength(1);
  vi.advanceTimersByTime(60_000);
  visitor.send(chunk('none'));
  expect(lines.at(-1)).toMatchObject(['warn', expect.any(String), { participant: 'visitor', count: 5_000 }]);
});

test('a call as a stream is ended at 64 KiB: native clients keep all of it', () => {
  const [avatar, visitor] = [join('avatar'), join('visitor')];
  const part = (streamId: string): DataPacket['value'] => ({
    case: 'streamChunk',
    value: new DataStream_Chunk({ streamId, content: new Uint8Array(15_000) }),
  });
  const attributes = { 'lk.rpc_request_id': '1', 'lk.rpc_request_method': 'm' };
  visitor.send(header('call', { topic: 'lk.rpc_request', attributes }));
  visitor.send(header('text', { topic: 'lk.chat' }));
  for (let count = 0; count < 20; count++) {
    visitor.send(part('call'));
    visitor.send(part('text'));
  }
  const parts = avatar.received.flatMap(({ value }) =>
    value.case === 'streamChunk' || value.case === 'streamTrailer'
      ? [[value.value.streamId, value.case]]
      : [],
  );
  const of = (id: string) => parts.filter(([streamId]) => streamId === id).map(([, kind]) => kind);
  expect(of('call')).toEqual([...Array(4).fill('streamChunk'), 'streamTrailer']);
  expect(of('text')).toHaveLength(20);
  expect(JSON.stringify(lines)).toContain('an RPC call with too many bytes');
});

test('a packet with tens of thousands of empty values is dropped before they are created', () => {
  const [avatar, visitor] = [join('avatar'), join('visitor')];
  const { no } = DataPacket.fields.list().find(({ localName }) => localName === 'destinationIdentities')!;
  const decode = vi.spyOn(DataPacket, 'fromBinary');
  const packet = Buffer.alloc(120_000, Buffer.from([(no << 3) | 2, 0]));
  visitor.participant.publisher.emit('data', '_reliable', packet);
  expect(decode).not.toHaveBeenCalled();
  expect(avatar.received).toEqual([]);
  expect(JSON.stringify(lines)).toContain('a packet with too many items');
});

test('a receiver with too much waiting data is removed, sooner if much waits for others of its owner', () => {
  const [{ send }, fast, slow, idle] = ['sender', 'fast', 'slow', 'idle'].map((identity) =>
    join(identity),
  ) as [ReturnType<typeof join>, ...ReturnType<typeof join>[]];
  const waits = (bytes: number, { participant }: ReturnType<typeof join>) =>
    vi.spyOn(participant.subscriber.transport.channels, 'heldBytes', 'get').mockReturnValue(bytes);
  waits(limits.reliableBacklogBytesAlways, fast!);
  waits(limits.reliableBacklogBytes, slow!);
  waits(limits.reliableBacklogBytes + 1, idle!);
  const left = () => [...rooms.get('room')!.participants.keys()];
  send(header('first'));
  expect(left()).toEqual(['sender', 'fast', 'slow']);
  expect(idle!.participant.disconnectReason).toBe(DisconnectReason.CONNECTION_TIMEOUT);
  for (const { participant } of [fast!, slow!])
    participant.subscriber.transport.channels.backlog.bytes = limits.reliableBacklogBytesPerOwner + 1;
  send(header('second'));
  expect(left()).toEqual(['sender', 'fast']);
  expect(JSON.stringify(lines)).toContain('too much unsent data is queued for it');
});

test('a receiver that acknowledges none of its waiting data is removed', () => {
  const [reader, sleeper] = [join('reader'), join('sleeper')];
  const stuck = (ms: number, { participant }: ReturnType<typeof join>) =>
    vi.spyOn(participant.subscriber.transport.channels, 'unacknowledgedMs', 'get').mockReturnValue(ms);
  stuck(limits.unacknowledgedMs, reader);
  stuck(limits.unacknowledgedMs + 1, sleeper);
  vi.advanceTimersByTime(10_000);
  expect([...rooms.get('room')!.participants.keys()]).toEqual(['reader']);
  expect(sleeper.participant.disconnectReason).toBe(DisconnectReason.CONNECTION_TIMEOUT);
  expect(JSON.stringify(lines)).toContain('it does not acknowledge data');
});
