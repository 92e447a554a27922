import type { MediaAddress } from './media-ports.ts';

export type TransportState = 'new' | 'connected' | 'closed';

export interface TransportEvents {
  /** ICE and DTLS are up; media and data flow. */
  connected: [];
  /** Nothing has arrived from the peer for a while (`true`), or something has again (`false`). */
  silent: [silent: boolean];
  /** Closed by us, by the peer's DTLS alert or by a failure. No events follow. */
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
