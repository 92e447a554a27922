import type { EventEmitter } from 'node:events';
import type { Guard } from '../../lib/guard.ts';
import type { DataChannels } from './data-channels.ts';
import type { MediaAddress } from './media-ports.ts';

export type TransportState = 'new' | 'connected' | 'closed';

export interface TransportEvents {
  /** ICE and DTLS are up; media and data flow. */
  connected: [];
  /** Nothing has arrived from the peer for a while (`true`), or something has again (`false`). */
  silent: [silent: boolean];
  /** Closed by us, by the peer's DTLS alert or by a failure; nothing follows. */
  closed: [reason: string];
  /** Work for this peer has failed, and the connection is closed. */
  fault: [error: unknown];
  rtp: [packet: Buffer];
  rtcp: [compound: Buffer];
}

export interface LocalTransportParameters {
  readonly fragment: string;
  readonly password: string;
  /** `sha-256 AA:BB:…` */
  readonly fingerprint: string;
  readonly addresses: readonly MediaAddress[];
}

/**
 * One peer connection below SDP: ICE, DTLS, SRTP and SCTP over one path. The room server knows no more of WebRTC's
 * transports than this.
 */
export interface PeerTransport extends EventEmitter<TransportEvents> {
  readonly state: TransportState;
  readonly channels: DataChannels;
  /** Connected, but not heard for a while. */
  readonly silent: boolean;
  local(): LocalTransportParameters;
  /** New local credentials for an ICE restart; the old ones stay valid until the peer uses the new. */
  restartIce(): void;
  /** @param fingerprints the certificates that the peer announced, as in `a=fingerprint`. */
  setRemoteFingerprints(fingerprints: readonly string[]): void;
  /** Sends one RTP packet. `header` ends where the payload begins. Dropped silently while not connected. */
  sendRtp(header: Buffer, payload: Buffer): void;
  sendRtcp(compound: Buffer): void;
  readonly guard: Guard;
  close(reason: string): void;
}
