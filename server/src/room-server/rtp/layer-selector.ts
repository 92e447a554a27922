import type { FrameDependencies } from './dependency-reader.ts';
import type { RtpPacket } from './rtp-packet.ts';

/** Highest layers that a subscriber is to get: of size and of frame rate. */
export interface LayerLimit {
  readonly spatial: number;
  readonly temporal: number;
}

/** A packet that a subscriber gets, as it gets it. */
export interface ChosenPacket {
  /** Whether a frame ends for this subscriber. */
  readonly marker: boolean;
  readonly descriptor: Buffer | undefined;
}

/** Selects the layers of an SVC stream for one subscriber. */
export interface LayerSelector {
  /** Spatial layer that is sent now; undefined before the first frame. */
  readonly spatial: number | undefined;
  /** Whether the wanted layer can begin with a key frame only. */
  readonly wantsKeyframe: boolean;
  /** The stream goes on elsewhere: with another layer of simulcast, or after a pause. The next packet begins a key frame. */
  switchTo(): void;
  /** @returns undefined for a packet that this subscriber does not get. */
  select(
    packet: RtpPacket,
    limit: LayerLimit,
    dependencies: FrameDependencies | undefined,
  ): ChosenPacket | undefined;
}
