import { isIP } from 'node:net';
import { ICEServer } from '@livekit/protocol';
import { lookUpName } from '../../lib/look-up-name.ts';
import { withTimeout } from '../../lib/timeout.ts';

/** A room usually has one candidate per interface and transport; each makes the worker send packets. */
const MAX_CANDIDATES = 64;
const MAX_ICE_URLS = 8;
const MAX_CREDENTIAL_CHARACTERS = 1024;
/** The client waits five seconds for the message that names the servers, then leaves and joins once more. */
const LOOKUP_TIMEOUT_MS = 1000;

/** `candidate:<foundation> <component> <transport> <priority> <address> <port> typ <type> …` (RFC 8839, 5.1). */
const CANDIDATE =
  /^candidate:([\w+/]{1,32}) ([12]) (udp|tcp) (\d{1,10}) (\S{1,64}) (\d{1,5}) typ (host|srflx|prflx|relay)( .*)?$/i;

/** Decides where the server of a caller's room may make the avatar's client send packets: only to allowed addresses. */
export class CallerRoomIce {
  readonly #isAllowed: (address: string) => boolean;
  /** Each session description repeats the candidates, so they are counted once. */
  readonly #candidates = new Set<string>();

  constructor(isAllowed: (address: string) => boolean) {
    this.#isAllowed = isAllowed;
  }

  /** Returns the candidate without extensions that the client does not need, or `undefined` if it may not be tried. */
  candidate(text: string): string | undefined {
    const parts = CANDIDATE.exec(text);
    if (!parts) return undefined;
    const [, foundation, component, transport, priority, address = '', port, type, rest = ''] = parts;
    // The client would resolve a name by itself, and the result may have changed since the check.
    if (isIP(address) === 0 || !this.#isAllowed(address)) return undefined;
    if (Number(priority) >= 2 ** 32 || Number(port) >= 2 ** 16) return undefined;
    const kept = rest.match(/ (?:tcptype (?:active|passive|so)|ufrag [\w+/]{4,256})(?= |$)/g) ?? [];
    const rebuilt = `candidate:${foundation} ${component} ${transport} ${priority} ${address} ${port} typ ${type}${kept.join('')}`;
    if (this.#candidates.size < MAX_CANDIDATES) this.#candidates.add(rebuilt);
    return this.#candidates.has(rebuilt) ? rebuilt : undefined;
  }

  /** Returns the servers, each with the URLs that may be used. */
  async servers(servers: ICEServer[]): Promise<ICEServer[]> {
    let urlsLeft = MAX_ICE_URLS;
    const checked = servers.slice(0, MAX_ICE_URLS).map(async ({ urls, username, credential }) => {
      const some = urls.slice(0, urlsLeft);
      urlsLeft -= some.length;
      const allowed = (await Promise.all(some.map((url) => this.#turnUrl(url)))).flat();
      // The native client does not start with a TURN server that has no credentials.
      const isUsable = isCredential(username) && isCredential(credential);
      return new ICEServer({ urls: isUsable ? allowed : [], username, credential });
    });
    return (await Promise.all(checked)).filter(({ urls }) => urls.length > 0);
  }

  /**
   * Replaces the name in `turn:name:3478?transport=udp` by its current address (RFC 7065). TURN over TLS is left out:
   * the certificate needs the name, and the client would resolve it again. STUN is left out: a LiveKit server learns
   * our address from our first packet, and its default STUN servers cannot be resolved in a private network.
   */
  async #turnUrl(url: string): Promise<string[]> {
    const parts = /^turn:(\[[^\]]+\]|[^:?[\]]+)(?::(\d{1,5}))?(\?transport=(?:udp|tcp))?$/.exec(url);
    if (!parts) return [];
    const [, host = '', port, transport = ''] = parts;
    if (port !== undefined && (Number(port) === 0 || Number(port) >= 2 ** 16)) return [];
    const looking = lookUpName(host.replace(/^\[|\]$/g, ''), { owner: this });
    const found = await withTimeout(
      looking,
      LOOKUP_TIMEOUT_MS,
      'the name of a TURN server was not resolved in time',
    ).catch(() => []);
    const [first] = found;
    if (!first || !found.every(({ address }) => this.#isAllowed(address))) return [];
    const address = first.family === 6 ? `[${first.address}]` : first.address;
    return [`turn:${address}${port === undefined ? '' : `:${port}`}${transport}`];
  }
}

function isCredential(text: string): boolean {
  return text !== '' && text.length <= MAX_CREDENTIAL_CHARACTERS;
}
