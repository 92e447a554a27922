import type { TrackInfo } from '@livekit/protocol';
import type { UplinkTrack } from '../rtp/uplink-track.ts';

/** A track's media in one codec. */
export interface Encoding {
  readonly cid: string;
  readonly mid: string;
  readonly uplink: UplinkTrack;
  /** Negotiated format parameters, for H264's profile. */
  readonly codecParameters: string;
}

/** A track of a participant: what its clients see of it, and its media once that arrives. */
export interface PublishedTrack extends Encoding {
  readonly info: TrackInfo;
  /** The same in a second codec, sent while somebody cannot decode the first. */
  backup: Encoding | undefined;
  /** Everybody gets the second codec, since somebody needs it, and the first is no longer sent. */
  regressed: boolean;
}

/** Whether the publisher can send the track in a second codec. */
export const hasBackup = ({ info }: PublishedTrack) => info.codecs.length > 1;
