import { randomBytes } from 'node:crypto';
import { type Guard, unguarded } from '../../lib/guard.ts';
import { buildHeader, type DownlinkFormat, type RtpSink } from './downlink-header.ts';
import { startsKeyframe } from './keyframe.ts';
import { mediaCounts, SentCounts } from './media-counts.ts';
import { ReceiverTimeline } from './receiver-timeline.ts';
import { RedWriter } from './red.ts';
import { RetransmissionBuffer } from './retransmission-buffer.ts';
import { writeSenderReport } from './rtcp-write.ts';
import type { RtpPacket } from './rtp-packet.ts';
import { SequenceRewriter } from './sequence-rewriter.ts';
import type { UplinkLayer } from './uplink-layer.ts';
import type { UplinkTrack } from './uplink-track.ts';
import { Vp8Rewriter } from './vp8-rewriter.ts';

export interface DownlinkOptions {
  /** Whether the receiver's connection is up. If not, `open` is called later. */
  readonly open?: boolean;
  /** Whether to remove the trailers of LiveKit's clients, which this receiver would decode as part of the frame. */
  readonly stripTrailer?: boolean;
  /** Whether the publisher is muted, and so sends no packets. */
  readonly muted?: () => boolean;
  /** Runs the timer's work for the receiver. */
  readonly guard?: Guard;
}

const ALL_LAYERS = 2;
/** Placeholders are sent several times, because a receiver drops those that arrive before it is ready. */
const PLACEHOLDERS = 10;
const PLACEHOLDER_INTERVAL_MS = 100;
/** An empty Opus frame of 20 ms (RFC 6716 §3.1: CELT, full band). */
const opusSilence = Buffer.from([0xf8, 0xff, 0xfe]);
const padding = Buffer.from([0, 0, 0, 4]);

/**
 * Forwards one track to one subscriber. Chooses a simulcast layer, switches layers at key frames, and rewrites sequence
 * numbers, timestamps and picture ids so that the receiver sees a single stream.
 */
export class DownlinkTrack {
  readonly uplink: UplinkTrack;
  readonly ssrc = randomBytes(4).readUInt32BE();
  readonly counts = new SentCounts();
  readonly #sink: RtpSink;
  readonly #video: boolean;
  readonly #sequences = new SequenceRewriter();
  readonly #red = new RedWriter();
  readonly #vp8: Vp8Rewriter | undefined;
  readonly #timeline: ReceiverTimeline;
  readonly #retransmissions: RetransmissionBuffer;
  readonly #stripTrailer: boolean;
  readonly #muted: () => boolean;
  readonly #guard: Guard;
  #placeholderTimer: NodeJS.Timeout | undefined;
  #format: DownlinkFormat | undefined;
  #opened: boolean;
  /** What the subscriber wants (adaptive stream), and the highest layer that its connection can carry. */
  readonly #target = { paused: false, spatial: ALL_LAYERS, affordableSpatial: ALL_LAYERS };
  #current: UplinkLayer | undefined;
  #needsKeyframe: boolean;
  readonly #handlePacket = (layer: UplinkLayer, packet: RtpPacket, sequence: number) =>
    this.#forward(layer, packet, sequence);
  readonly #handleSenderReport = (layer: UplinkLayer) => this.#sendSenderReport(layer);

  constructor(uplink: UplinkTrack, sink: RtpSink, options: DownlinkOptions = {}) {
    this.#opened = options.open ?? true;
    this.#stripTrailer = options.stripTrailer ?? false;
    this.#muted = options.muted ?? (() => false);
    this.#guard = options.guard ?? unguarded;
    this.uplink = uplink;
    this.#sink = sink;
    this.#video = uplink.description.kind === 'video';
    this.#needsKeyframe = this.#video;
    this.#vp8 = uplink.description.codec === 'VP8' ? new Vp8Rewriter() : undefined;
    this.#timeline = new ReceiverTimeline(uplink.description.clockRate);
    this.#retransmissions = new RetransmissionBuffer(sink, this.#video ? 512 : 64);
  }

  get rtxSsrc(): number {
    return this.#retransmissions.ssrc;
  }

  get started(): boolean {
    return this.#format !== undefined;
  }

  /** The layer that is being sent, 0 being the smallest; undefined before the first packet. */
  get currentSpatial(): number | undefined {
    return this.#current?.spatial;
  }

  /** The highest layer that the subscriber wants. */
  get wantedSpatial(): number {
    return this.#target.paused ? -1 : this.#target.spatial;
  }

  start(format: DownlinkFormat): void {
    if (this.#format !== undefined) return;
    this.#format = format;
    this.#startForwarding();
  }

  open(): void {
    if (this.#opened) return;
    this.#opened = true;
    this.#startForwarding();
  }

  close(): void {
    clearTimeout(this.#placeholderTimer);
    this.uplink.off('packet', this.#handlePacket);
    this.uplink.off('senderReport', this.#handleSenderReport);
  }

  setPaused(paused: boolean): void {
    if (paused === this.#target.paused) return;
    this.#target.paused = paused;
    // Packets that were not forwarded must not count as lost: continue as after a switch of layers.
    if (paused) this.#current = undefined;
    else {
      this.#needsKeyframe = this.#video;
      this.uplink.requestKeyframe();
    }
  }

  /** Sets the highest layer that the subscriber wants (adaptive stream). */
  setMaxSpatial(spatial: number): void {
    this.#target.spatial = spatial;
  }

  /** Sets the highest layer that the subscriber's connection can carry. */
  setAffordableSpatial(spatial: number): void {
    this.#target.affordableSpatial = spatial;
  }

  /** Handles the receiver's request for a key frame. */
  requestKeyframe(): void {
    mediaCounts.out.keyframesRequested++;
    const { lastSequence } = this.#timeline;
    if (this.#format !== undefined && lastSequence !== undefined)
      this.#retransmissions.retransmitStart(this.#format, lastSequence);
    this.uplink.requestOrScheduleKeyframe(this.#current);
  }

  retransmit(sequences: readonly number[]): void {
    if (this.#format !== undefined) this.#retransmissions.retransmit(this.#format, sequences);
  }

  #startForwarding(): void {
    // A key frame requested before this point would be lost, and another one can be requested only after an interval.
    if (!this.#opened || this.#format === undefined) return;
    this.uplink.on('packet', this.#handlePacket);
    this.uplink.on('senderReport', this.#handleSenderReport);
    this.uplink.requestKeyframe();
    if (this.#muted()) this.#sendPlaceholder(this.#format, PLACEHOLDERS);
  }

  /**
   * Makes the receiver report a track whose publisher is muted: clients based on Pion report a track only when its
   * first packet arrives. Sends silence for audio, and packets of mere padding for video.
   */
  #sendPlaceholder(format: DownlinkFormat, times: number): void {
    if (this.#current !== undefined || times === 0) return;
    const sequence = this.#sequences.insert();
    const timestamp = this.#timeline.insert(sequence);
    const header = buildHeader(format, { ssrc: this.ssrc, sequence, timestamp, marker: false });
    if (this.#video) header[0] = header[0]! | 0x20;
    const payload = this.#video ? padding : opusSilence;
    this.#retransmissions.store(sequence, header, payload);
    this.counts.packets++;
    this.#sink.sendRtp(header, payload);
    const sendNext = () => this.#sendPlaceholder(format, times - 1);
    this.#placeholderTimer = setTimeout(() => this.#guard(sendNext), PLACEHOLDER_INTERVAL_MS);
  }

  #forward(layer: UplinkLayer, packet: RtpPacket, sequence: number): void {
    if (this.#target.paused || this.#format === undefined || !this.#shouldForward(layer, packet, sequence))
      return;
    const isPadding = packet.payload.length === 0;
    if (isPadding && this.#sequences.skip(sequence)) return;
    const out = this.#sequences.rewrite(sequence);
    if (out === undefined) return;
    const timestamp = this.#timeline.toReceiver(packet.timestamp);
    this.#timeline.advance(out, timestamp);
    const single = this.#payloadOf(packet);
    const { redPayloadType } = this.#format;
    const redundant =
      redPayloadType === undefined || isPadding
        ? undefined
        : this.#red.write({ sequence: out, timestamp, payload: single }, this.#format.payloadType);
    const payload = redundant ?? single;
    this.#retransmissions.recordStart(out);
    const marker = packet.marker && !isPadding;
    const header = buildHeader(this.#format, { ssrc: this.ssrc, sequence: out, timestamp, marker });
    if (redundant !== undefined) header[1] = (header[1]! & 0x80) | redPayloadType!;
    this.#retransmissions.store(out, header, payload);
    this.counts.packets++;
    mediaCounts.out.packets++;
    this.counts.octets += payload.length;
    this.#sink.sendRtp(header, payload);
  }

  #payloadOf(packet: RtpPacket): Buffer {
    const whole = this.#stripTrailer ? withoutTrailer(packet) : packet.payload;
    return this.#vp8 === undefined ? whole : this.#vp8.rewrite(whole);
  }

  /** Whether a packet is to be forwarded to this subscriber. Switches layers if that is due and possible. */
  #shouldForward(layer: UplinkLayer, packet: RtpPacket, sequence: number): boolean {
    if (layer === this.#current && !this.#needsKeyframe) {
      if (this.#video && this.uplink.layers.size > 1) this.#requestLayerSwitch();
      return true;
    }
    if (!this.#video) {
      if (layer !== this.#current) this.#switchTo(layer, packet, sequence);
      return true;
    }
    const wanted = this.#wantedLayer();
    // The first layer may be below the wanted one, never above it; the wanted one follows at its next key frame.
    const isFirst = this.#current === undefined && layer.spatial < (wanted?.spatial ?? 0);
    if (layer !== wanted && layer !== this.#current && !isFirst) return false;
    if (!startsKeyframe(this.uplink.description.codec, packet.payload)) {
      this.uplink.requestKeyframe(wanted ?? layer);
      return false;
    }
    if (layer !== this.#current) this.#switchTo(layer, packet, sequence);
    this.#needsKeyframe = false;
    return true;
  }

  #requestLayerSwitch(): void {
    const wanted = this.#wantedLayer();
    if (wanted !== undefined && wanted !== this.#current) this.uplink.requestKeyframe(wanted);
  }

  #wantedLayer(): UplinkLayer | undefined {
    const limit = Math.min(this.#target.spatial, this.#target.affordableSpatial);
    const fresh = this.uplink.activeLayers(performance.now());
    return fresh.findLast((layer) => layer.spatial <= limit) ?? fresh[0];
  }

  #switchTo(layer: UplinkLayer, packet: RtpPacket, sequence: number): void {
    this.#timeline.switchTo(this.#current, layer, packet);
    this.#sequences.switchTo(sequence);
    this.#vp8?.switchTo();
    this.#current = layer;
    this.#sendSenderReport(layer);
  }

  /** Forwards the publisher's sender report, so that its audio and video stay in sync. */
  #sendSenderReport(layer: UplinkLayer): void {
    const { senderReport } = layer;
    if (layer !== this.#current || senderReport === undefined || this.#format === undefined) return;
    const rtpTimestamp = this.#timeline.toReceiver(senderReport.rtpTimestamp);
    this.#sink.sendRtcp(
      writeSenderReport(
        { ...senderReport, ssrc: this.ssrc, rtpTimestamp },
        this.counts.packets,
        this.counts.octets,
      ),
    );
  }
}

/**
 * Removes LiveKit's packet trailer from the end of a frame. It ends with the inverted byte of its total length, then
 * `LKTS` (livekit-server, pkg/sfu/packettrailer).
 */
function withoutTrailer({ payload, marker }: RtpPacket): Buffer {
  const end = payload.length;
  if (!marker || end < 5 || payload.toString('latin1', end - 4) !== 'LKTS') return payload;
  const bytes = payload[end - 5]! ^ 0xff;
  return bytes < 5 || bytes > end ? payload : payload.subarray(0, end - bytes);
}
