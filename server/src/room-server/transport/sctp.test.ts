import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Event, type RTCDtlsTransport, RTCSctpTransport } from 'werift';
import { seededRandom } from '../../lib/seeded-random.ts';
import { SCTP_PORT, SctpAssociation } from './sctp-association.ts';
import { buildChunk, buildSctpPacket, chunkType, parseSctpPacket } from './sctp-packet.ts';
import { SctpReceiver } from './sctp-receiver.ts';

const BINARY = 53;
const LINK_DELAY_MS = 10;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface Arrival {
  readonly streamId: number;
  readonly message: Buffer;
  readonly atMs: number;
}

type Rule = (packet: Buffer) => 'pass' | 'lose' | 'delay';

/** Connects werift's association, as the client, to ours over a link that loses or delays packets by the rules. */
async function connect() {
  const rules: { down: Rule; up: Rule } = { down: () => 'pass', up: () => 'pass' };
  const atClient: Arrival[] = [];
  const atServer: Arrival[] = [];
  const resets: (readonly number[])[] = [];
  const carrier = new RTCSctpTransport(SCTP_PORT);
  const carry = (rule: Rule, packet: Buffer, arrive: (packet: Buffer) => void) => {
    const fate = rule(packet);
    if (fate === 'lose') return;
    setTimeout(() => arrive(packet), fate === 'delay' ? LINK_DELAY_MS * 1.5 : LINK_DELAY_MS);
  };
  const server: SctpAssociation = new SctpAssociation({
    transmit: (packet) => {
      carry(rules.down, packet, (bytes) => void feedClient(bytes).catch(() => undefined));
      return Promise.resolve();
    },
    handleOpen: () => undefined,
    handleMessage: (streamId, _, message) => atServer.push({ streamId, message, atMs: performance.now() }),
    handleReset: (streamIds) => resets.push(streamIds),
    handleClose: () => undefined,
  });
  const dtls = {
    id: randomUUID(),
    iceTransport: { role: 'controlling' },
    onStateChange: new Event(),
    dataReceiver: () => undefined,
    sendData: (packet: Buffer) => {
      carry(rules.up, packet, (bytes) => server.receive(bytes));
      return Promise.resolve();
    },
  };
  carrier.setDtlsTransport(dtls as unknown as RTCDtlsTransport);
  const client = carrier.sctp;
  const feedClient = (client as unknown as { handleData(packet: Buffer): Promise<void> }).handleData.bind(
    client,
  );
  client.isServer = false;
  client.onReceive.allUnsubscribe();
  client.onReceive.subscribe((streamId, _, message) =>
    atClient.push({ streamId, message, atMs: performance.now() }),
  );
  await client.start(SCTP_PORT);
  await vi.advanceTimersByTimeAsync(10 * LINK_DELAY_MS);
  expect(client.associationState).toBeGreaterThan(0);
  const close = async () => {
    server.close();
    await client.stop();
  };
  return { server, client, rules, atClient, atServer, resets, close };
}

const numbered = (count: number, bytes = 20) => {
  const message = Buffer.alloc(bytes, count & 255);
  message.writeUInt32BE(count, 0);
  return message;
};
const holdsData = (packet: Buffer) =>
  parseSctpPacket(packet)!.chunks.some(({ type }) => type === chunkType.data);
/** Loses the first packet with data. */
const loseOnce = (): Rule => {
  let lost = false;
  return (packet) => {
    if (lost || !holdsData(packet)) return 'pass';
    lost = true;
    return 'lose';
  };
};

test('a lost message with nothing after it is sent again quickly, even the very first', async () => {
  const link = await connect();
  for (let count = 0; count < 20; count++) {
    link.rules.down = loseOnce();
    const sentAtMs = performance.now();
    link.server.send(1, BINARY, numbered(count), true);
    await vi.advanceTimersByTimeAsync(500);
    expect(link.atClient).toHaveLength(count + 1);
    expect(link.atClient[count]!.atMs - sentAtMs).toBeLessThan(100);
  }
  await link.close();
});

test('a lost message is sent again as soon as a later one is acknowledged', async () => {
  const link = await connect();
  link.server.send(1, BINARY, numbered(0), true);
  await vi.advanceTimersByTimeAsync(100);
  link.rules.down = loseOnce();
  const sentAtMs = performance.now();
  link.server.send(1, BINARY, numbered(1), true);
  link.server.send(1, BINARY, numbered(2), true);
  await vi.advanceTimersByTimeAsync(200);
  expect(link.atClient.map(({ message }) => message.readUInt32BE(0))).toEqual([0, 1, 2]);
  // A round trip, a small tolerance for reordering, and one way.
  expect(link.atClient[1]!.atMs - sentAtMs).toBeLessThanOrEqual(3 * LINK_DELAY_MS + 10);
  await link.close();
});

test.each([1, 2, 3])(
  'with a tenth lost and a tenth reordered nothing is missing or late (seed %i)',
  async (seed) => {
    const link = await connect();
    const random = seededRandom(seed);
    const rule: Rule = () => {
      const fate = random();
      return fate < 0.1 ? 'lose' : fate < 0.2 ? 'delay' : 'pass';
    };
    link.rules.down = rule;
    link.rules.up = rule;
    const sentAtMs: number[] = [];
    const messages = 300;
    for (let count = 0; count < messages; count++) {
      sentAtMs.push(performance.now());
      link.server.send(1, BINARY, numbered(count), true);
      void link.client.send(2, BINARY, numbered(count), { ordered: true });
      await vi.advanceTimersByTimeAsync(random() * 200);
    }
    await vi.advanceTimersByTimeAsync(20_000);
    const order = Array.from({ length: messages }, (_, count) => count);
    expect(link.atClient.map(({ message }) => message.readUInt32BE(0))).toEqual(order);
    expect(link.atServer.map(({ message }) => message.readUInt32BE(0))).toEqual(order);
    const delays = link.atClient.map(({ atMs }, count) => atMs - sentAtMs[count]!).sort((a, b) => a - b);
    expect(delays[Math.floor(messages * 0.95)]).toBeLessThan(150);
    expect(delays.at(-1)).toBeLessThan(1000);
    await link.close();
  },
);

test('a path that was interrupted is used within a second of its return', async () => {
  const link = await connect();
  link.rules.down = () => 'lose';
  for (let count = 0; count < 50; count++) {
    link.server.send(1, BINARY, numbered(count, 500), true);
    await vi.advanceTimersByTimeAsync(200);
  }
  link.rules.down = () => 'pass';
  await vi.advanceTimersByTimeAsync(1500);
  expect(link.atClient.map(({ message }) => message.readUInt32BE(0))).toEqual([...Array(50).keys()]);
  await link.close();
});

test('unordered messages do not wait for one another', async () => {
  const link = await connect();
  link.server.send(1, BINARY, numbered(0), false);
  await vi.advanceTimersByTimeAsync(100);
  link.rules.down = loseOnce();
  link.server.send(1, BINARY, numbered(1), false);
  link.server.send(1, BINARY, numbered(2), false);
  await vi.advanceTimersByTimeAsync(200);
  expect(link.atClient.map(({ message }) => message.readUInt32BE(0))).toEqual([0, 2, 1]);
  await link.close();
});

test('a stream that the peer closes starts again in both directions', async () => {
  const link = await connect();
  link.server.send(3, BINARY, numbered(0), true);
  void link.client.send(3, BINARY, numbered(0), { ordered: true });
  await vi.advanceTimersByTimeAsync(100);
  link.client.reconfigQueue.push(3);
  await link.client.transmitReconfigRequest();
  await vi.advanceTimersByTimeAsync(500);
  expect(link.resets).toEqual([[3]]);
  link.server.send(3, BINARY, numbered(1), true);
  void link.client.send(3, BINARY, numbered(1), { ordered: true });
  await vi.advanceTimersByTimeAsync(100);
  expect(link.atClient).toHaveLength(2);
  expect(link.atServer).toHaveLength(2);
  await link.close();
});

test('garbage is ignored', async () => {
  const link = await connect();
  const tag = (link.server as unknown as { tag: number }).tag;
  const random = seededRandom(5);
  const noise = (bytes: number) =>
    Buffer.from(Array.from({ length: bytes }, () => Math.floor(random() * 256)));
  for (const type of [0, 1, 2, 3, 4, 5, 7, 9, 10, 11, 63, 130, 192, 200]) {
    for (let bytes = 0; bytes < 60; bytes++) {
      const chunk = buildChunk(type, Math.floor(random() * 256), noise(bytes));
      link.server.receive(buildSctpPacket(SCTP_PORT, type === 1 ? 0 : tag, [chunk]));
      // A length that is too small or too large for the chunk.
      chunk.writeUInt16BE(Math.floor(random() * 80), 2);
      link.server.receive(buildSctpPacket(SCTP_PORT, type === 1 ? 0 : tag, [chunk]));
    }
  }
  for (let bytes = 0; bytes < 100; bytes++) link.server.receive(noise(bytes));
  await link.close();
});

/** Creates only the receiving half, which the test feeds directly. */
function receive(initialTsn: number) {
  const messages: string[] = [];
  const receiver = new SctpReceiver(initialTsn, (streamId, _, message) =>
    messages.push(`${streamId} ${message.toString()}`),
  );
  const feed = (offset: number, flags: number, sequence: number, text: string, streamId = 1) => {
    const body = Buffer.alloc(12 + text.length);
    body.writeUInt32BE((initialTsn + offset) >>> 0, 0);
    body.writeUInt16BE(streamId, 4);
    body.writeUInt16BE(sequence, 6);
    body.write(text, 12);
    receiver.handleData(flags, body);
  };
  const forward = (offset: number, streams: [number, number][]) => {
    const body = Buffer.alloc(4 + 4 * streams.length);
    body.writeUInt32BE((initialTsn + offset) >>> 0, 0);
    for (const [index, [id, sequence]] of streams.entries()) {
      body.writeUInt16BE(id, 4 + 4 * index);
      body.writeUInt16BE(sequence, 6 + 4 * index);
    }
    receiver.handleForwardTsn(body);
  };
  const sack = () => {
    const body = receiver.buildSack().subarray(4);
    const gaps = Array.from({ length: body.readUInt16BE(8) }, (_, index) => [
      body.readUInt16BE(12 + 4 * index),
      body.readUInt16BE(14 + 4 * index),
    ]);
    const cumulative = ((body.readUInt32BE(0) - initialTsn) | 0) + 1;
    return { cumulative, gaps, duplicates: body.readUInt16BE(10) };
  };
  return { receiver, messages, feed, forward, sack };
}

const [middle, begin, end, whole] = [0, 2, 1, 3];

test('messages that arrive too fast are not acknowledged, and accepted when they are sent again', () => {
  const delivered: number[] = [];
  const answers: Buffer[] = [];
  const server = new SctpAssociation({
    transmit: async (packet) => void answers.push(packet),
    handleOpen: () => undefined,
    handleMessage: (_, __, message) => delivered.push(message.readUInt32BE(0)),
    handleReset: () => undefined,
    handleClose: () => undefined,
  });
  const init = Buffer.alloc(16);
  for (const at of [0, 4, 12]) init.writeUInt32BE(1, at);
  server.receive(buildSctpPacket(SCTP_PORT, 0, [buildChunk(chunkType.init, 0, init)]));
  const answer = parseSctpPacket(answers[0]!)!.chunks[0]!.body;
  const tag = answer.readUInt32BE(0);
  // The first parameter of the answer is the cookie.
  const cookie = answer.subarray(20, 16 + answer.readUInt16BE(18));
  server.receive(buildSctpPacket(SCTP_PORT, tag, [buildChunk(chunkType.cookieEcho, 0, cookie)]));
  const flood = (from: number, to: number) => {
    for (let count = from; count < to; count++) {
      const body = Buffer.alloc(16);
      body.writeUInt32BE(count + 1, 0);
      body.writeUInt16BE(count & 0xffff, 6);
      body.writeUInt32BE(count, 12);
      server.receive(buildSctpPacket(SCTP_PORT, tag, [buildChunk(chunkType.data, whole, body)]));
    }
  };
  flood(0, 20_000);
  const first = delivered.length;
  expect(first).toBeGreaterThan(500);
  expect(first).toBeLessThan(1_100);
  vi.advanceTimersByTime(500);
  flood(first, 20_000);
  expect(delivered.length).toBeLessThan(1.6 * first);
  expect(delivered).toEqual(delivered.map((_, index) => index));
  server.close();
});

test('fragments in any order become messages in order, even if the numbers wrap', () => {
  const { receiver, messages, feed, sack } = receive(0xffff_fffd);
  feed(5, whole, 1, 'last');
  feed(3, middle, 0, 'c');
  feed(1, middle, 0, 'a');
  expect(sack()).toEqual({
    cumulative: 0,
    gaps: [
      [2, 2],
      [4, 4],
      [6, 6],
    ],
    duplicates: 0,
  });
  feed(4, end, 0, 'd');
  feed(2, middle, 0, 'b');
  expect(sack().gaps).toEqual([[2, 6]]);
  expect(messages).toEqual([]);
  feed(3, middle, 0, 'c');
  feed(0, begin, 0, '>');
  expect(messages).toEqual(['1 >abcd', '1 last']);
  expect(sack()).toEqual({ cumulative: 6, gaps: [], duplicates: 1 });
  expect(receiver.bufferedBytes).toBe(0);
});

test('a message that the peer abandoned is skipped, and messages waiting for it are delivered', () => {
  const { receiver, messages, feed, forward, sack } = receive(7);
  feed(1, begin, 0, 'never whole', 2);
  feed(3, whole, 2, 'two');
  feed(5, whole, 4, 'four');
  forward(2, [[1, 1]]);
  expect(messages).toEqual(['1 two']);
  expect(sack()).toEqual({ cumulative: 4, gaps: [[2, 2]], duplicates: 0 });
  forward(4, [[1, 3]]);
  expect(messages).toEqual(['1 two', '1 four']);
  expect(receiver.bufferedBytes).toBe(0);
});

test('earlier fragments of an abandoned message are dropped with it, whatever else is held', () => {
  const { receiver, messages, feed, forward } = receive(7);
  feed(0, begin, 0, 'half');
  feed(3, begin, 1, 'another');
  feed(4, middle, 1, ' one ');
  forward(1, [[1, 0]]);
  expect(receiver.bufferedBytes).toBeLessThan(3 * 128);
  feed(5, end, 1, 'whole');
  expect(messages).toEqual(['1 another one whole']);
  expect(receiver.bufferedBytes).toBe(0);
});

test('unfinished messages are limited during a flood', () => {
  const { receiver, feed, sack } = receive(1);
  for (let offset = 1; offset < 100_000; offset++) feed(offset, begin, 0, 'x');
  expect(receiver.bufferedBytes).toBeLessThan(1_100_000);
  expect(sack().cumulative).toBe(0);
});
