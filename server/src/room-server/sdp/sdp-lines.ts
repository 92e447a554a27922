import type { LocalTransportParameters } from '../transport/peer-transport.ts';
import { SCTP_PORT } from '../transport/sctp-association.ts';

export const extensionUri = {
  mid: 'urn:ietf:params:rtp-hdrext:sdes:mid',
  rid: 'urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id',
  repairedRid: 'urn:ietf:params:rtp-hdrext:sdes:repaired-rtp-stream-id',
  transportSequence: 'http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01',
  absSendTime: 'http://www.webrtc.org/experiments/rtp-hdrext/abs-send-time',
  audioLevel: 'urn:ietf:params:rtp-hdrext:ssrc-audio-level',
} as const;

export type ExtensionName = keyof typeof extensionUri;

export const extensionNames: ReadonlyMap<string, ExtensionName> = new Map(
  Object.entries(extensionUri).map(([name, uri]) => [uri, name as ExtensionName]),
);

const MAX_MESSAGE_BYTES = 262_144;

/** Returns the session-level lines. libwebrtc expects `a=ice-lite` there. */
export function sessionLines(sessionId: string, version: number, mids: readonly string[]): string[] {
  return [
    'v=0',
    `o=- ${sessionId} ${version} IN IP4 127.0.0.1`,
    's=-',
    't=0 0',
    `a=group:BUNDLE ${mids.join(' ')}`,
    'a=ice-lite',
    'a=extmap-allow-mixed',
    'a=msid-semantic: WMS *',
  ];
}

/**
 * The server takes the DTLS server's role even in its offers: a client that is left the choice and sees `ice-lite`,
 * such as Pion, answers that it waits too, and then neither side begins.
 */
export function transportLines(local: LocalTransportParameters): string[] {
  return [
    'c=IN IP4 0.0.0.0',
    `a=ice-ufrag:${local.fragment}`,
    `a=ice-pwd:${local.password}`,
    `a=fingerprint:${local.fingerprint}`,
    'a=setup:passive',
    ...local.addresses.map(({ address, port, protocol }, index) => {
      // RFC 8445 §5.1.2.1, RFC 6544 §4.2: host candidates in the order of the list, with those over TCP last.
      const preference = (protocol === 'udp' ? 65_535 : 32_767) - index;
      const priority = 126 * 2 ** 24 + preference * 2 ** 8 + 255;
      const passive = protocol === 'udp' ? '' : ' tcptype passive';
      return `a=candidate:${index + 1} 1 ${protocol} ${priority} ${address} ${port} typ host${passive}`;
    }),
    'a=end-of-candidates',
  ];
}

export function dataSectionLines(mid: string, transport: readonly string[]): string[] {
  return [
    'm=application 9 UDP/DTLS/SCTP webrtc-datachannel',
    ...transport,
    `a=mid:${mid}`,
    `a=sctp-port:${SCTP_PORT}`,
    `a=max-message-size:${MAX_MESSAGE_BYTES}`,
  ];
}

export const joinLines = (lines: readonly string[]) => `${lines.join('\r\n')}\r\n`;
