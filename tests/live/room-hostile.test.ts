import {
  AddTrackRequest,
  DisconnectReason,
  LeaveRequest_Action,
  SessionDescription,
  TrackSource,
  TrackType,
} from '@livekit/protocol';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LIVE_TIMEOUTS } from '../support/deadlines.ts';
import { type EmbeddedRooms, startEmbeddedRooms } from '../support/embedded-room-server.ts';
import { RawSignalClient } from '../support/raw-signal-client.ts';
import { mintToken, roomService, until } from '../support/room-target.ts';

vi.setConfig(LIVE_TIMEOUTS);

let rooms: EmbeddedRooms;
const clients: RawSignalClient[] = [];

beforeEach(async () => {
  rooms = await startEmbeddedRooms({ logLevel: 'warn' });
});

afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
  await rooms.close();
});

async function join(identity: string): Promise<RawSignalClient> {
  const client = await RawSignalClient.connect(
    rooms.target.url,
    await mintToken(rooms.target, 'room', identity),
  );
  clients.push(client);
  return client;
}

const offer = new SessionDescription({
  type: 'offer',
  sdp: [
    'v=0',
    'o=- 1 1 IN IP4 127.0.0.1',
    's=-',
    't=0 0',
    'a=fingerprint:sha-256 11:22',
    'a=ice-ufrag:theirs',
    'm=audio 9 UDP/TLS/RTP/SAVPF 111',
    'a=mid:0',
    'a=sendonly',
    'a=msid:- microphone',
    'a=rtpmap:111 opus/48000/2',
    '',
  ].join('\r\n'),
});

const microphone = (stream: string) =>
  new AddTrackRequest({
    cid: 'microphone',
    type: TrackType.AUDIO,
    source: TrackSource.MICROPHONE,
    stream,
  });

test('the name of a stream cannot inject text into what others are offered', async () => {
  const victim = await join('victim');
  const attacker = await join('attacker');
  attacker.send({ case: 'addTrack', value: microphone('x\r\na=written-by-another\r\n') });
  attacker.send({ case: 'offer', value: offer });
  await until('the answer', () => attacker.find('answer') !== undefined);
  const [first] = victim.received.filter((message) => message.case === 'offer');
  victim.send({ case: 'answer', value: new SessionDescription({ type: 'answer', sdp: 'v=0\r\n' }) });
  const offers = () =>
    victim.received.flatMap((message) => (message.case === 'offer' ? [message.value] : []));
  await until('the track', () => offers().length > 1);
  expect(first).toBeDefined();
  const lines = offers().at(-1)!.sdp.split(/\r?\n/);
  expect(lines).not.toContain('a=written-by-another');
  expect(lines.find((line) => line.startsWith('a=msid:'))).toMatch(/^a=msid:PA_\w+\|\S+ TR_\w+$/);
});

test('a participant that sends a description that is too long is removed as on LiveKit, with one line in the log', async () => {
  const logged: string[] = [];
  rooms.server.on('log', (_level, message) => logged.push(message));
  const client = await join('client');
  const sdp = `${offer.sdp}${'a=rtcp-fb:* nack\r\n'.repeat(4_000)}`;
  for (let sent = 0; sent < 5; sent++)
    client.send({ case: 'offer', value: new SessionDescription({ type: 'offer', sdp }) });
  await until('the end', () => client.closeCode !== undefined);
  expect(client.find('answer')).toBeUndefined();
  expect(client.find('leave')?.value).toMatchObject({
    reason: DisconnectReason.STATE_MISMATCH,
    action: LeaveRequest_Action.RECONNECT,
  });
  await until('the line', () => logged.length > 0);
  // When a second client gets an answer, everything that the first one sent has been processed.
  const other = await join('other');
  other.send({ case: 'offer', value: offer });
  await until('the answer', () => other.find('answer') !== undefined);
  expect(logged).toHaveLength(1);
});

test('a track announced before publishing was forbidden cannot be published afterwards', async () => {
  const service = roomService(rooms.target);
  const client = await join('client');
  client.send({ case: 'addTrack', value: microphone('') });
  await until('the announcement', () => client.find('trackPublished') !== undefined);
  await service.updateParticipant('room', 'client', {
    permission: { canPublish: false, canSubscribe: true, canPublishData: true },
  });
  client.send({ case: 'offer', value: offer });
  await until('the answer', () => client.find('answer') !== undefined);
  const { tracks } = await service.getParticipant('room', 'client');
  expect(tracks).toEqual([]);
});
