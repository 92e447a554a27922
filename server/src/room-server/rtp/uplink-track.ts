import { EventEmitter } from 'node:events';
import { type Guard, unguarded } from '../../lib/guard.ts';
import type { TrackCodec } from './keyframe.ts';
import { mediaCounts } from './media-counts.ts';
import { writePli } from './rtcp-write.ts';
import type { RtpPacket } from './rtp-packet.ts';
import { UplinkLayer } from './uplink-layer.ts';

export interface UplinkTrackDescription {
  readonly kind: 'audio' | 'video';
  readonly mid: string;
  /** The publisher's id for the track: the second part of `msid`. */
  readonly cid: string;
  readonly codec: TrackCodec;
  readonly payloadType: number;
  readonly rtxPayloadType: number | undefined;
  /** Payload type of redundant audio (`audio/red`). */
  readonly redPayloadType?: number | undefined;
  readonly clockRate: number;
  /** The ids of the simulcast streams, the smallest size first; empty without simulcast. */
  readonly rids: readonly string[];
  readonly nack: boolean;
}

export interface UplinkTrackEvents {
  /** `sequence` is the packet's number in the layer, also if it was retransmitted. */
  packet: [layer: UplinkLayer, packet: RtpPacket, sequence: number];
  senderReport: [layer: UplinkLayer];
}

/** libwebrtc ignores a PLI within 300 ms of the previous one. */
const KEYFRAME_INTERVAL_MS = 310;
const ACTIVE_MS = 1_500;

/** LiveKit's clients name simulcast layers q, h and f; layers with other names are ordered as in the offer. */
const livekitRids = ['q', 'h', 'f'];

/** A published track as it is received: its layers, and the downlinks that forward it. */
export class UplinkTrack extends EventEmitter<UplinkTrackEvents> {
  readonly description: UplinkTrackDescription;
  readonly layers = new Map<number, UplinkLayer>();
  /** Audio levels since they were last taken, in -dBov (0 is loud, 127 silent). */
  readonly #levels: number[] = [];
  readonly #senderSsrc: number;
  readonly #guard: Guard;
  readonly #sendRtcp: (packet: Buffer) => void;
  #scheduledKeyframe: NodeJS.Timeout | undefined;

  constructor(
    description: UplinkTrackDescription,
    senderSsrc: number,
    sendRtcp: (packet: Buffer) => void,
    guard: Guard = unguarded,
  ) {
    super();
    this.#guard = guard;
    this.setMaxListeners(0);
    this.description = description;
    this.#senderSsrc = senderSsrc;
    this.#sendRtcp = sendRtcp;
  }

  addLayer(ssrc: number, rid: string | undefined): UplinkLayer {
    const { rids, clockRate, nack } = this.description;
    const known = rid === undefined ? 0 : livekitRids.indexOf(rid);
    const spatial = known >= 0 ? known : Math.max(0, rids.indexOf(rid ?? ''));
    const layer = new UplinkLayer({ ssrc, spatial, rid, clockRate, nack });
    this.layers.set(ssrc, layer);
    return layer;
  }

  /** Layers that sent packets recently, the smallest size first. */
  activeLayers(nowMs: number): UplinkLayer[] {
    return [...this.layers.values()]
      .filter((layer) => nowMs - layer.lastPacketAt < ACTIVE_MS)
      .sort((a, b) => a.spatial - b.spatial);
  }

  /** Requests a key frame for a subscriber that could not use the last one, at once or when that is possible again. */
  requestOrScheduleKeyframe(layer?: UplinkLayer): void {
    const waitMs = this.requestKeyframe(layer);
    if (waitMs === 0 || this.#scheduledKeyframe !== undefined) return;
    // One more millisecond, because a timer may fire slightly early by `performance.now`.
    this.#scheduledKeyframe = setTimeout(() => {
      this.#scheduledKeyframe = undefined;
      this.#guard(() => this.requestKeyframe(layer));
    }, Math.ceil(waitMs) + 1);
  }

  /**
   * Requests a key frame of one layer, or of all, unless one was requested too recently.
   * @returns the milliseconds until the layers that were skipped can be requested; 0 if none was skipped.
   */
  requestKeyframe(layer?: UplinkLayer): number {
    if (this.description.kind !== 'video') return 0;
    const now = performance.now();
    let longestWaitMs = 0;
    for (const candidate of layer === undefined ? this.layers.values() : [layer]) {
      const waitMs = candidate.keyframeRequestedAt + KEYFRAME_INTERVAL_MS - now;
      if (waitMs > 0) {
        longestWaitMs = Math.max(longestWaitMs, waitMs);
        continue;
      }
      candidate.keyframeRequestedAt = now;
      mediaCounts.in.keyframesRequested++;
      this.#sendRtcp(writePli(this.#senderSsrc, candidate.ssrc));
    }
    return longestWaitMs;
  }

  recordAudioLevel(level: number): void {
    if (this.#levels.length < 100) this.#levels.push(level);
  }

  /** Returns the audio levels (-dBov) of the packets since the last call. */
  takeAudioLevels(): number[] {
    return this.#levels.splice(0);
  }

  close(): void {
    clearTimeout(this.#scheduledKeyframe);
    this.removeAllListeners();
  }
}
