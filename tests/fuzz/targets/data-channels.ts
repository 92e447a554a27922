import { buildChunk, buildSctpPacket } from '@visavis/server/dist/room-server/transport/sctp-packet.js';
import { connectChannels } from '../connect-channels.ts';
import { type FuzzTarget, hex, packetsOf, sequenceOf } from '../fuzz-target.ts';

/** Builds an entry of the stream number, the payload protocol (50: DCEP), and the message. */
const message = (stream: number, protocol: number, content: string) =>
  hex(`000${stream} ${protocol.toString(16)} ${content}`);
const OPEN = message(2, 50, '03 00 0000 00000000 0009 0000 5f72656c6961626c65');
const LOSSY = message(4, 50, '03 82 0100 00000000 0006 0000 5f6c6f737379');
const ACK = message(1, 50, '02');

export const target: FuzzTarget = {
  about: 'messages that open data channels (DCEP), and messages on them',
  covers: ['/transport/data-channels.js'],
  seeds: [
    sequenceOf(OPEN, message(2, 53, 'aabb'), message(2, 57, '00')),
    sequenceOf(ACK, OPEN, LOSSY, OPEN, message(4, 51, '6869'), message(4, 56, '00')),
    sequenceOf(LOSSY, ACK, message(9, 53, 'aa')),
  ],
  mayKeep: 2 ** 20,
  read(input) {
    const { channels, tag } = connectChannels();
    channels.declare({ label: 'ours', ordered: true });
    channels.sendOnceOpen('ours', Buffer.from('early'));
    packetsOf(input).forEach((packet, place) => {
      if (packet.length < 4) return;
      const head = Buffer.alloc(12);
      head.writeUInt32BE(place + 1, 0);
      packet.copy(head, 4, 0, 2);
      head[11] = packet[2]!;
      const chunk = buildChunk(0, 7, Buffer.concat([head, packet.subarray(3)]));
      channels.receive(buildSctpPacket(5000, tag, [chunk]));
    });
    channels.close();
    return channels;
  },
};
