import { buildChunk, buildSctpPacket } from '@visavis/server/dist/room-server/transport/sctp-packet.js';
import { connectChannels } from '../connect-channels.ts';
import { type FuzzTarget, hex, packetsOf, sequenceOf } from '../fuzz-target.ts';

/** Builds a complete chunk of a peer's packet. */
const chunk = (type: number, flags: number, body: string) => buildChunk(type, flags, hex(body));
const DATA = chunk(0, 3, '00000001 0000 0000 00000033 6869');
const SACK = chunk(3, 0, '00000001 00100000 0001 0001 00020003 00000001');
const HEARTBEAT = chunk(4, 0, '0001 0008 01020304');
const RESET = chunk(130, 0, '000d 0012 00000001 00000000 00000001 0000 0000');
const ADD = chunk(130, 0, '0011 000c 00000001 00010000 0010 000c 00000001 00000006');
const FORWARD = chunk(192, 0, '00000002 0000 0001');
const SHUTDOWN = chunk(7, 0, '00000001');
const INIT = chunk(1, 0, '00000007 00100000 0400 0400 00000001 c000 0004 8008 0006 82c0 0000');

export const target: FuzzTarget = {
  about: 'packets of data channels (SCTP) from a connected peer: chunks, acknowledgements, resets',
  covers: ['/transport/sctp-', '/transport/data-channels.js'],
  seeds: [
    sequenceOf(DATA, SACK, Buffer.concat([HEARTBEAT, FORWARD])),
    sequenceOf(RESET, ADD, DATA, SHUTDOWN),
    sequenceOf(INIT, Buffer.concat([SACK, RESET]), chunk(6, 0, '')),
  ],
  mayKeep: 2 * 2 ** 20,
  read(input) {
    const { channels, tag, failures } = connectChannels();
    channels.declare({ label: 'ours', ordered: true });
    for (const packet of packetsOf(input)) channels.receive(buildSctpPacket(5000, tag, [packet]));
    channels.receive(input);
    channels.close();
    return [channels, failures];
  },
};
