import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import {
  type BindingRequest,
  buildBindingResponse,
  buildRoleConflict,
  isStun,
  parseBindingRequest,
  verifyIntegrity,
} from './stun.ts';

/** One way to and from a peer: our socket and the peer's address on it. */
export interface NetworkPath {
  send(packet: Buffer): void;
}

/** What the ports know of a peer. Its packets come only from addresses that passed a signed check. */
export interface IceEndpoint {
  /** @returns the password of one of our user name fragments, undefined when it is not (or no longer) valid. */
  passwordOf(localFragment: string): string | undefined;
  handleCheck(path: NetworkPath, nominated: boolean): void;
  handlePacket(packet: Buffer): void;
}

export interface MediaAddress {
  readonly address: string;
  readonly port: number;
}

export interface MediaPortsOptions {
  /** The first port of the range that is free on every address is used. Without a range: any free port. */
  readonly range?: { readonly min: number; readonly max: number } | undefined;
  /** Addresses that the world reaches us by (one-to-one NAT, port forwarding); announced with our port. */
  readonly publicIps?: readonly string[];
}

interface Path extends NetworkPath {
  readonly endpoint: IceEndpoint;
}

/** Packets bigger than this are no media of ours: DTLS, SRTP and SCTP all stay under a common MTU. */
const maxPacketBytes = 2048;
const interfaceCheckMs = 2_000;

/**
 * The UDP sockets of the whole server. Every peer shares them: a STUN check names its peer by user name
 * fragment, and from then on the sender's address does. One port serves any number of conversations, so that one
 * firewall rule is enough. There is a socket per local address (not one on 0.0.0.0), because an answer must
 * leave from the address that was asked.
 */
export class MediaPorts {
  private readonly sockets = new Map<string, Socket>();
  private readonly endpoints = new Map<string, IceEndpoint>();
  private readonly paths = new Map<string, Path>();
  private readonly pathsOf = new Map<IceEndpoint, Set<string>>();
  private readonly options: MediaPortsOptions;
  private readonly port: number;
  private interfacesCheckedAt = 0;
  private closed = false;

  private constructor(port: number, options: MediaPortsOptions) {
    this.port = port;
    this.options = options;
  }

  /** @throws Error when no port of the range is free. */
  static async open(options: MediaPortsOptions): Promise<MediaPorts> {
    const { min, max } = options.range ?? { min: 0, max: 0 };
    let lastError: unknown;
    const attempts = options.range === undefined ? 20 : max - min + 1;
    for (let attempt = 0; attempt < attempts; attempt++) {
      try {
        return await MediaPorts.openPort(options.range === undefined ? 0 : min + attempt, options);
      } catch (error) {
        lastError = error;
      }
    }
    const where = options.range === undefined ? '' : ` between ${min} and ${max}`;
    throw new Error(`no UDP port for media${where} is free on every local address`, { cause: lastError });
  }

  private static async openPort(wanted: number, options: MediaPortsOptions): Promise<MediaPorts> {
    const first = await bind('127.0.0.1', wanted);
    const ports = new MediaPorts(first.address().port, options);
    ports.adopt('127.0.0.1', first);
    try {
      await ports.bindInterfaces(true);
    } catch (error) {
      ports.close();
      throw error;
    }
    return ports;
  }

  /** Host candidates, the most useful first. Addresses that appeared since the last call are bound first. */
  async addresses(): Promise<MediaAddress[]> {
    if (Date.now() - this.interfacesCheckedAt > interfaceCheckMs) await this.bindInterfaces(false);
    const announced = [...(this.options.publicIps ?? []), ...this.sockets.keys()];
    // Loopback comes last: it helps a browser on this machine only, but then also without any network.
    announced.sort((a, b) => Number(a === '127.0.0.1') - Number(b === '127.0.0.1'));
    return [...new Set(announced)].map((address) => ({ address, port: this.port }));
  }

  register(localFragment: string, endpoint: IceEndpoint): void {
    this.endpoints.set(localFragment, endpoint);
  }

  unregister(localFragment: string): void {
    this.endpoints.delete(localFragment);
  }

  /** Forgets every address of a peer. */
  forget(endpoint: IceEndpoint): void {
    for (const key of this.pathsOf.get(endpoint) ?? []) this.paths.delete(key);
    this.pathsOf.delete(endpoint);
  }

  close(): void {
    this.closed = true;
    for (const socket of this.sockets.values()) socket.close();
    this.sockets.clear();
    this.endpoints.clear();
    this.paths.clear();
    this.pathsOf.clear();
  }

  private async bindInterfaces(strict: boolean): Promise<void> {
    this.interfacesCheckedAt = Date.now();
    const wanted = localAddresses();
    for (const [address, socket] of this.sockets) {
      if (address === '127.0.0.1' || wanted.includes(address)) continue;
      this.sockets.delete(address);
      socket.close();
    }
    for (const address of wanted) {
      if (this.sockets.has(address)) continue;
      try {
        const socket = await bind(address, this.port);
        if (this.closed || this.sockets.has(address)) socket.close();
        else this.adopt(address, socket);
      } catch (error) {
        // A busy port means another program's media: take another port. Anything else (an address that is still
        // being configured) must not stop the others.
        if (strict && (error as NodeJS.ErrnoException).code === 'EADDRINUSE') throw error;
      }
    }
  }

  private adopt(address: string, socket: Socket): void {
    this.sockets.set(address, socket);
    socket.on('message', (packet, from) => this.handleMessage(address, socket, packet, from));
    socket.on('error', () => {
      if (this.sockets.get(address) !== socket || address === '127.0.0.1') return;
      this.sockets.delete(address);
      socket.close();
    });
  }

  private handleMessage(address: string, socket: Socket, packet: Buffer, from: RemoteInfo): void {
    if (packet.length < 12 || packet.length > maxPacketBytes) return;
    const key = `${address}|${from.address}|${from.port}`;
    if (packet[0]! >= 4) {
      this.paths.get(key)?.endpoint.handlePacket(packet);
      return;
    }
    if (!isStun(packet)) return;
    const request = parseBindingRequest(packet);
    if (request !== undefined) this.answerCheck(key, socket, request, from);
  }

  private answerCheck(key: string, socket: Socket, request: BindingRequest, from: RemoteInfo): void {
    const endpoint = this.endpoints.get(request.localFragment);
    const password = endpoint?.passwordOf(request.localFragment);
    if (endpoint === undefined || password === undefined || !verifyIntegrity(request, password)) return;
    const reply = (message: Buffer) => sendDatagram(socket, message, from.port, from.address);
    if (request.claimsControlled) {
      reply(buildRoleConflict(request, password));
      return;
    }
    let path = this.paths.get(key);
    if (path === undefined || path.endpoint !== endpoint) {
      const { port, address } = from;
      path = { endpoint, send: (message) => sendDatagram(socket, message, port, address) };
      this.paths.set(key, path);
      const keys = this.pathsOf.get(endpoint) ?? new Set();
      this.pathsOf.set(endpoint, keys.add(key));
    }
    reply(buildBindingResponse(request, password, from.address, from.port));
    endpoint.handleCheck(path, request.useCandidate);
  }
}

function sendDatagram(socket: Socket, packet: Buffer, port: number, address: string): void {
  try {
    // A datagram that the network refuses is a lost datagram; the protocols above repeat what matters.
    socket.send(packet, port, address, () => undefined);
  } catch {
    // The socket was closed because its address went away.
  }
}

function bind(address: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = createSocket({
      type: isIPv6(address) ? 'udp6' : 'udp4',
      // Key frames arrive as bursts of a hundred packets; the default of about 200 KB holds few of them.
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
