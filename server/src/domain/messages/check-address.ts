import { isIP } from 'node:net';
import { unprocessable } from '../errors.ts';

/** Which callers' addresses the operator allows the service to connect to. */
export interface AddressPolicy {
  /** Whether private addresses (such as an intranet's) and messages over plain http are allowed. */
  allowPrivate: boolean;
  isPublicAddress: (address: string) => boolean;
}

/**
 * Checks the address itself; the IP addresses of its name are checked at every request.
 * @throws DomainError `unprocessable`
 */
export function checkAddress(
  text: string,
  addressPolicy: AddressPolicy,
  remedy = 'verify the signature instead.',
): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const protocols = addressPolicy.allowPrivate ? ['https:', 'http:'] : ['https:'];
  if (!url || !protocols.includes(url.protocol)) {
    const others =
      url?.protocol === 'http:'
        ? '; the operator of the service can allow http with VISAVIS_PRIVATE_ADDRESSES=true'
        : '';
    throw unprocessable('url', `must be an address that begins with ${protocols.join('// or ')}//${others}.`);
  }
  if (url.username || url.password) {
    throw unprocessable('url', `must not contain a user name or password; ${remedy}`);
  }
  requirePublic(url, 'url', addressPolicy);
  url.hash = '';
  return url.href;
}

/** Whether an address is on another server. Whoever may change it must not receive the secrets of the previous one. */
export const isOtherServer = (before: string, after: string): boolean =>
  new URL(after).origin !== new URL(before).origin;

export const OTHER_SERVER =
  'must be given again, or be null, because the new address belongs to another server.';

/** Checks the LiveKit server of a caller's own room in the same way. @throws DomainError `unprocessable` */
export function checkCallerRoomAddress(text: string, addressPolicy: AddressPolicy): void {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^(wss?|https?):$/.test(url.protocol)) {
    throw unprocessable('host.serverUrl', 'must be a ws, wss, http or https address.');
  }
  if (url.username || url.password) {
    throw unprocessable(
      'host.serverUrl',
      'must not contain a user name or password; host.accessToken already admits the avatar.',
    );
  }
  requirePublic(url, 'host.serverUrl', addressPolicy);
}

/** Handles all spellings of a literal address, because `URL` writes `0x7f.1` and `2130706433` as `127.0.0.1`. */
function requirePublic(url: URL, path: string, { allowPrivate, isPublicAddress }: AddressPolicy): void {
  if (allowPrivate) return;
  const host = url.hostname.replace(/^\[|\]$|\.$/g, '');
  const isLocalName = host === 'localhost' || host.endsWith('.localhost');
  if (isLocalName || (isIP(host) !== 0 && !isPublicAddress(host))) {
    throw unprocessable(
      path,
      'must be an address on the public internet; the operator of the service can allow others with VISAVIS_PRIVATE_ADDRESSES=true.',
    );
  }
}
