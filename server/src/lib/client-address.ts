import type { IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';

/** Whether an address is that of a proxy whose `X-Forwarded-*` headers are trusted; `hop` counts from the nearest, 0. */
export type Trust = (address: string, hop: number) => boolean;

/**
 * @param trustProxy for whoever connects, for none, or addresses, networks and their names, separated by commas. Who
 * connects is trusted alone: the addresses before the one that it has added may be made up by anybody.
 */
export function readTrust(trustProxy: boolean | string): Trust {
  return typeof trustProxy === 'boolean'
    ? (_address, hop) => trustProxy && hop === 0
    : proxyAddress.compile(trustProxy.split(','));
}

/**
 * The nearest address of a request that no trusted proxy has: what `request.ip` is in Fastify with the same trust;
 * `undefined` once its client has hung up.
 */
export function clientAddress(request: IncomingMessage, trust: Trust): string | undefined {
  return proxyAddress(request, trust);
}
