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
import { expect, test } from 'vitest';
import { readJoinRequest, readQuery } from './client-request.ts';

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
])('a join request is read, plain and compressed, padded or not', (given) => {
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

test('garbage and bombs are refused', () => {
  const gzip = WrappedJoinRequest_Compression.GZIP;
  expect(() => readJoinRequest(new URLSearchParams())).toThrow();
  expect(() => readJoinRequest(new URLSearchParams({ join_request: '****' }))).toThrow();
  expect(() => readJoinRequest(query(Buffer.from([255, 255, 255])))).toThrow();
  expect(() => readJoinRequest(query(Buffer.from('no gzip'), gzip))).toThrow();
  expect(() => readJoinRequest(query(gzipSync(Buffer.alloc(50_000_000)), gzip))).toThrow();
});
