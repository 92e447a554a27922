import dns from 'node:dns/promises';
import { syncBuiltinESMExports } from 'node:module';
import { SignalResponse } from '@livekit/protocol';
import { CallerRoomSignals } from '@visavis/server/dist/media/room/caller-room-signals.js';
import type { FuzzTarget } from '../fuzz-target.ts';

// No host name in an input is looked up on the network.
Object.assign(dns, { lookup: () => Promise.resolve([{ address: '192.0.2.1', family: 4 }]) });
syncBuiltinESMExports();

const CANDIDATE = 'candidate:1 1 udp 2130706431 192.0.2.1 50000 typ host';
const iceServers = [{ urls: ['turn:a.example.com:3478?transport=udp', 'stun:a.b', 'turn:[2001:db8::1]:1'] }];
const SEEDS = [
  { join: { alternativeUrl: 'wss://x', iceServers } },
  { reconnect: { iceServers } },
  { offer: { sdp: `v=0\r\na=${CANDIDATE}\r\na=candidate:2 1 udp 1 name.local 1 typ host\r\n` } },
  { trickle: { candidateInit: JSON.stringify({ candidate: CANDIDATE }) } },
  { leave: { regions: { regions: [{ url: 'wss://x' }] } } },
];

export const target: FuzzTarget = {
  about: "messages of the server of a caller's own room, which could send the avatar anywhere",
  covers: ['/room/caller-room-signals.js', '/@bufbuild/protobuf/'],
  seeds: SEEDS.map((message) => SignalResponse.fromJsonString(JSON.stringify(message)).toBinary()),
  tokens: 'null {"candidate":""} turn: ?transport=tcp a=candidate: 10.0.0.1 [::1] \t \t192.0.2.1 \x0b',
  // Errors of the protobuf reader, or of the JSON reader, for what is not a signal message.
  declares: [Error, RangeError, SyntaxError],
  async read(input) {
    const signals = new CallerRoomSignals((address) => address === '192.0.2.1');
    const passed = await signals.pass(input);
    const forbidden = passed && addressesOf(passed).find((text) => /\b10\.0\.0\.1\b/.test(text));
    if (forbidden) throw new TypeError(`passed: ${forbidden}`);
    return passed;
  },
};

/** Returns all addresses to which a message could direct a client. */
function addressesOf(bytes: Uint8Array): string[] {
  const { case: kind, value } = SignalResponse.fromBinary(bytes).message;
  if (kind === 'join' || kind === 'reconnect') return value.iceServers.flatMap(({ urls }) => urls);
  const lines = kind === 'offer' || kind === 'answer' ? value.sdp.split(/\r\n|\n/) : [];
  // libwebrtc also splits at single spaces.
  return lines.filter((line) => line.startsWith('a=candidate:')).map((line) => line.split(' ')[4] ?? '');
}
