import { RateGate } from '../../lib/rate-gate.ts';
import {
  type BindingRequest,
  buildBindingResponse,
  buildRoleConflict,
  isStun,
  parseBindingRequest,
  verifyIntegrity,
} from './stun.ts';

/** A path to a peer: our socket and the peer's address. */
export interface NetworkPath {
  send(packet: Buffer): void;
}

/** The receiver of a peer's packets, which are accepted only from addresses that have passed a signed check. */
export interface IceEndpoint {
  /** @returns the password of one of our user name fragments, or undefined if it is not (or no longer) valid. */
  passwordOf(localFragment: string): string | undefined;
  handleCheck(path: NetworkPath, nominated: boolean): void;
  handlePacket(packet: Buffer): void;
}

/** Where a packet came from. */
export interface PacketSource extends NetworkPath {
  /** Unique per socket of ours and address of the peer. */
  readonly key: string;
  readonly address: string;
  readonly port: number;
}

interface Path extends NetworkPath {
  readonly endpoint: IceEndpoint;
}

/** A client sends checks from each of its addresses, and from new ones when its network changes. */
const MAX_PATHS_PER_ENDPOINT = 32;

/** A client with many addresses checks each pair in turn, about twenty a second. */
const CHECKS_PER_SECOND = 100;
const CHECKS_AT_ONCE = 300;

/** The size of an RTP header; every valid packet is at least this long. */
export const MIN_PACKET_BYTES = 12;
/** Larger packets are not media of ours: DTLS, SRTP and SCTP all stay below a common MTU. */
export const MAX_PACKET_BYTES = 2048;

/**
 * Finds the peer of a packet. All peers share the sockets: a STUN check identifies its peer by the user name fragment,
 * and from then on the sender's address does.
 */
export class PacketRouter {
  readonly #endpoints = new Map<string, IceEndpoint>();
  readonly #paths = new Map<string, Path>();
  readonly #pathsOf = new Map<IceEndpoint, Set<string>>();
  /** Checks cost the thread of all rooms more than most packets do, and a client can sign any number of them. */
  readonly #checks = new WeakMap<IceEndpoint, RateGate>();

  register(localFragment: string, endpoint: IceEndpoint): void {
    this.#endpoints.set(localFragment, endpoint);
  }

  unregister(localFragment: string): void {
    this.#endpoints.delete(localFragment);
  }

  removePaths(endpoint: IceEndpoint): void {
    for (const key of this.#pathsOf.get(endpoint) ?? []) this.#paths.delete(key);
    this.#pathsOf.delete(endpoint);
  }

  clear(): void {
    this.#endpoints.clear();
    this.#paths.clear();
    this.#pathsOf.clear();
  }

  /** @param open creates the source; called only for connectivity checks */
  route(key: string, packet: Buffer, open: () => PacketSource): void {
    if (packet.length < MIN_PACKET_BYTES || packet.length > MAX_PACKET_BYTES) return;
    const known = this.#paths.get(key)?.endpoint;
    if (packet[0]! >= 4) {
      known?.handlePacket(packet);
      return;
    }
    // Parsing a check costs something too.
    if (!isStun(packet) || (known && this.#checksOf(known).left < 1)) return;
    const request = parseBindingRequest(packet);
    if (request !== undefined) this.#answerCheck(request, open());
  }

  /** Must be called when a connection ends, because another one may get the same address. */
  removePath(key: string): void {
    const path = this.#paths.get(key);
    if (path === undefined) return;
    this.#paths.delete(key);
    this.#pathsOf.get(path.endpoint)?.delete(key);
  }

  /** Whether a source has passed a check. */
  hasPath(key: string): boolean {
    return this.#paths.has(key);
  }

  #answerCheck(request: BindingRequest, source: PacketSource): void {
    const endpoint = this.#endpoints.get(request.localFragment);
    const password = endpoint?.passwordOf(request.localFragment);
    if (endpoint === undefined || password === undefined || !this.#checksOf(endpoint).pass()) return;
    if (!verifyIntegrity(request, password)) return;
    if (request.claimsControlled) {
      source.send(buildRoleConflict(request, password));
      return;
    }
    const path = this.#addPath(source, endpoint);
    source.send(buildBindingResponse(request, password, source.address, source.port));
    endpoint.handleCheck(path, request.useCandidate);
  }

  #checksOf(endpoint: IceEndpoint): RateGate {
    const gate = this.#checks.get(endpoint) ?? new RateGate(CHECKS_PER_SECOND, CHECKS_AT_ONCE);
    this.#checks.set(endpoint, gate);
    return gate;
  }

  #addPath(source: PacketSource, endpoint: IceEndpoint): Path {
    const known = this.#paths.get(source.key);
    const same = known?.endpoint === endpoint;
    const path = same ? known : { endpoint, send: (packet: Buffer) => source.send(packet) };
    if (!same) this.removePath(source.key);
    this.#paths.set(source.key, path);
    const keys = this.#pathsOf.get(endpoint) ?? new Set();
    this.#pathsOf.set(endpoint, keys);
    // Moved to the end: the first entry is the one that has gone longest without a check.
    keys.delete(source.key);
    keys.add(source.key);
    if (keys.size > MAX_PATHS_PER_ENDPOINT) this.removePath(keys.values().next().value!);
    return path;
  }
}
