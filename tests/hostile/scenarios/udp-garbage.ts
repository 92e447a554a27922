import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { passed } from '../../support/hostile/raw-http.ts';
import { defineScenario } from '../../support/hostile/scenario.ts';
import { LiveConsumer } from '../../support/live-consumer.ts';
import { startSession } from '../../support/service-client.ts';

const PACKETS = 60_000;
const IN_A_ROW = 200;

/** The first bytes that distinguish STUN, DTLS, RTP and TURN's channels (RFC 7983), and bytes of none of them. */
const HEADS: Buffer[] = [
  Buffer.from('000100002112a442', 'hex'),
  Buffer.from('000100ff2112a442', 'hex'),
  Buffer.from('010100002112a442', 'hex'),
  Buffer.from('16fefd0000000000000000', 'hex'),
  Buffer.from('17feff0000000000000001ffff', 'hex'),
  Buffer.from('806f000100000000', 'hex'),
  Buffer.from('80c8ffff00000000', 'hex'),
  Buffer.from('40000010', 'hex'),
  Buffer.from('ff', 'hex'),
  Buffer.alloc(0),
];

function packet(n: number): Buffer {
  const head = HEADS[n % HEADS.length]!;
  return Buffer.concat([head, randomBytes(n % 1_400)]);
}

const send = (socket: Socket, bytes: Buffer, port: number) =>
  new Promise<void>((resolve) => socket.send(bytes, port, '127.0.0.1', () => resolve()));

export const scenario = defineScenario<{ port: number }, { sent: number }>({
  title: 'whatever comes to the media port costs nobody anything, and calls go on',
  env: { VISAVIS_VIDEO_FPS: '10' },
  memoryMiB: 120,
  prepare: async ({ output }) => ({ port: Number(/media on UDP port (\d+)/.exec(output)![1]) }),
  async attack({ given }) {
    const sockets = Array.from({ length: 20 }, () => createSocket('udp4'));
    let sent = 0;
    while (sent < PACKETS) {
      for (let n = 0; n < IN_A_ROW; n++)
        await send(sockets[sent % sockets.length]!, packet(sent++), given.port);
      await passed(1);
    }
    for (const socket of sockets) socket.close();
    return { sent };
  },
  async check({ sent }, service) {
    assert.equal(sent, PACKETS);
    const { session, consumerAccessToken } = await startSession(service);
    const consumer = new LiveConsumer(session.avatar!.identity);
    try {
      await consumer.join(session.host.serverUrl, consumerAccessToken);
      await consumer.until('the greeting', () => consumer.sound.length > 20, 60_000);
    } finally {
      await consumer.leave();
    }
  },
});
