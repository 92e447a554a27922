import type { RtpSink } from './downlink-header.ts';
import { type DownlinkOptions, DownlinkTrack } from './downlink-track.ts';
import { mediaCounts } from './media-counts.ts';
import { readRtcp } from './rtcp-read.ts';
import type { UplinkTrack } from './uplink-track.ts';

/** All media that one participant receives. */
export class Downlink {
  /** The subscriber's own estimate of its bandwidth, in bits per second; 0 before it sent one. */
  estimate = 0;
  readonly #sink: RtpSink;
  readonly #bySsrc = new Map<number, DownlinkTrack>();
  #opened = false;

  constructor(sink: RtpSink) {
    this.#sink = sink;
  }

  get loss(): number {
    return Math.max(0, ...[...this.#bySsrc.values()].map((track) => track.counts.loss));
  }

  addTrack(uplink: UplinkTrack, options: Omit<DownlinkOptions, 'open'> = {}): DownlinkTrack {
    const track = new DownlinkTrack(uplink, this.#sink, { ...options, open: this.#opened });
    this.#bySsrc.set(track.ssrc, track);
    return track;
  }

  /** Starts sending the tracks that were negotiated before the connection was up. */
  open(): void {
    this.#opened = true;
    for (const track of this.#bySsrc.values()) track.open();
  }

  removeTrack(track: DownlinkTrack): void {
    track.close();
    this.#bySsrc.delete(track.ssrc);
  }

  handleRtcp(compound: Buffer): void {
    readRtcp(compound, {
      handleNack: (ssrc, sequences) => {
        mediaCounts.out.nacked += sequences.length;
        this.#bySsrc.get(ssrc)?.retransmit(sequences);
      },
      handleKeyframeRequest: (ssrc) => this.#bySsrc.get(ssrc)?.requestKeyframe(),
      handleReportBlock: (block) => {
        this.#bySsrc.get(block.ssrc)?.counts.reportLoss(block.fractionLost, block.lost);
      },
      handleRemb: (bitsPerSecond) => {
        this.estimate = bitsPerSecond;
      },
    });
  }

  close(): void {
    for (const track of this.#bySsrc.values()) track.close();
    this.#bySsrc.clear();
  }
}
