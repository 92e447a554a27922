import { readRecords } from '@visavis/server/dist/room-server/transport/dtls-records.js';
import { HandshakeRetransmissions } from '@visavis/server/dist/room-server/transport/handshake-retransmissions.js';
import { type FuzzTarget, hex, packetsOf, sequenceOf } from '../fuzz-target.ts';

const HELLO = '16 fefd 0000 000000000000 0010 01 000004 0000 000000 000004 fefd0000';
const ENCRYPTED = '16 fefd 0001 000000000005 0004 01020304';
const DATA = '17 fefd 0001 000000000006 0002 0102';

export const target: FuzzTarget = {
  about: 'datagrams of a connection that is being encrypted: DTLS records, repeated handshakes',
  covers: ['/transport/dtls-records.js', '/transport/handshake-retransmissions.js'],
  seeds: [[HELLO], [HELLO, HELLO, ENCRYPTED], [`${HELLO}${DATA}`, DATA]].map((all) =>
    sequenceOf(...all.map(hex)),
  ),
  tokens: '\x14 \x15 \x17',
  read(input) {
    const repeats = new HandshakeRetransmissions();
    const records = packetsOf(input).map((packet) => {
      if (repeats.classify(packet) === 'retransmission') repeats.takeFlight(1_000_000);
      repeats.record(packet);
      return readRecords(packet);
    });
    return [repeats, records];
  },
};
