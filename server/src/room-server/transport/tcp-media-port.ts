import { createServer, type Server, type Socket } from 'node:net';
import { MAX_PACKET_BYTES, type PacketRouter } from './packet-router.ts';

const MAX_CONNECTIONS = 1_000;
const CHECK_TIMEOUT_MS = 10_000;
const IDLE_TIMEOUT_MS = 60_000;
/** What a slow connection may queue; media that would wait longer is better lost. */
const MAX_QUEUED_BYTES = 256 * 1024;

/**
 * ICE over TCP, the passive side (RFC 6544), for networks that let no UDP through: packets with a length of two bytes
 * before each (RFC 4571) on one listening port.
 */
export class TcpMediaPort {
  readonly #server: Server;
  readonly #router: PacketRouter;
  readonly #sockets = new Set<Socket>();

  private constructor(router: PacketRouter) {
    this.#router = router;
    this.#server = createServer({ noDelay: true }, (socket) => this.#accept(socket));
    this.#server.maxConnections = MAX_CONNECTIONS;
  }

  /** @returns undefined when the port is not free; media then goes over UDP alone. */
  static async open(port: number, router: PacketRouter): Promise<TcpMediaPort | undefined> {
    const opened = new TcpMediaPort(router);
    for (const host of ['::', '0.0.0.0']) {
      const listening = await new Promise<boolean>((resolve) => {
        opened.#server.once('error', () => resolve(false));
        opened.#server.listen({ port, host, exclusive: true }, () => resolve(true));
      });
      opened.#server.removeAllListeners('error');
      if (!listening) continue;
      // An accept that failed (no file handle left) concerns that connection only.
      opened.#server.on('error', () => undefined);
      return opened;
    }
    return undefined;
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }

  #accept(socket: Socket): void {
    const { remoteAddress = '', remotePort = 0 } = socket;
    const address = remoteAddress.replace(/^::ffff:/, '');
    const key = `tcp|${address}|${remotePort}`;
    this.#sockets.add(socket);
    socket.on('close', () => {
      this.#sockets.delete(socket);
      this.#router.drop(key);
    });
    socket.on('error', () => socket.destroy());
    socket.setTimeout(IDLE_TIMEOUT_MS, () => socket.destroy());
    setTimeout(() => {
      if (!this.#router.knows(key)) socket.destroy();
    }, CHECK_TIMEOUT_MS).unref();
    const send = (packet: Buffer) => {
      if (!socket.writable || socket.writableLength > MAX_QUEUED_BYTES) return;
      const framed = Buffer.allocUnsafe(2 + packet.length);
      framed.writeUInt16BE(packet.length, 0);
      packet.copy(framed, 2);
      socket.write(framed);
    };
    let pending: Buffer = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => {
      pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
      while (pending.length >= 2) {
        const length = pending.readUInt16BE(0);
        if (length > MAX_PACKET_BYTES) {
          socket.destroy();
          return;
        }
        if (pending.length < 2 + length) return;
        const packet = pending.subarray(2, 2 + length);
        pending = pending.subarray(2 + length);
        this.#router.route(key, packet, () => ({ key, address, port: remotePort, send }));
      }
    });
  }
}
