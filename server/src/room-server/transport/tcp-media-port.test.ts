import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { classes, Message, methods } from 'werift';
import { MediaPorts } from './media-ports.ts';

const sockets: Socket[] = [];
let ports: MediaPorts | undefined;
afterEach(() => {
  vi.useRealTimers();
  for (const socket of sockets.splice(0)) socket.destroy();
  ports?.close();
});

const PASSWORD = 'a-password';

async function open() {
  ports = await MediaPorts.open({});
  ports.router.register('known', {
    passwordOf: () => PASSWORD,
    handleCheck: () => undefined,
    handlePacket: () => undefined,
  });
  const { port } = (await ports.addresses()).find(({ protocol }) => protocol === 'tcp')!;
  return async () => {
    const socket = connect(port, '127.0.0.1');
    sockets.push(socket);
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    return socket;
  };
}

/** Sends a valid connectivity check and waits for the answer. */
async function check(socket: Socket): Promise<void> {
  const message = new Message(methods.BINDING, classes.REQUEST);
  message.setAttribute('USERNAME', 'known:client').setAttribute('PRIORITY', 1);
  message.setAttribute('ICE-CONTROLLING', 1n);
  message.addMessageIntegrity(Buffer.from(PASSWORD)).addFingerprint();
  const { bytes } = message;
  socket.write(Buffer.concat([Buffer.from([0, bytes.length]), bytes]));
  await once(socket, 'data');
}

const closing = (socket: Socket) => once(socket, 'close');

test('a client can connect however many connections idle, and one that passed a check stays connected', async () => {
  const join = await open();
  const known = await join();
  await check(known);
  const first = await join();
  const firstClosed = closing(first);
  for (let count = 0; count < 400; count++) await join();
  await firstClosed;
  await check(await join());
  await check(known);
  expect(sockets.filter((socket) => !socket.closed).length).toBeLessThanOrEqual(257);
});

test('a connection that passes no check is closed within seconds, one that passed stays open', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const join = await open();
  const [idle, known] = [await join(), await join()];
  // Connections are accepted in order, so the timer of the idle one has started as well.
  await check(known);
  const idleClosed = closing(idle);
  vi.advanceTimersByTime(5_000);
  await idleClosed;
  await check(known);
});

/** Sends packets as fast as they are accepted, until the connection ends. Returns the number of bytes written. */
async function flood(socket: Socket, packet: Buffer): Promise<number> {
  const framed = Buffer.concat([Buffer.from([packet.length >> 8, packet.length & 255]), packet]);
  const many = Buffer.concat(Array<Buffer>(Math.ceil(16_384 / framed.length)).fill(framed));
  const more = () => {
    let isTaken = true;
    while (isTaken && !socket.destroyed) isTaken = socket.write(many);
  };
  socket.on('drain', more);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  more();
  await closed;
  return socket.bytesWritten;
}

test.each([
  ['empty packets', Buffer.alloc(0), false],
  ['packets before any check', Buffer.alloc(12, 0xff), false],
  ['empty packets, after a check', Buffer.alloc(0), true],
  ['more packets than any client sends', Buffer.alloc(12, 0xff), true],
])('a flood ends the connection: %s', async (_, packet, isChecked) => {
  const join = await open();
  const socket = await join();
  if (isChecked) await check(socket);
  // Includes the bytes that the system has buffered.
  expect(await flood(socket, packet)).toBeLessThan(16 * 2 ** 20);
  await check(await join());
});
