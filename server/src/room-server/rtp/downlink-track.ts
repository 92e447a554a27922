import { randomBytes } from 'node:crypto';
import { Av1Layers } from './av1-layers.ts';
import type { FrameDependencies } from './dependency-reader.ts';
import { startsKeyframe, type TrackCodec } from './keyframe.ts';
import type { ChosenPacket, LayerSelector } from './layer-selector.ts';
import { mediaCounts } from './media-counts.ts';
import { RedWriter } from './red.ts';
import { writeSenderReport } from './rtcp-write.ts';
import { type RtpPacket, sequenceDistance, timestampDistance } from './rtp-packet.ts';
import { SentPackets } from './sent-packets.ts';
import { FIRST_SEQUENCE_MASK, SequenceRewriter } from './sequence-rewriter.ts';
import type { UplinkLayer } from './uplink-layer.ts';
import type { UplinkTrack } from './uplink-track.ts';
import { Vp8Rewriter } from './vp8-rewriter.ts';
import { Vp9Layers } from './vp9-layers.ts';

/** Where a track's packets go. */
export interface RtpSink {
  sendRtp(header: Buffer, payload: Buffer): void;
  sendRtcp(compound: Buffer): void;
}

/** What was negotiated with the receiver. */
export interface DownlinkFormat {
  readonly payloadType: number;
  /** Payload type of redundant audio (RED), if the receiver supports it. */
  readonly redPayloadType?: number | undefined;
  /** Undefined when the receiver knows no RTX: lost packets are then repeated as they were. */
  readonly rtxPayloadType: number | undefined;
  /** Extension id of abs-send-time; 0 when not negotiated. */
  readonly absSendTime: number;
  /** Extension id of AV1's dependency descriptor; 0 when not negotiated. */
  readonly dependencyDescriptor?: number;
}

export interface DownlinkOptions {
  /** Whether the receiver's connection is up; otherwise `open` follows. */
  readonly open?: boolean;
  /** Remove what LiveKit's clients append to frames: this receiver would decode it as picture. */
  readonly stripTrailer?: boolean;
  /** Whether the publisher is muted, so that no packet would show the receiver that the track exists. */
  readonly muted?: () => boolean;
}

const ALL_LAYERS = 2;
/** Publishers give key frames at least 300 ms apart (libwebrtc): a receiver that missed the first waits no longer than this for the next. */
const START_MS = 400;
/** A receiver drops packets that arrive before it is ready. */
const INTRODUCTIONS = 10;
const INTRODUCTION_MS = 100;
/** A frame of 20 ms (RFC 6716 §3.1: CELT, full band) with nothing in it. */
const opusSilence = Buffer.from([0xf8, 0xff, 0xfe]);
const padding = Buffer.from([0, 0, 0, 4]);
const nothing = Buffer.alloc(0);
/**
 * One track on its way to one subscriber. Chooses a simulcast layer, switches at key frames, and rewrites sequence,
 * timestamp and picture id so that the receiver sees one stream.
 */
export class DownlinkTrack {
  readonly uplink: UplinkTrack;
  readonly ssrc = randomBytes(4).readUInt32BE();
  readonly rtxSsrc = randomBytes(4).readUInt32BE();
  packets = 0;
  /** Share of packets that the receiver reported lost, 0 to 1. */
  loss = 0;
  octets = 0;
  #lost = { reported: 0, ofPackets: 0 };
  readonly #sink: RtpSink;
  readonly #video: boolean;
  readonly #sequences = new SequenceRewriter();
  readonly #red = new RedWriter();
  readonly #pictures: Vp8Rewriter | undefined;
  /** For codecs with layers within one stream (SVC). */
  readonly #selector: LayerSelector | undefined;
  readonly #sent: SentPackets;
  readonly #stripTrailer: boolean;
  readonly #muted: () => boolean;
  #introduction: NodeJS.Timeout | undefined;
  #format: DownlinkFormat | undefined;
  #opened: boolean;
  #paused = false;
  #maxSpatial = ALL_LAYERS;
  #affordableSpatial = ALL_LAYERS;
  #frameRate = 0;
  #current: UplinkLayer | undefined;
  #needsKeyframe: boolean;
  #timestampOffset = 0;
  #lastTimestamp = 0;
  #lastSequence = -1;
  #lastSentAt = 0;
  /** The key frame with which the receiver's picture began. */
  #began: { sequence: number; sentAt: number } | undefined;
  #rtxSequence = randomBytes(2).readUInt16BE() & FIRST_SEQUENCE_MASK;
  readonly #handlePacket = (
    layer: UplinkLayer,
    packet: RtpPacket,
    sequence: number,
    dependencies: FrameDependencies | undefined,
  ) => this.#forward(layer, packet, sequence, dependencies);
  readonly #handleAnchor = (layer: UplinkLayer) => this.#reportClock(layer);

  constructor(uplink: UplinkTrack, sink: RtpSink, options: DownlinkOptions = {}) {
    this.#opened = options.open ?? true;
    this.#stripTrailer = options.stripTrailer ?? false;
    this.#muted = options.muted ?? (() => false);
    this.uplink = uplink;
    this.#sink = sink;
    this.#video = uplink.description.kind === 'video';
    this.#needsKeyframe = this.#video;
    this.#pictures = uplink.description.codec === 'VP8' ? new Vp8Rewriter() : undefined;
    this.#selector = selectorFor(uplink.description.codec);
    this.#sent = new SentPackets(this.#video ? 512 : 64);
  }

  get started(): boolean {
    return this.#format !== undefined;
  }

  /** Layer that is being sent: 0 the smallest; undefined before the first packet. */
  get currentSpatial(): number | undefined {
    return this.#selector?.spatial ?? this.#current?.spatial;
  }

  /** Highest layer that the subscriber wants. */
  get wantedSpatial(): number {
    return this.#paused ? -1 : this.#maxSpatial;
  }

  start(format: DownlinkFormat): void {
    if (this.#format !== undefined) return;
    this.#format = format;
    this.#begin();
  }

  open(): void {
    if (this.#opened) return;
    this.#opened = true;
    this.#begin();
  }

  close(): void {
    clearTimeout(this.#introduction);
    this.uplink.off('packet', this.#handlePacket);
    this.uplink.off('anchor', this.#handleAnchor);
  }

  setPaused(paused: boolean): void {
    if (paused === this.#paused) return;
    this.#paused = paused;
    // Packets that were not forwarded must not count as lost: continue as after a change of layer.
    if (paused) this.#current = undefined;
    else {
      this.#needsKeyframe = this.#video;
      this.uplink.requestKeyframe();
    }
  }

  /** The subscriber's wish (adaptive stream). */
  setMaxSpatial(spatial: number): void {
    this.#maxSpatial = spatial;
  }

  /** Pictures a second that are enough for the subscriber; 0: all. Of codecs with temporal layers that are chosen here. */
  setFrameRate(frameRate: number): void {
    this.#frameRate = frameRate;
  }

  /** The highest spatial layer that the subscriber's connection can carry. */
  setAffordableSpatial(spatial: number): void {
    this.#affordableSpatial = spatial;
  }

  /** @param lost packets since the stream began, as the receiver says. */
  reportLoss(fraction: number, lost: number): void {
    this.loss = fraction;
    // A receiver's report is not trusted: losses are bounded by the packets sent.
    const fresh = Math.min(lost - this.#lost.reported, this.packets - this.#lost.ofPackets);
    this.#lost = { reported: lost, ofPackets: this.packets };
    mediaCounts.out.lost += Math.max(0, fresh);
  }

  /** The receiver asks for a key frame. */
  requestKeyframe(): void {
    mediaCounts.out.keyframesAsked++;
    this.#repeatStart();
    this.uplink.insistOnKeyframe(this.#current);
  }

  repeat(sequences: readonly number[]): void {
    const format = this.#format;
    if (format === undefined) return;
    const nowMs = performance.now();
    for (const sequence of sequences) {
      const packet = this.#sent.take(sequence, nowMs);
      if (packet === undefined) continue;
      if (format.rtxPayloadType === undefined) {
        // The very same header: with AES-GCM the same packet number must never protect two different headers.
        this.#sink.sendRtp(packet.header, packet.payload);
        continue;
      }
      this.#rtxSequence = (this.#rtxSequence + 1) & 0xffff;
      const header = Buffer.from(packet.header);
      header[1] = (header[1]! & 0x80) | format.rtxPayloadType;
      header.writeUInt16BE(this.#rtxSequence, 2);
      header.writeUInt32BE(this.rtxSsrc, 8);
      if (format.absSendTime !== 0) writeAbsSendTime(header, format.absSendTime);
      const original = Buffer.alloc(2);
      original.writeUInt16BE(sequence);
      this.#sink.sendRtp(header, Buffer.concat([original, packet.payload]));
    }
  }

  /**
   * A browser that has just taken our answer drops what comes before its decoder runs, and never asks for it by
   * sequence, since it does not know of it. The first key frame and what followed are small: sent again, the picture
   * begins a quarter of a second earlier than with the publisher's next key frame.
   */
  #repeatStart(): void {
    if (this.#began === undefined || performance.now() - this.#began.sentAt > START_MS) return;
    const { sequence } = this.#began;
    const count = sequenceDistance(this.#lastSequence, sequence) + 1;
    this.repeat(Array.from({ length: count }, (_, at) => (sequence + at) & 0xffff));
  }

  #begin(): void {
    // A key frame requested earlier would be lost, and another one can be requested only after a pause.
    if (!this.#opened || this.#format === undefined) return;
    this.uplink.on('packet', this.#handlePacket);
    this.uplink.on('anchor', this.#handleAnchor);
    this.uplink.requestKeyframe();
    if (this.#muted()) this.#introduce(this.#format, INTRODUCTIONS);
  }

  /**
   * Shows a receiver that the track is there although its publisher is muted: clients on Pion report a track with its
   * first packet only. Silence for sound, packets of nothing but padding for pictures.
   */
  #introduce(format: DownlinkFormat, times: number): void {
    if (this.#current !== undefined || times === 0) return;
    const out = this.#sequences.insert();
    this.#lastSequence = out;
    this.#lastTimestamp = (this.#lastTimestamp + this.uplink.description.clockRate / 50) >>> 0;
    this.#lastSentAt = performance.now();
    const header = this.#buildHeader(format, out, this.#lastTimestamp, false);
    if (this.#video) header[0] = header[0]! | 0x20;
    const payload = this.#video ? padding : opusSilence;
    this.#sent.add(out, header, payload);
    this.packets++;
    this.#sink.sendRtp(header, payload);
    this.#introduction = setTimeout(() => this.#introduce(format, times - 1), INTRODUCTION_MS);
  }

  #forward(
    layer: UplinkLayer,
    packet: RtpPacket,
    sequence: number,
    dependencies: FrameDependencies | undefined,
  ): void {
    if (this.#paused || this.#format === undefined || !this.#admit(layer, packet, sequence)) return;
    const chosen = this.#choose(packet, dependencies);
    if (this.#selector?.wantsKeyframe === true) this.uplink.requestKeyframe(layer);
    if (chosen === undefined && this.#sequences.skip(sequence)) return;
    const out = this.#sequences.rewrite(sequence);
    if (out === undefined) return;
    const timestamp = (packet.timestamp + this.#timestampOffset) >>> 0;
    if (this.#lastSequence < 0 || sequenceDistance(out, this.#lastSequence) > 0) {
      this.#lastSequence = out;
      this.#lastTimestamp = timestamp;
      this.#lastSentAt = performance.now();
    }
    const single = chosen === undefined ? nothing : this.#payloadOf(packet);
    const { redPayloadType } = this.#format;
    const repeating =
      redPayloadType === undefined || chosen === undefined
        ? undefined
        : this.#red.write({ sequence: out, timestamp, payload: single }, this.#format.payloadType);
    const payload = repeating ?? single;
    this.#began ??= { sequence: out, sentAt: performance.now() };
    const header = this.#buildHeader(
      this.#format,
      out,
      timestamp,
      chosen?.marker ?? false,
      chosen?.descriptor,
    );
    if (repeating !== undefined) header[1] = (header[1]! & 0x80) | redPayloadType!;
    this.#sent.add(out, header, payload);
    this.packets++;
    mediaCounts.out.packets++;
    this.octets += payload.length;
    this.#sink.sendRtp(header, payload);
  }

  /** @returns undefined for what the receiver does not get: padding, and layers above what it wants. */
  #choose(packet: RtpPacket, dependencies: FrameDependencies | undefined): ChosenPacket | undefined {
    if (packet.payload.length === 0) return undefined;
    if (this.#selector === undefined) return { marker: packet.marker, descriptor: undefined };
    const temporal = this.#current?.rates.temporalFor(this.#frameRate) ?? ALL_LAYERS;
    const limit = { spatial: this.#spatialLimit, temporal };
    return this.#selector.select(packet, limit, dependencies);
  }

  #payloadOf(packet: RtpPacket): Buffer {
    const whole = this.#stripTrailer ? withoutTrailer(packet) : packet.payload;
    return this.#pictures === undefined ? whole : this.#pictures.rewrite(whole);
  }

  /** Whether a packet belongs to what this subscriber gets, switching layers where that is due and possible. */
  #admit(layer: UplinkLayer, packet: RtpPacket, sequence: number): boolean {
    if (layer === this.#current && !this.#needsKeyframe) {
      if (this.#video && this.uplink.layers.size > 1) this.#considerLayers();
      return true;
    }
    if (!this.#video) {
      if (layer !== this.#current) this.#switchTo(layer, packet, sequence);
      return true;
    }
    const wanted = this.#wantedLayer();
    // Begin with a smaller layer rather than a larger one; the wanted one follows at its next key frame.
    const beginning = this.#current === undefined && layer.spatial < (wanted?.spatial ?? 0);
    if (layer !== wanted && layer !== this.#current && !beginning) return false;
    if (!startsKeyframe(this.uplink.description.codec, packet.payload)) {
      this.uplink.requestKeyframe(wanted ?? layer);
      return false;
    }
    if (layer !== this.#current) this.#switchTo(layer, packet, sequence);
    this.#needsKeyframe = false;
    return true;
  }

  get #spatialLimit(): number {
    return Math.min(this.#maxSpatial, this.#affordableSpatial);
  }

  #considerLayers(): void {
    const wanted = this.#wantedLayer();
    if (wanted !== undefined && wanted !== this.#current) this.uplink.requestKeyframe(wanted);
  }

  #wantedLayer(): UplinkLayer | undefined {
    const limit = this.#spatialLimit;
    const fresh = this.uplink.freshLayers(performance.now());
    return fresh.findLast((layer) => layer.spatial <= limit) ?? fresh[0];
  }

  #switchTo(layer: UplinkLayer, packet: RtpPacket, sequence: number): void {
    if (this.#lastSequence >= 0) {
      const target = this.#continueTimestamp(layer, packet);
      this.#timestampOffset = (target - packet.timestamp) >>> 0;
    }
    this.#sequences.switchTo(sequence);
    this.#pictures?.switchTo();
    this.#selector?.switchTo();
    this.#current = layer;
    this.#reportClock(layer);
  }

  /** Where the new layer's first timestamp falls on the timeline that the receiver already has. */
  #continueTimestamp(layer: UplinkLayer, packet: RtpPacket): number {
    const { clockRate } = this.uplink.description;
    const elapsed = Math.max(1, Math.round(((performance.now() - this.#lastSentAt) * clockRate) / 1000));
    const byArrival = (this.#lastTimestamp + elapsed) >>> 0;
    const from = this.#current?.anchor;
    const to = layer.anchor;
    if (from === undefined || to === undefined) return byArrival;
    const seconds = to.ntpSeconds - from.ntpSeconds + (to.ntpFraction - from.ntpFraction) / 2 ** 32;
    const sinceAnchor = timestampDistance(packet.timestamp, to.rtpTimestamp);
    const inOld = (from.rtpTimestamp + Math.round(seconds * clockRate) + sinceAnchor) >>> 0;
    const bySenderClock = (inOld + this.#timestampOffset) >>> 0;
    // Both estimates must agree within a second, or a sender report is nonsense.
    return Math.abs(timestampDistance(bySenderClock, byArrival)) < clockRate ? bySenderClock : byArrival;
  }

  /** Passes the publisher's clock on, so that sound and picture of one publisher stay together. */
  #reportClock(layer: UplinkLayer): void {
    const { anchor } = layer;
    if (layer !== this.#current || anchor === undefined || this.#format === undefined) return;
    const rtpTimestamp = (anchor.rtpTimestamp + this.#timestampOffset) >>> 0;
    this.#sink.sendRtcp(
      writeSenderReport({ ...anchor, ssrc: this.ssrc, rtpTimestamp }, this.packets, this.octets),
    );
  }

  #buildHeader(
    format: DownlinkFormat,
    sequence: number,
    timestamp: number,
    marker: boolean,
    descriptor?: Buffer,
  ): Buffer {
    const { dependencyDescriptor = 0 } = format;
    const described = descriptor !== undefined && dependencyDescriptor !== 0;
    const extended = format.absSendTime !== 0 || described;
    const extensionBytes = described ? (format.absSendTime === 0 ? 2 : 7) + descriptor.length : 4;
    const words = Math.ceil(extensionBytes / 4);
    const header = Buffer.alloc(extended ? 16 + words * 4 : 12);
    header[0] = extended ? 0x90 : 0x80;
    header[1] = format.payloadType | (marker ? 0x80 : 0);
    header.writeUInt16BE(sequence, 2);
    header.writeUInt32BE(timestamp, 4);
    header.writeUInt32BE(this.ssrc, 8);
    if (extended) {
      header.writeUInt16BE(described ? TWO_BYTE_FORM : ONE_BYTE_FORM, 12);
      header.writeUInt16BE(words, 14);
      if (format.absSendTime !== 0) writeAbsSendTime(header, format.absSendTime);
    }
    if (described) {
      const at = format.absSendTime === 0 ? 16 : 21;
      header[at] = dependencyDescriptor;
      header[at + 1] = descriptor.length;
      descriptor.copy(header, at + 2);
    }
    return header;
  }
}

function selectorFor(codec: TrackCodec): LayerSelector | undefined {
  return codec === 'VP9' ? new Vp9Layers() : codec === 'AV1' ? new Av1Layers() : undefined;
}

/**
 * LiveKit's packet trailers: at the end of a frame `LKTS`, before it their whole length, its bits inverted
 * (livekit-server, pkg/sfu/packettrailer).
 */
function withoutTrailer({ payload, marker }: RtpPacket): Buffer {
  const end = payload.length;
  if (!marker || end < 5 || payload.toString('latin1', end - 4) !== 'LKTS') return payload;
  const bytes = payload[end - 5]! ^ 0xff;
  return bytes < 5 || bytes > end ? payload : payload.subarray(0, end - bytes);
}

/** Forms of header extensions (RFC 8285 §4.2 and §4.3): values longer than 16 bytes need the second. */
const ONE_BYTE_FORM = 0xbede;
const TWO_BYTE_FORM = 0x1000;

/** Seconds as 6.18 fixed point in the first extension. */
function writeAbsSendTime(header: Buffer, id: number): void {
  let at = 16;
  if (header.readUInt16BE(12) === ONE_BYTE_FORM) header[at++] = (id << 4) | 2;
  else {
    header[at++] = id;
    header[at++] = 3;
  }
  header.writeUIntBE(Math.floor((Date.now() / 1000) * 262_144) % 0x1000000, at, 3);
}
