import type { FastifyRequest } from 'fastify';
import type { ApiOptions } from '../api-app.ts';

/**
 * What a page of ours may connect to, for its Content-Security-Policy: the service, also under the name that its answers
 * have, and the rooms of its conversations.
 */
export function connectSources({ links }: FastifyRequest, roomsUrl: ApiOptions['roomsUrl']): string {
  const own = new URL(links.baseUrl);
  const rooms = new URL(roomsUrl?.(links.baseUrl) ?? own);
  const sources = [own, rooms].flatMap(({ hostname, host, protocol }) => {
    // A policy cannot name an address of IPv6: the page's own is 'self', another one is let in by its scheme.
    const isUnnamed = hostname.startsWith('[');
    if (isUnnamed && host === own.host) return [];
    // A client of LiveKit Cloud goes to the next of its regions where one fails.
    const cloud = /\.livekit\.(?:cloud|run)$/.exec(hostname);
    const place = isUnnamed ? '' : `//${cloud ? `*${cloud[0]}` : host}`;
    return (/^(?:https|wss):$/.test(protocol) ? ['https', 'wss'] : ['http', 'ws']).map(
      (scheme) => `${scheme}:${place}`,
    );
  });
  return [...new Set(["'self'", ...sources])].join(' ');
}
