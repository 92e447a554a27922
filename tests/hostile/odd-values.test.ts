import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { SignalResponse } from '@livekit/protocol';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { DEADLINE_MS } from '../support/deadlines.ts';
import { type EmbeddedRooms, startEmbeddedRooms } from '../support/embedded-room-server.ts';
import { oddRequests, toBinary } from '../support/hostile/odd-signals.ts';
import { Program } from '../support/program.ts';
import { RawSignalClient } from '../support/raw-signal-client.ts';
import { mintToken, until } from '../support/room-target.ts';

const ROOM = 'room';
/** Requests per connection, each of which may announce a track. */
const AT_ONCE = 24;
const PARAMETERS =
  `client_protocol protocol capabilities auto_subscribe auto_subscribe_data_track adaptive_stream
  reconnect sid browser`.split(/\s+/);
const ODD = ['1.5', '1e99', 'Infinity', '-7', '4294967296', '99999999999', 'NaN', 'toString', '__proto__'];
const UUID = '11:'.repeat(31);

let rooms: EmbeddedRooms;
/** The honest participants: one with the native client, and one that decodes every message. */
let native: Program;
let reader: RawSignalClient;
let crashes: string[];
let people = 0;

beforeEach(async () => {
  crashes = [];
  rooms = await startEmbeddedRooms({ limits: { resumeGraceMs: 10 } });
  rooms.server.on('crashed', (error) => crashes.push(String(error)));
  const { target } = rooms;
  const script = fileURLToPath(new URL('../support/hostile/bystander.js', import.meta.url));
  const args = [script, target.url, await mintToken(target, ROOM, 'native')];
  native = new Program(process.execPath, args, {});
  await native.line(/"connected"/);
  reader = await RawSignalClient.connect(target.url, await mintToken(target, ROOM, 'reader'));
});

afterEach(async () => {
  await Promise.all([native.stop(), reader.close()]);
  await rooms.close();
});

/** An attacker that writes the protocol directly, without a client library. */
class Stranger {
  readonly identity = `stranger-${people++}`;
  readonly received: SignalResponse['message'][] = [];
  socket!: WebSocket;

  async join(query = ''): Promise<this> {
    const token = await mintToken(rooms.target, ROOM, this.identity);
    this.socket = new WebSocket(`${rooms.target.url}/rtc?access_token=${token}${query}`);
    this.socket.on('error', () => undefined);
    this.socket.on('message', (data: Buffer) => this.received.push(SignalResponse.fromBinary(data).message));
    await Promise.race([once(this.socket, 'open'), once(this.socket, 'close')]);
    return this;
  }

  /** Sends a request, if it can be encoded. */
  tell(request: object): void {
    const data = toBinary(request);
    if (data !== undefined) this.socket.send(data);
  }

  publish(cids: readonly string[], kind: 'audio' | 'video'): void {
    this.tell({ offer: { type: 'offer', sdp: offerOf(cids.map((cid) => ({ cid, kind }))) } });
  }

  /** Waits until everything that was sent is processed, or until the attacker is disconnected. */
  async settle(): Promise<void> {
    const requestId = this.received.length + 1_000;
    this.tell({ updateMetadata: { requestId, metadata: 'm' } });
    await until(`the answer to ${this.identity}`, () => {
      const isAnswer = ({ case: name, value }: SignalResponse['message']) =>
        name === 'requestResponse' && value.requestId === requestId;
      return this.socket.readyState !== this.socket.OPEN || this.received.some(isAnswer);
    });
  }

  leave(): void {
    this.socket.close();
  }
}

function offerOf(sections: readonly { cid: string; kind: 'audio' | 'video' }[]): string {
  const lines = sections.flatMap(({ cid, kind }, mid) => [
    `m=${kind} 9 UDP/TLS/RTP/SAVPF 111`,
    'c=IN IP4 0.0.0.0',
    `a=mid:${mid}`,
    'a=sendonly',
    `a=msid:s ${cid}`,
    `a=rtpmap:111 ${kind === 'audio' ? 'opus/48000/2' : 'VP8/90000'}`,
  ]);
  const head = ['v=0', 'o=- 1 1 IN IP4 127.0.0.1', 's=-', 't=0 0', `a=fingerprint:sha-256 ${UUID}11`];
  return [...head, ...lines, ''].join('\r\n');
}

/** Checks the honest participants: the native client subscribes to a new track, and has not reconnected. */
async function expectOthers(): Promise<void> {
  const honest = await new Stranger().join();
  honest.tell({ addTrack: { cid: 'mic', type: 'AUDIO', source: 'MICROPHONE' } });
  honest.publish(['mic'], 'audio');
  await native.line(new RegExp(`"subscribed".*"${honest.identity}"`), DEADLINE_MS);
  expect(native.lines.filter((line) => /disconnected|reconnecting/.test(line))).toEqual([]);
  expect(reader.closeCode).toBeUndefined();
  expect(crashes).toEqual([]);
  honest.leave();
  const isGone = () =>
    reader.received.some(
      ({ case: name, value }) =>
        name === 'update' &&
        value.participants.some(({ identity, state }) => identity === honest.identity && state === 3),
    );
  await until('the leave of the last one', isGone);
}

test('a participant that joins with odd numbers in its address does not end the connections of others', async () => {
  for (const name of PARAMETERS)
    for (const value of ODD) (await new Stranger().join(`&${name}=${value}`)).leave();
  await expectOthers();
});

test('odd numbers in any request of a client do not end the connections of others', async () => {
  const honest = (kind: string, at: number) => {
    if (kind === 'addTrack') return { cid: `t${at}`, name: 'a', type: 'AUDIO', source: 'MICROPHONE' };
    if (kind === 'publishDataTrackRequest') return { pubHandle: at + 2, name: `d${at}` };
    return { trackSid: 'TRACK', trackSids: ['TRACK'], sid: 'TRACK', trackPermissions: [{ trackSids: [] }] };
  };
  for (const [kind, requests] of oddRequests(honest)) {
    for (let first = 0; first < requests.length; first += AT_ONCE) {
      const stranger = await new Stranger().join();
      const batch = requests.slice(first, first + AT_ONCE);
      stranger.tell({ addTrack: { cid: 'mic', type: 'AUDIO', source: 'MICROPHONE' } });
      stranger.publish(['mic'], 'audio');
      await stranger.settle();
      const published = stranger.received.find(({ case: name }) => name === 'trackPublished');
      const sid = published?.case === 'trackPublished' ? (published.value.track?.sid ?? '') : '';
      for (const request of batch)
        stranger.tell(JSON.parse(JSON.stringify(request).replaceAll('TRACK', sid)) as object);
      if (kind === 'addTrack')
        stranger.publish(['mic', ...batch.map((_request, at) => `t${first + at}`)], 'audio');
      await stranger.settle();
      stranger.leave();
    }
  }
  await expectOthers();
});

test('a track that is announced as one kind and sent as another does not end the connections of others', async () => {
  const strangers: Stranger[] = [];
  for (const type of [0, 1, 2, 77, -1])
    for (const kind of ['audio', 'video'] as const) {
      const stranger = await new Stranger().join();
      strangers.push(stranger);
      stranger.tell({ addTrack: { cid: 't', type, source: 2 } });
      stranger.publish(['t'], kind);
      await stranger.settle();
    }
  await expectOthers();
  for (const stranger of strangers) stranger.leave();
});
