import { gzipSync } from 'node:zlib';
import {
  AddTrackRequest,
  ClientInfo,
  ClientInfo_Capability,
  ConnectionSettings,
  JoinRequest,
  SessionDescription,
  WrappedJoinRequest,
  WrappedJoinRequest_Compression,
} from '@livekit/protocol';
import { afterEach, expect, test, vi } from 'vitest';
import { readJoinRequest, readQuery } from './client-request.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const joinRequest = new JoinRequest({
  clientInfo: new ClientInfo({ browser: 'firefox', clientProtocol: 3 }),
  connectionSettings: new ConnectionSettings({ autoSubscribe: false }),
  addTrackRequests: [new AddTrackRequest({ cid: 'camera' })],
  publisherOffer: new SessionDescription({ type: 'offer', sdp: 'v=0', id: 1 }),
  participantSid: 'PA_1',
  reconnect: true,
});

function query(bytes: Uint8Array, compression = WrappedJoinRequest_Compression.NONE) {
  const wrapped = new WrappedJoinRequest({ joinRequest: Uint8Array.from(bytes), compression });
  const text = Buffer.from(wrapped.toBinary()).toString('base64').replaceAll('+', '-').replaceAll('/', '_');
  return new URLSearchParams({ join_request: text });
}

test.each([
  query(joinRequest.toBinary()),
  query(gzipSync(joinRequest.toBinary()), WrappedJoinRequest_Compression.GZIP),
])('a join request is read, plain or compressed, padded or not', (given) => {
  const request = readJoinRequest(given);
  expect(request).toMatchObject({
    sharedConnection: true,
    traits: { autoSubscribe: false, clientProtocol: 3, firefox: true },
    reconnect: true,
    participantSid: 'PA_1',
  });
  expect(request.firstMessages.map((message) => message.case)).toEqual(['addTrack', 'offer']);
});

test('capabilities and attributes are read from the query', () => {
  const attributes = Buffer.from('{"a":"1","b":2}').toString('base64url');
  const given = { capabilities: 'CAP_PACKET_TRAILER, CAP_OF_TOMORROW', attributes };
  const request = readQuery(new URLSearchParams(given));
  expect(request.traits.capabilities).toEqual([ClientInfo_Capability.CAP_PACKET_TRAILER]);
  expect(request.attributes).toEqual({ a: '1' });
  expect(() => readQuery(new URLSearchParams({ attributes: 'no json' }))).toThrow();
});

test('garbage and decompression bombs are refused', () => {
  const gzip = WrappedJoinRequest_Compression.GZIP;
  expect(() => readJoinRequest(new URLSearchParams())).toThrow();
  expect(() => readJoinRequest(new URLSearchParams({ join_request: '****' }))).toThrow();
  expect(() => readJoinRequest(query(Buffer.from([255, 255, 255])))).toThrow();
  expect(() => readJoinRequest(query(Buffer.from('no gzip'), gzip))).toThrow();
  expect(() => readJoinRequest(query(gzipSync(Buffer.alloc(50_000_000)), gzip))).toThrow();
});

test('a request that unpacks to many empty parts is refused before they are created', () => {
  const gzip = WrappedJoinRequest_Compression.GZIP;
  const { no } = JoinRequest.fields.list().find(({ localName }) => localName === 'addTrackRequests')!;
  const parts = (count: number) => Buffer.alloc(2 * count, Buffer.from([(no << 3) | 2, 0]));
  expect(readJoinRequest(query(gzipSync(parts(100)), gzip)).firstMessages).toHaveLength(100);
  const decoded = vi.spyOn(JoinRequest, 'fromBinary');
  expect(() => readJoinRequest(query(gzipSync(parts(100_000)), gzip))).toThrow('has too many items');
  // The same inside one of the parts.
  const { no: layers } = AddTrackRequest.fields.list().find(({ localName }) => localName === 'layers')!;
  const inner = Buffer.alloc(40_000, Buffer.from([(layers << 3) | 2, 0]));
  const length = Buffer.from([
    (inner.length & 0x7f) | 0x80,
    ((inner.length >> 7) & 0x7f) | 0x80,
    inner.length >> 14,
  ]);
  const nested = Buffer.concat([Buffer.from([(no << 3) | 2]), length, inner]);
  expect(() => readJoinRequest(query(nested))).toThrow('has too many items');
  expect(decoded).not.toHaveBeenCalled();
});

test.each(['1.5', '1e99', 'Infinity', '4294967296', '-2147483649', 'NaN', ''])(
  'a client protocol that cannot be passed on to others is ignored: %s',
  (text) => expect(readQuery(new URLSearchParams({ client_protocol: text })).traits.clientProtocol).toBe(0),
);

test('a repeated capability counts once, and an unknown one is ignored', () => {
  const names = 'CAP_PACKET_TRAILER,toString,CAP_PACKET_TRAILER';
  expect(readQuery(new URLSearchParams({ capabilities: names })).traits.capabilities).toHaveLength(1);
});
