import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { PacketRouter } from './packet-router.ts';
import { TcpMediaPort } from './tcp-media-port.ts';

export interface MediaAddress {
  readonly address: string;
  readonly port: number;
  readonly protocol: 'udp' | 'tcp';
}

export interface MediaPortsOptions {
  /** The first port of the range that is free on every address is used. Without a range, any free port. */
  readonly range?: { readonly min: number; readonly max: number } | undefined;
  /** Public addresses of this machine (one-to-one NAT, port forwarding), which are announced with our port. */
  readonly publicIps?: readonly string[];
}

const INTERFACE_CHECK_MS = 2_000;
/** How many ports are tried if any will do, and to find one that is free for TCP too. */
const ATTEMPTS = 20;

/**
 * The media sockets of the whole server: UDP, and TCP on the same port number for networks without UDP. One port serves
 * any number of conversations, so that a single firewall rule is enough. Each local address has its own UDP socket
 * (instead of one on 0.0.0.0), because an answer must leave from the address that received the request.
 */
export class MediaPorts {
  readonly #sockets = new Map<string, Socket>();
  readonly router = new PacketRouter();
  #tcp: TcpMediaPort | undefined;
  readonly #options: MediaPortsOptions;
  readonly #port: number;
  #interfacesCheckedAt = 0;
  #closed = false;

  private constructor(port: number, options: MediaPortsOptions) {
    this.#port = port;
    this.#options = options;
  }

  /**
   * Opens the ports. A port that is free for UDP may be in use for TCP: every outgoing connection of the machine holds
   * one, until a minute after its end. Then the next port is tried; UDP is used alone only if no port is free for both.
   * @throws Error if no port of the range is free.
   */
  static async open(options: MediaPortsOptions): Promise<MediaPorts> {
    const { min, max } = options.range ?? { min: 0, max: 0 };
    let lastError: unknown;
    let withoutTcp: MediaPorts | undefined;
    let attempts = options.range === undefined ? ATTEMPTS : max - min + 1;
    for (let attempt = 0; attempt < attempts; attempt++) {
      try {
        const ports = await MediaPorts.#openPort(options.range === undefined ? 0 : min + attempt, options);
        if (ports.#tcp !== undefined) {
          withoutTcp?.close();
          return ports;
        }
        if (withoutTcp === undefined) attempts = Math.min(attempts, attempt + ATTEMPTS);
        else ports.close();
        withoutTcp ??= ports;
      } catch (error) {
        lastError = error;
      }
    }
    if (withoutTcp !== undefined) return withoutTcp;
    const where = options.range === undefined ? '' : ` between ${min} and ${max}`;
    throw new Error(`no UDP port${where} is free on all local addresses, which media needs`, {
      cause: lastError,
    });
  }

  static async #openPort(wanted: number, options: MediaPortsOptions): Promise<MediaPorts> {
    const first = await bind('127.0.0.1', wanted);
    const ports = new MediaPorts(first.address().port, options);
    ports.#adopt('127.0.0.1', first);
    try {
      await ports.#bindInterfaces(true);
      ports.#tcp = await TcpMediaPort.open(ports.#port, ports.router);
    } catch (error) {
      ports.close();
      throw error;
    }
    return ports;
  }

  /** Returns the host candidates, the most useful first. Binds addresses that appeared since the last call. */
  async addresses(): Promise<MediaAddress[]> {
    if (performance.now() - this.#interfacesCheckedAt > INTERFACE_CHECK_MS) await this.#bindInterfaces(false);
    const announced = [...(this.#options.publicIps ?? []), ...this.#sockets.keys()];
    // Loopback comes last: it only helps a browser on this machine, but does so even without a network.
    announced.sort((a, b) => Number(a === '127.0.0.1') - Number(b === '127.0.0.1'));
    const addresses = [...new Set(announced)];
    const over = (protocol: 'udp' | 'tcp') =>
      addresses.map((address) => ({ address, port: this.#port, protocol }));
    return this.#tcp === undefined ? over('udp') : [...over('udp'), ...over('tcp')];
  }

  close(): void {
    this.#closed = true;
    for (const socket of this.#sockets.values()) socket.close();
    this.#sockets.clear();
    this.#tcp?.close();
    this.router.clear();
  }

  async #bindInterfaces(strict: boolean): Promise<void> {
    this.#interfacesCheckedAt = performance.now();
    const wanted = localAddresses();
    for (const [address, socket] of this.#sockets) {
      if (address === '127.0.0.1' || wanted.includes(address)) continue;
      this.#sockets.delete(address);
      socket.close();
    }
    for (const address of wanted) {
      if (this.#sockets.has(address)) continue;
      try {
        const socket = await bind(address, this.#port);
        if (this.#closed || this.#sockets.has(address)) socket.close();
        else this.#adopt(address, socket);
      } catch (error) {
        // A busy port means that another program uses it: take another. Any other error (such as an address that is
        // still being configured) must not prevent the remaining ones.
        if (strict && (error as NodeJS.ErrnoException).code === 'EADDRINUSE') throw error;
      }
    }
  }

  #adopt(address: string, socket: Socket): void {
    this.#sockets.set(address, socket);
    socket.on('message', (packet, from) => this.#handleMessage(address, socket, packet, from));
    socket.on('error', () => {
      if (this.#sockets.get(address) !== socket || address === '127.0.0.1') return;
      this.#sockets.delete(address);
      socket.close();
    });
  }

  #handleMessage(local: string, socket: Socket, packet: Buffer, from: RemoteInfo): void {
    const { address, port } = from;
    const key = `${local}|${address}|${port}`;
    const send = (message: Buffer) => sendDatagram(socket, message, port, address);
    this.router.route(key, packet, () => ({ key, address, port, send }));
  }
}

function sendDatagram(socket: Socket, packet: Buffer, port: number, address: string): void {
  try {
    // A datagram that the network refuses is lost, which is no error: the protocols above retransmit what matters.
    socket.send(packet, port, address);
  } catch {
    // The socket was closed because its address disappeared.
  }
}

function bind(address: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const family = isIPv6(address) ? 6 : 4;
    const socket = createSocket({
      type: `udp${family}`,
      // Destinations are always literal addresses. Calling the resolver would cost more than sending.
      lookup: (to, _options, callback) => callback(null, to, family),
      // Key frames arrive in bursts of a hundred packets; the default buffer of about 200 KB holds only a few of them.
      recvBufferSize: 2 * 1024 * 1024,
      sendBufferSize: 2 * 1024 * 1024,
    });
    const fail = (error: Error) => {
      socket.close();
      reject(error);
    };
    socket.once('error', fail);
    socket.bind({ address, port, exclusive: true }, () => {
      socket.off('error', fail);
      resolve(socket);
    });
  });
}

function localAddresses(): string[] {
  const found: string[] = [];
  for (const addresses of Object.values(networkInterfaces())) {
    for (const entry of addresses ?? []) {
      if (entry.internal || entry.address.toLowerCase().startsWith('fe80:')) continue;
      found.push(entry.address);
    }
  }
  return found;
}
