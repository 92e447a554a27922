import { DataPacket, ParticipantInfo_Kind } from '@livekit/protocol';
import { defaultLimits } from '@visavis/server/dist/room-server/limits.js';
import { Conduct } from '@visavis/server/dist/room-server/room/conduct.js';
import { type DataAudience, relayFromParticipant } from '@visavis/server/dist/room-server/room/data-relay.js';
import { OpenStreams } from '@visavis/server/dist/room-server/room/open-streams.js';
import { type FuzzTarget, packetsOf, sequenceOf } from '../fuzz-target.ts';

type Sender = Parameters<typeof relayFromParticipant>[1];
const SEEDS = [
  '{"user":{"payload":"AQ==","topic":"chat","destinationSids":["PA_2"]}}',
  '{"sequence":1,"destinationIdentities":["two"],"chatMessage":{"message":"hello"}}',
  '{"participantIdentity":"two","streamHeader":{"streamId":"s","textHeader":{"version":1}}}',
  '{"streamChunk":{"streamId":"s","content":"AQ=="}}',
  '{"streamTrailer":{"streamId":"s"}}',
  '{"transcription":{"transcribedParticipantIdentity":"two","trackId":"TR_1","segments":[{"id":"1"}]}}',
  '{"rpcRequest":{"id":"1","method":"m","payload":"{}"}}',
];
const PACKETS = SEEDS.map((json) => DataPacket.fromJsonString(json).toBinary());

export const target: FuzzTarget = {
  about: 'data packets that a participant sends to others of its room',
  covers: [
    '/room/data-relay.js',
    '/room/packet-fault.js',
    '/room/open-streams.js',
    '/@livekit/protocol/',
    '/@bufbuild/protobuf/',
  ],
  seeds: [PACKETS, PACKETS.slice(2, 5), PACKETS.slice(5)].map((packets) => sequenceOf(...packets)),
  tokens: 'two PA_2',
  read(input) {
    const sent: Buffer[] = [];
    const channels = {
      queuedBytes: 0,
      heldBytes: 0,
      backlog: { bytes: 0 },
      send: (_label: string, message: Buffer) => sent.push(message),
      sendOnceOpen: (_label: string, message: Buffer) => sent.push(message),
    };
    const participant = (kind: ParticipantInfo_Kind, identity: string, sid: string) =>
      ({
        kind,
        identity,
        sid,
        permission: { canPublishData: true },
        conduct: new Conduct(defaultLimits, 'room', identity, () => undefined),
        streams: new OpenStreams(),
        publisher: { tracks: new Map([['TR_1', {}]]) },
        lastReliableSequence: 0,
        subscriber: { transport: { channels } },
      }) as unknown as Sender;
    const two = participant(ParticipantInfo_Kind.STANDARD, 'two', 'PA_2');
    const audience = {
      participants: new Map([['two', two]]),
      remove: () => undefined,
      evict: () => undefined,
    } as DataAudience;
    for (const kind of [ParticipantInfo_Kind.AGENT, ParticipantInfo_Kind.STANDARD]) {
      const one = participant(kind, 'one', 'PA_1');
      for (const packet of packetsOf(input))
        for (const label of ['_reliable', '_lossy'])
          relayFromParticipant(audience, one, label, packet, defaultLimits);
    }
    return sent;
  },
};
