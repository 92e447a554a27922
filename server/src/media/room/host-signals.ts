import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { type ICEServer, SignalResponse } from '@livekit/protocol';
import { withTimeout } from '../../lib/timeout.ts';

/** A room has one candidate for each interface and transport as a rule; each makes the worker send packets. */
const MOST_CANDIDATES = 64;
const MOST_ICE_URLS = 8;
/** The client waits five seconds for the message that names the servers, then leaves and joins once more. */
const LOOKUP_TIMEOUT_MS = 1000;

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
    const checked = servers.map(async (server) => {
      const urls = server.urls.slice(0, most);
      most -= urls.length;
      server.urls = (await Promise.all(urls.map((url) => this.#turnUrl(url)))).flat();
      return server;
    });
    return (await Promise.all(checked)).filter(({ urls }) => urls.length > 0);
  }

  /**
   * Replaces the name in `turn:name:3478?transport=udp` by its present address (RFC 7065). TURN over TLS is left out: the
   * certificate needs the name, and the client would resolve it once more. STUN is left out: a LiveKit server learns our
   * address from our first packet, and the servers that it names by default cannot be resolved in a private network.
   */
  async #turnUrl(url: string): Promise<string[]> {
    const parts = /^turn:(\[[^\]]+\]|[^:?[\]]+)(:\d+)?(\?transport=(?:udp|tcp))?$/.exec(url);
    if (!parts) return [];
    const [, host = '', port = '', transport = ''] = parts;
    const looking = lookup(host.replace(/^\[|\]$/g, ''), { all: true });
    const found = await withTimeout(looking, LOOKUP_TIMEOUT_MS, 'a name was not resolved').catch(() => []);
    const [first] = found;
    if (!first || !found.every(({ address }) => this.#isAllowed(address))) return [];
    return [`turn:${first.family === 6 ? `[${first.address}]` : first.address}${port}${transport}`];
  }
}
