import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { type ICEServer, SignalResponse } from '@livekit/protocol';

/** A room has one candidate for each interface and transport as a rule; each makes the worker send packets. */
const MOST_CANDIDATES = 64;
const MOST_ICE_URLS = 8;

/**
 * Filters what the server of a caller's room sends to the avatar's client: addresses that the client may not connect to are
 * removed. The client is native code and would connect to any it is given: a candidate, a TURN or STUN server, or another
 * server to go to.
 */
export class HostSignals {
  readonly #isAllowed: (address: string) => boolean;
  #candidates = 0;

  constructor(isAllowed: (address: string) => boolean) {
    this.#isAllowed = isAllowed;
  }

  /** The message to pass on, if any of it may be. @throws Error for what is no signal message */
  async pass(bytes: Uint8Array): Promise<Uint8Array | undefined> {
    const signal = SignalResponse.fromBinary(bytes);
    const { message } = signal;
    switch (message.case) {
      case 'join':
        message.value.alternativeUrl = '';
        message.value.iceServers = await this.#iceServers(message.value.iceServers);
        break;
      case 'reconnect':
        message.value.iceServers = await this.#iceServers(message.value.iceServers);
        break;
      case 'leave':
        delete message.value.regions;
        break;
      case 'offer':
      case 'answer':
        message.value.sdp = this.#sdp(message.value.sdp);
        break;
      case 'trickle':
        return this.#mayTrickle(message.value.candidateInit) ? bytes : undefined;
      default:
        return bytes;
    }
    return signal.toBinary();
  }

  #sdp(sdp: string): string {
    return sdp
      .split(/\r?\n/)
      .filter((line) => !line.startsWith('a=candidate:') || this.#mayTry(line.slice(2)))
      .join('\r\n');
  }

  #mayTrickle(candidateInit: string): boolean {
    const { candidate } = JSON.parse(candidateInit) as { candidate?: unknown };
    // An empty one says that there are no more.
    return candidate === '' || (typeof candidate === 'string' && this.#mayTry(candidate));
  }

  /** `candidate:<foundation> <component> <transport> <priority> <address> <port> typ …` (RFC 8839, 5.1). */
  #mayTry(candidate: string): boolean {
    const address = candidate.trim().split(/\s+/)[4] ?? '';
    // The client would resolve a name by itself, and the answer may have changed since it was checked.
    if (isIP(address) === 0 || !this.#isAllowed(address)) return false;
    this.#candidates += 1;
    return this.#candidates <= MOST_CANDIDATES;
  }

  async #iceServers(servers: ICEServer[]): Promise<ICEServer[]> {
    let most = MOST_ICE_URLS;
    const kept: ICEServer[] = [];
    for (const server of servers) {
      const urls: string[] = [];
      for (const url of server.urls) if (most-- > 0) urls.push(...(await this.#iceUrl(url)));
      server.urls = urls;
      if (urls.length > 0) kept.push(server);
    }
    return kept;
  }

  /**
   * Replaces the name in `turn:name:3478?transport=udp` by its present address (RFC 7064, RFC 7065). TURN over TLS is left
   * out: the certificate needs the name, and the client would resolve it once more.
   */
  async #iceUrl(url: string): Promise<string[]> {
    const parts = /^(stun|turn):(\[[^\]]+\]|[^:?[\]]+)(:\d+)?(\?transport=(?:udp|tcp))?$/.exec(url);
    if (!parts) return [];
    const [, scheme, host = '', port = '', transport = ''] = parts;
    const found = await lookup(host.replace(/^\[|\]$/g, ''), { all: true }).catch(() => []);
    const [first] = found;
    if (!first || !found.every(({ address }) => this.#isAllowed(address))) return [];
    return [`${scheme}:${first.family === 6 ? `[${first.address}]` : first.address}${port}${transport}`];
  }
}
