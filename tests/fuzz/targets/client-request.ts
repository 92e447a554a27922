import { gzipSync } from 'node:zlib';
import { JoinRequest, WrappedJoinRequest, WrappedJoinRequest_Compression } from '@livekit/protocol';
import { readQuery } from '@visavis/server/dist/room-server/signal/client-request.js';
import type { FuzzTarget } from '../fuzz-target.ts';
import { openRoom } from '../open-room.ts';

const join = new JoinRequest({
  clientInfo: { browser: 'firefox', capabilities: [1] },
  connectionSettings: { autoSubscribe: true },
  addTrackRequests: [{ cid: 'mic' }],
  publisherOffer: { type: 'offer', sdp: 'v=0' },
  participantAttributes: { a: 'b' },
}).toBinary();
const wrapped = (joinRequest: Uint8Array, compression: WrappedJoinRequest_Compression) =>
  new WrappedJoinRequest({ joinRequest, compression }).toBinary();

export const target: FuzzTarget = {
  about:
    'the address with which a client opens signalling: parameters, attributes, a packed join request; and what another of its room hears',
  covers: ['/signal/client-request.js', '/@bufbuild/protobuf/'],
  seeds: [
    'auto_subscribe=1&adaptive_stream=0&client_protocol=16&capabilities=CAP_PACKET_TRAILER&browser=Firefox&sid=PA_1',
    `attributes=${Buffer.from('{"a":"b","n":1}').toString('base64url')}&reconnect=1&auto_subscribe_data_track=false`,
    wrapped(join, WrappedJoinRequest_Compression.NONE),
    wrapped(gzipSync(join), WrappedJoinRequest_Compression.GZIP),
  ],
  tokens: 'attributes= join_request= & % null W10 e30 = H4sI',
  // Any thrown error refuses the client, with its message.
  declares: [Error, SyntaxError, RangeError],
  read(input) {
    const isPacked = (input[0] ?? 0) < 0x20;
    const request = readQuery(
      new URLSearchParams(isPacked ? { join_request: input.toString('base64url') } : input.toString()),
    );
    const room = openRoom();
    room.join('other');
    room.join('client', request);
    return room.finish();
  },
};
