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

/** A track of a participant: its description for clients, and its media once that arrives. */
export interface PublishedTrack extends Encoding {
  readonly info: TrackInfo;
  /** The track in a second codec, sent while somebody cannot decode the first. */
  backup: Encoding | undefined;
  /** All subscribers get the second codec, because one of them needs it, and the first is no longer sent. */
  regressed: boolean;
}

/** Whether the publisher can send the track in a second codec. */
export const hasBackup = ({ info }: PublishedTrack) => info.codecs.length > 1;
