import type { TrackInfo } from '@livekit/protocol';
import type { UplinkTrack } from '../rtp/uplink-track.ts';

/** A track's media in one codec. */
export interface Encoding {
  readonly cid: string;
  readonly mid: string;
  readonly uplink: UplinkTrack;
  /** The negotiated format parameters, which hold H264's profile. */
  readonly codecParameters: string;
}

/** A track of a participant: its description for clients, and its media once that arrives. */
export interface PublishedTrack extends Encoding {
  readonly info: TrackInfo;
  /** The track in a second codec, which is sent while a subscriber cannot decode the first. */
  backup: Encoding | undefined;
  /** Whether all subscribers get the second codec because one of them needs it. The first is then no longer sent. */
  regressed: boolean;
}

/** Whether the publisher can send the track in a second codec. */
export const hasBackup = ({ info }: PublishedTrack) => info.codecs.length > 1;
