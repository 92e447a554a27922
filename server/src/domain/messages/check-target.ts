import { isIP } from 'node:net';
import { unprocessable } from '../errors.ts';

/** Which addresses an operator lets messages of webhooks and calls of tools be sent to. */
export interface MessageTargets {
  /** Whether private addresses and plain http may be used, as in an intranet. */
  allowPrivate: boolean;
  isPublicAddress: (address: string) => boolean;
}

/**
 * What can be told from the address alone; what its name resolves to is checked whenever something is sent.
 * @throws DomainError `unprocessable`
 */
export function checkTarget(text: string, { allowPrivate, isPublicAddress }: MessageTargets): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const protocols = allowPrivate ? ['https:', 'http:'] : ['https:'];
  if (!url || !protocols.includes(url.protocol)) {
    throw unprocessable('url', `must be an address that begins with ${protocols.join('// or ')}//.`);
  }
  if (url.username || url.password) {
    throw unprocessable('url', 'must hold no user and password; verify the signature instead.');
  }
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isLocalName = host === 'localhost' || host.endsWith('.localhost');
  if (!allowPrivate && (isLocalName || (isIP(host) !== 0 && !isPublicAddress(host)))) {
    throw unprocessable('url', 'must be an address on the public internet.');
  }
  url.hash = '';
  return url.href;
}
