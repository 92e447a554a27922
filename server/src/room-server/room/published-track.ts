import type { TrackInfo } from '@livekit/protocol';
import type { UplinkTrack } from '../rtp/uplink-track.ts';

/** A track of a participant: what its clients see of it, and its media once that arrives. */
export interface PublishedTrack {
  readonly cid: string;
  readonly info: TrackInfo;
  readonly uplink: UplinkTrack;
  /** Negotiated format parameters, for H264's profile. */
  readonly codecParameters: string;
}
