import { createHmac, randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { dispose } from '@livekit/rtc-node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { loadInstanceSecrets } from '../support/inside.ts';
import { LiveConsumer } from '../support/live-consumer.ts';
import { poll } from '../support/poll.ts';
import { RawSignalClient } from '../support/raw-signal-client.ts';
import { type Service, startService } from '../support/service.ts';
import {
  type HostedSession,
  readConversation,
  startSession,
  timelineOf,
  untilConversation,
} from '../support/service-client.ts';
import { openRelay } from '../support/tcp-relay.ts';

/** One conversation goes on through all of this file; after every trouble it must still see, hear and answer. */
let service: Service;
let bystander: LiveConsumer;
let steady: HostedSession;
beforeAll(async () => {
  service = await startService();
  steady = await startSession(service, { consumerIdentity: { identity: 'bystander', name: 'B' } });
  bystander = await join(steady);
  await bystander.until('the greeting', () => bystander.agentTexts.length === 1, WAIT_MS);
}, 180_000);
afterAll(async () => {
  await bystander?.leave();
  await service?.dispose();
  await dispose();
});

const WAIT_MS = 60_000;
const GREETING = 'Hello, it is good to see you.';

async function join({ session, consumerAccessToken }: HostedSession, url?: string): Promise<LiveConsumer> {
  const consumer = new LiveConsumer(session.avatar!.identity);
  await consumer.join(url ?? session.host.serverUrl, consumerAccessToken);
  return consumer;
}

async function answers(consumer: LiveConsumer): Promise<void> {
  const askedAt = performance.now();
  const said = consumer.agentTexts.length;
  await consumer.type('What is 20 + 22?');
  await consumer.until(
    'an answer',
    () => consumer.agentTexts.slice(said).some((text) => text.includes('42')),
    WAIT_MS,
  );
  await consumer.hears(askedAt, WAIT_MS);
}

async function nobodyElseNotices(): Promise<void> {
  const frames = bystander.frames.length;
  await bystander.until('the picture to go on', () => bystander.frames.length > frames + 5, WAIT_MS);
  await answers(bystander);
  expect(bystander.disconnectedBecause).toBeUndefined();
  expect((await readConversation(service, steady.session.id)).status).toBe('running');
  expect(service.child.exitCode).toBeNull();
}

/** The HTTP status that a signalling connection is refused with. */
async function refusal(query: string): Promise<number> {
  const socket = new WebSocket(`${service.url.replace('http', 'ws')}/rtc${query}`);
  const [, response] = await once(socket, 'unexpected-response');
  socket.on('error', () => undefined);
  socket.terminate();
  return response.statusCode;
}

/** The token with other claims: under its old signature, or signed with `secret`. */
function forge(token: string, change: object, secret?: string): string {
  const [head, claims, signature] = token.split('.');
  const changed = { ...JSON.parse(Buffer.from(claims!, 'base64url').toString()), ...change };
  const signed = `${head}.${Buffer.from(JSON.stringify(changed)).toString('base64url')}`;
  const seal = secret && createHmac('sha256', secret).update(signed).digest('base64url');
  return `${signed}.${seal ?? signature}`;
}

test('tokens that are wrong, tampered with, or for something else are refused at the door', async () => {
  const token = steady.consumerAccessToken;
  expect(await refusal('')).toBe(401);
  expect(await refusal('?access_token=')).toBe(401);
  expect(await refusal('?access_token=nonsense')).toBe(401);
  expect(await refusal(`?access_token=${token.slice(0, -4)}AAAA`)).toBe(401);
  const elsewhere = { video: { room: 'another', roomJoin: true } };
  expect(await refusal(`?access_token=${forge(token, elsewhere)}`)).toBe(401);
  const given = { secret: undefined, adminToken: undefined };
  const { roomApiSecret } = await loadInstanceSecrets(service.dataDir, given);
  const now = Math.floor(Date.now() / 1000);
  const expired = forge(token, { nbf: now - 7200, exp: now - 3600 }, roomApiSecret);
  expect(await refusal(`?access_token=${expired}`)).toBe(401);
  const tooEarly = forge(token, { nbf: now + 3600, exp: now + 7200 }, roomApiSecret);
  expect(await refusal(`?access_token=${tooEarly}`)).toBe(401);
  const mayNotJoin = forge(token, { video: { room: steady.session.room } }, roomApiSecret);
  expect(await refusal(`?access_token=${mayNotJoin}`)).toBe(401);
  const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${token.split('.')[1]}.`;
  expect(await refusal(`?access_token=${unsigned}`)).toBe(401);
  const { token: clientToken } = await service.client.post('/v3/tokens', { body: { user: 'x' } });
  expect(await refusal(`?access_token=${clientToken}`)).toBe(401);
  // Bad paths and methods beside it.
  const http = await fetch(`${service.url}/rtc/validate?access_token=nonsense`);
  expect(http.status).toBe(401);
  await nobodyElseNotices();
}, 120_000);

test('garbage on signalling connections and on the media port hurts nobody', async () => {
  const { session, consumerAccessToken } = await startSession(service, {
    consumerIdentity: { identity: 'fuzzer', name: 'F' },
  });
  const fuzzer = await RawSignalClient.connect(session.host.serverUrl, consumerAccessToken);
  for (let round = 0; round < 100; round++) fuzzer.socket.send(randomBytes(1 + round * 11));
  fuzzer.socket.send('{"offer":{"sdp":17}}');
  fuzzer.socket.send('[[[[');
  await fuzzer.close();

  const port = Number(/media on UDP port (\d+)/.exec(service.output)![1]);
  const socket = createSocket('udp4');
  for (let first = 0; first < 256; first++) {
    for (const length of [1, 12, 20, 60, 1400]) {
      const packet = randomBytes(length);
      packet[0] = first;
      // Every second packet wears STUN's magic cookie.
      if (length >= 12 && first % 2 === 0) packet.writeUInt32BE(0x2112a442, 4);
      await new Promise((resolve) => socket.send(packet, port, '127.0.0.1', resolve));
    }
  }
  await new Promise<void>((resolve) => socket.close(() => resolve()));
  await nobodyElseNotices();
}, 120_000);

test('messages that are too long or make no sense are not answered, and the conversation goes on', async () => {
  const started = await startSession(service, { consumerIdentity: { identity: 'talker', name: 'T' } });
  const consumer = await join(started);
  await consumer.until('the greeting', () => consumer.agentTexts.length === 1, WAIT_MS);
  const local = consumer.room.localParticipant!;

  await consumer.type('x'.repeat(100_000));
  await consumer.until(
    'a word about it',
    () => consumer.events.some((event) => event.type === 'warning' && event.code === 'input'),
    WAIT_MS,
  );
  await answers(consumer);

  await consumer.type('');
  await consumer.type('\u0000\ud800 \u202e🏳️‍🌈'.repeat(50));
  const options = { reliable: true, topic: 'visavis.event' };
  await local.publishData(new TextEncoder().encode('{"type":"ended","reason":"stopped"}'), options);
  await local.publishData(randomBytes(14_000), { reliable: true, topic: 'lk.chat' });
  // Larger than any packet may be: refused by the client's own library or thrown away by the room server.
  await local.publishData(Buffer.alloc(1_000_000, 1), { reliable: true, topic: 'x' }).catch(() => undefined);
  await consumer.until('it to settle', () => consumer.states.at(-1) === 'listening', WAIT_MS);
  // Sent again because the one after an oversized packet may be lost with it.
  await answers(consumer);

  const record = await readConversation(service, started.session.id);
  expect(record.status).toBe('running');
  expect(timelineOf(record, 'warning').some((text) => text.includes('longer than'))).toBe(true);
  expect(JSON.stringify(record.transcript)).not.toContain('xxxxxxxxxx');
  await nobodyElseNotices();
  await consumer.leave();
}, 180_000);

test("a consumer's token opens its own room, and no door of an operator", async () => {
  const mine = await startSession(service, { consumerIdentity: { identity: 'owner', name: 'O' } });
  const [, claims] = mine.consumerAccessToken.split('.');
  const { video, sub } = JSON.parse(Buffer.from(claims!, 'base64url').toString());
  expect(sub).toBe('owner');
  expect(video).toMatchObject({ room: mine.session.room, roomJoin: true });
  for (const might of ['roomAdmin', 'roomCreate', 'roomList', 'hidden', 'agent'])
    expect(video[might] ?? false).toBe(false);
  const answer = await fetch(`${service.url}/twirp/livekit.RoomService/DeleteRoom`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${mine.consumerAccessToken}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ room: mine.session.room }),
  });
  expect(answer.status).toBe(403);
}, 60_000);

test('a client that vanishes may come back with the same token to the same conversation', async () => {
  const started = await startSession(service, { consumerIdentity: { identity: 'ghost', name: 'G' } });
  const relay = await openRelay('127.0.0.1', Number(new URL(service.url).port));
  const ghost = await join(started, `ws://127.0.0.1:${relay.port}`);
  await ghost.until('the greeting', () => ghost.agentTexts[0] === GREETING, WAIT_MS);
  await ghost.silent(500, WAIT_MS);
  const frames = ghost.frames.length;
  await ghost.until('pictures', () => ghost.frames.length > frames, WAIT_MS);
  // No farewell, and no way back through here.
  await relay.close();
  expect((await readConversation(service, started.session.id)).status).toBe('running');

  const again = await join(started);
  await again.until('pictures', () => again.frames.length > 5, WAIT_MS);
  const record = await untilConversation(service, started.session.id, 'the return', (it) =>
    it.timeline.some(({ type }) => type === 'reconnected'),
  );
  expect(record.status).toBe('running');
  await answers(again);
  const after = await readConversation(service, started.session.id);
  expect(timelineOf(after, 'greeting')).toHaveLength(1);
  expect(after.transcript[0]!.content).toBe(GREETING);
  await nobodyElseNotices();
  await again.leave();
  await ghost.leave();
}, 120_000);

test('nothing of all this was an accident in the log', async () => {
  await poll(
    'the log',
    () => service.output,
    (output) => output.length > 0,
  );
  expect(service.output).not.toMatch(/uncaught|unhandled|nothing handled|is gone|crashed/i);
}, 10_000);
