import type { IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';

/** Whether an address is that of a proxy whose `X-Forwarded-*` headers are trusted; the nearest proxy is `hop` 0. */
export type Trust = (address: string, hop: number) => boolean;

/**
 * @param trustProxy `true` trusts the directly connected peer, `false` nobody; or addresses, networks and their names,
 * separated by commas. With `true` only the nearest hop is trusted: anybody may have made up the addresses before the
 * one that it added.
 */
export function readTrust(trustProxy: boolean | string): Trust {
  return typeof trustProxy === 'boolean'
    ? (_address, hop) => trustProxy && hop === 0
    : proxyAddress.compile(trustProxy.split(','));
}

/**
 * Returns the nearest address of a request that is not a trusted proxy's, like Fastify's `request.ip` with the same
 * trust; `undefined` once the client has disconnected.
 */
export function clientAddress(request: IncomingMessage, trust: Trust): string | undefined {
  return proxyAddress(request, trust);
}
