import { SctpReceiver } from '@visavis/server/dist/room-server/transport/sctp-receiver.js';
import { type FuzzTarget, hex, packetsOf, sequenceOf } from '../fuzz-target.ts';

/** Flags, TSN, stream, stream sequence, protocol and content of a DATA chunk; other first bytes mean other chunks. */
const data = (flags: number, tsn: number, sequence: number) =>
  hex(`0${flags} 0000000${tsn} 0001 000${sequence} 00000035 aabbcc`);
const FORWARD = hex('c0 00000003 0001 0002');
const RESET = hex('82 0001');

export const target: FuzzTarget = {
  about: 'chunks of data channels (SCTP): order, pieces of messages, gaps, streams that begin anew',
  covers: ['/transport/sctp-receiver.js'],
  seeds: [
    sequenceOf(data(2, 1, 0), data(0, 2, 0), data(1, 3, 0)),
    sequenceOf(data(3, 2, 1), data(1, 4, 2), data(2, 3, 2), data(3, 1, 0)),
    sequenceOf(data(7, 1, 0), data(3, 5, 4), FORWARD, RESET, data(3, 6, 0)),
  ],
  read(input) {
    let delivered = 0;
    const receiver = new SctpReceiver(1, (_stream, _protocol, message) => {
      delivered += message.length;
    });
    for (const packet of packetsOf(input)) {
      const [kind = 0] = packet;
      const body = packet.subarray(1);
      if (kind === 0xc0) receiver.handleForwardTsn(body);
      else if (kind === 0x82) receiver.resetStreams([...body]);
      else receiver.handleData(kind, body);
      receiver.buildSack();
      if (receiver.bufferedBytes < 0) throw new RangeError(`${receiver.bufferedBytes} bytes are held`);
    }
    return [receiver, delivered];
  },
};
