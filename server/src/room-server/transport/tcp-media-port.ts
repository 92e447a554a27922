import { createServer, type Server, type Socket } from 'node:net';
import { addressBlock } from '../../lib/address-block.ts';
import { RateGate } from '../../lib/rate-gate.ts';
import { RecentMap } from '../../lib/recent-map.ts';
import { MAX_PACKET_BYTES, MIN_PACKET_BYTES, type PacketRouter } from './packet-router.ts';

const MAX_CONNECTIONS = 1_000;
/** The maximum number of connections from one address block: more than the clients behind one router need. */
const MAX_CONNECTIONS_OF_BLOCK = 256;
/** A client sends a check as soon as it is connected. */
const CHECK_TIMEOUT_MS = 5_000;
const IDLE_TIMEOUT_MS = 60_000;
/** The maximum number of packets before a passed check: a few checks, each for another pair of addresses. */
const MAX_UNCHECKED_PACKETS = 32;
/**
 * The maximum number of packets per second of a connection: several times what a camera, a screen and a microphone
 * send. A packet takes time of the thread of all rooms, whatever its size.
 */
const PACKETS_PER_SECOND = 4_000;
/** The maximum number of packets per second of all connections from one block of addresses. */
const PACKETS_PER_SECOND_OF_BLOCK = 30_000;
const MAX_BLOCKS = 1_000;
/** The maximum number of bytes queued for a slow connection; media that would wait longer is better lost. */
const MAX_QUEUED_BYTES = 256 * 1024;

interface Connection {
  readonly socket: Socket;
  /** The key of the connection's path in the router, once it has passed a check. */
  readonly key: string;
  readonly block: string;
}

/**
 * ICE over TCP, the passive side (RFC 6544), for networks that block UDP: packets with a two-byte length prefix (RFC
 * 4571) on one listening port.
 */
export class TcpMediaPort {
  readonly #server: Server;
  readonly #router: PacketRouter;
  /** In order of arrival, the oldest first. */
  readonly #connections = new Set<Connection>();
  readonly #packetsOfBlock = new RecentMap<string, RateGate>(
    MAX_BLOCKS,
    () => new RateGate(PACKETS_PER_SECOND_OF_BLOCK),
  );

  private constructor(router: PacketRouter) {
    this.#router = router;
    this.#server = createServer({ noDelay: true }, (socket) => this.#accept(socket));
  }

  /** @returns undefined if the port is not free; media then uses only UDP. */
  static async open(port: number, router: PacketRouter): Promise<TcpMediaPort | undefined> {
    const opened = new TcpMediaPort(router);
    for (const host of ['::', '0.0.0.0']) {
      const listening = await new Promise<boolean>((resolve) => {
        opened.#server.once('error', () => resolve(false));
        opened.#server.listen({ port, host, exclusive: true }, () => resolve(true));
      });
      opened.#server.removeAllListeners('error');
      if (!listening) continue;
      // A failed accept (no file descriptor left) affects that connection only.
      opened.#server.on('error', () => undefined);
      return opened;
    }
    return undefined;
  }

  close(): void {
    for (const connection of this.#connections) this.#drop(connection);
    this.#server.close();
  }

  #accept(socket: Socket): void {
    const { remoteAddress = '', remotePort = 0 } = socket;
    const address = remoteAddress.replace(/^::ffff:/, '');
    const key = `tcp|${address}|${remotePort}`;
    const connection = { socket, key, block: addressBlock(address) };
    socket.on('error', () => socket.destroy());
    if (!this.#makeRoom(connection.block)) {
      socket.destroy();
      return;
    }
    this.#connections.add(connection);
    const check = setTimeout(() => {
      if (!this.#router.hasPath(key)) this.#drop(connection);
    }, CHECK_TIMEOUT_MS).unref();
    socket.on('close', () => {
      clearTimeout(check);
      this.#drop(connection);
    });
    socket.setTimeout(IDLE_TIMEOUT_MS, () => this.#drop(connection));
    const send = (packet: Buffer) => {
      if (!socket.writable || socket.writableLength > MAX_QUEUED_BYTES) return;
      const framed = Buffer.allocUnsafe(2 + packet.length);
      framed.writeUInt16BE(packet.length, 0);
      packet.copy(framed, 2);
      socket.write(framed);
    };
    const packets = new RateGate(PACKETS_PER_SECOND);
    const ofBlock = this.#packetsOfBlock.get(connection.block);
    let unchecked = 0;
    /** @returns false if the connection sends more than any client does. */
    const isWithinLimits = () => {
      unchecked = this.#router.hasPath(key) ? 0 : unchecked + 1;
      return unchecked <= MAX_UNCHECKED_PACKETS && packets.pass() && ofBlock.pass();
    };
    let pending: Buffer = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => {
      pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
      while (pending.length >= 2) {
        const length = pending.readUInt16BE(0);
        if (length < MIN_PACKET_BYTES || length > MAX_PACKET_BYTES || !isWithinLimits()) {
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

  /** If there are too many, drops the oldest that has passed no check. @returns false if all have passed one. */
  #makeRoom(block: string): boolean {
    const all = [...this.#connections];
    const ofBlock = all.filter((connection) => connection.block === block);
    for (const [connections, maxConnections] of [
      [ofBlock, MAX_CONNECTIONS_OF_BLOCK],
      [all, MAX_CONNECTIONS],
    ] as const) {
      if (connections.length < maxConnections) continue;
      const oldest = connections.find(({ key }) => !this.#router.hasPath(key));
      if (oldest === undefined) return false;
      this.#drop(oldest);
    }
    return true;
  }

  #drop(connection: Connection): void {
    if (this.#connections.delete(connection)) this.#router.removePath(connection.key);
    connection.socket.destroy();
  }
}
