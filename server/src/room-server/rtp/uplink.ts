import { randomBytes } from 'node:crypto';
import { type Guard, unguarded } from '../../lib/guard.ts';
import { mediaCounts } from './media-counts.ts';
import { readRtcp } from './rtcp-read.ts';
import { type ReceptionBlock, writeNack, writeReceiverReport, writeRemb } from './rtcp-write.ts';
import { parseRtp, type RtpPacket, readExtension } from './rtp-packet.ts';
import { TransportFeedback } from './transport-feedback.ts';
import type { UplinkLayer } from './uplink-layer.ts';
import { UplinkTrack, type UplinkTrackDescription } from './uplink-track.ts';

/** The negotiated ids of the header extensions; 0 if not negotiated. */
export interface UplinkExtensions {
  mid: number;
  rid: number;
  repairedRid: number;
  transportSequence: number;
  audioLevel: number;
}

export const noExtensions = (): UplinkExtensions => ({
  mid: 0,
  rid: 0,
  repairedRid: 0,
  transportSequence: 0,
  audioLevel: 0,
});

interface Route {
  readonly track: UplinkTrack;
  readonly layer: UplinkLayer;
  readonly retransmission: boolean;
}

const REPORT_MS = 1_000;
/** A packet that arrives within this time counts as reordered, not as lost. */
const NACK_TICK_MS = 20;
const MAX_ROUTES = 64;
const MAX_BLOCKS = 31;
/** How often the end of a limit is sent, because RTCP may be lost. */
const UNLIMITED_REPEATS = 3;
const UNLIMITED_BPS = 100_000_000;

/** Everything that one participant sends. Routes packets to tracks, requests lost ones, and reports reception. */
export class Uplink {
  readonly ssrc = randomBytes(4).readUInt32BE();
  readonly extensions = noExtensions();
  readonly tracks = new Set<UplinkTrack>();
  /** The limit of the publisher's bit rate, in bits per second, from its subscribers' estimates; 0 for none. */
  #bitrateLimit = 0;
  #unlimitedToSend = 0;
  #lastLoss = 0;
  readonly #send: (packet: Buffer) => void;
  readonly #guard: Guard;
  readonly #routes = new Map<number, Route>();
  readonly #feedback: TransportFeedback;
  readonly #reportTimer: NodeJS.Timeout;
  /** Runs only while a packet is missing: most connections lose nothing, and a timer wakes the whole thread. */
  #nackTimer: NodeJS.Timeout | undefined;

  /** @param guard runs the timers' work for the publisher */
  constructor(sendRtcp: (packet: Buffer) => void, guard: Guard = unguarded) {
    this.#send = sendRtcp;
    this.#guard = guard;
    this.#feedback = new TransportFeedback(this.ssrc, sendRtcp, guard);
    this.#reportTimer = setInterval(() => guard(() => this.#sendReport()), REPORT_MS);
  }

  close(): void {
    clearInterval(this.#reportTimer);
    clearTimeout(this.#nackTimer);
    this.#feedback.close();
    for (const track of this.tracks) track.close();
    this.tracks.clear();
    this.#routes.clear();
  }

  addTrack(description: UplinkTrackDescription): UplinkTrack {
    const track = new UplinkTrack(description, this.ssrc, this.#send, this.#guard);
    this.tracks.add(track);
    return track;
  }

  removeTrack(track: UplinkTrack): void {
    this.tracks.delete(track);
    for (const [ssrc, route] of this.#routes) if (route.track === track) this.#routes.delete(ssrc);
    track.close();
  }

  /** Adds a stream whose SSRC is in the SDP. Other streams are routed by their MID extension. */
  announce(track: UplinkTrack, ssrc: number, rtxSsrc: number | undefined): void {
    const layer = track.addLayer(ssrc, undefined);
    this.#routes.set(ssrc, { track, layer, retransmission: false });
    if (rtxSsrc !== undefined) this.#routes.set(rtxSsrc, { track, layer, retransmission: true });
  }

  /** The fraction of packets lost on the way to us in the last second, 0 to 1. */
  get loss(): number {
    return this.#lastLoss;
  }

  /** @param bitsPerSecond 0 removes the limit. A clear decrease is sent at once, an increase with the next report. */
  limitBitrate(bitsPerSecond: number): void {
    // A sender obeys the last REMB for ever, so the end of a limit must be sent.
    if (bitsPerSecond === 0 && this.#bitrateLimit > 0) this.#unlimitedToSend = UNLIMITED_REPEATS;
    const dropped =
      bitsPerSecond > 0 && (this.#bitrateLimit === 0 || bitsPerSecond < this.#bitrateLimit * 0.9);
    this.#bitrateLimit = bitsPerSecond;
    if (dropped) this.#send(this.#rembPacket());
  }

  handleRtp(bytes: Buffer): void {
    const packet = parseRtp(bytes);
    if (packet === undefined) return;
    const nowMs = performance.now();
    const transportSequence = readExtension(bytes, this.extensions.transportSequence);
    if (transportSequence?.length === 2)
      this.#feedback.record(transportSequence.readUInt16BE(0), nowMs * 1000);
    const route = this.#routes.get(packet.ssrc) ?? this.#routeByMid(packet);
    if (route === undefined) return;
    const { track, layer } = route;
    if (route.retransmission) {
      if (packet.payloadType !== track.description.rtxPayloadType || packet.payload.length < 2) return;
      const sequence = packet.payload.readUInt16BE(0);
      if (!layer.handleRetransmission(sequence, bytes.length, nowMs)) return;
      track.emit('packet', layer, { ...packet, payload: packet.payload.subarray(2) }, sequence);
      return;
    }
    const { payloadType, redPayloadType } = track.description;
    const red = packet.payloadType === redPayloadType;
    if (packet.payloadType !== payloadType && !red) return;
    if (!layer.handlePacket(packet.sequence, packet.timestamp, bytes.length, nowMs)) return;
    mediaCounts.in.packets++;
    if (layer.incomplete) this.#armNacks();
    const level = readExtension(bytes, this.extensions.audioLevel);
    if (level !== undefined && level.length > 0) track.recordAudioLevel(level[0]! & 0x7f);
    if (redPayloadType === undefined) track.emit('packet', layer, packet, packet.sequence);
    else this.#receiveAudio(track, layer, packet, red);
  }

  /** Receives audio of a publisher that may send redundant audio (RED). */
  #receiveAudio(track: UplinkTrack, layer: UplinkLayer, packet: RtpPacket, red: boolean): void {
    if (!red) {
      if (layer.red.recordArrival(packet.sequence)) track.emit('packet', layer, packet, packet.sequence);
      return;
    }
    for (const part of layer.red.read(packet)) {
      if (part.sequence !== packet.sequence) layer.handleRecovered(part.sequence);
      track.emit('packet', layer, { ...packet, ...part }, part.sequence);
    }
  }

  handleRtcp(compound: Buffer): void {
    readRtcp(compound, {
      handleSenderReport: (report) => {
        const route = this.#routes.get(report.ssrc);
        if (route === undefined || route.retransmission) return;
        route.layer.senderReport = { ...report, receivedAt: performance.now() };
        route.track.emit('senderReport', route.layer);
      },
    });
  }

  #routeByMid(packet: RtpPacket): Route | undefined {
    if (this.#routes.size >= MAX_ROUTES) return undefined;
    const text = (id: number) => readExtension(packet.bytes, id)?.toString('utf8');
    const mid = text(this.extensions.mid);
    const track = [...this.tracks].find((candidate) => candidate.description.mid === mid);
    if (track === undefined || mid === undefined) return undefined;
    const repaired = text(this.extensions.repairedRid);
    let route: Route;
    if (repaired !== undefined || packet.payloadType === track.description.rtxPayloadType) {
      const layer = [...track.layers.values()].find((candidate) => candidate.rid === repaired);
      if (layer === undefined) return undefined;
      route = { track, layer, retransmission: true };
    } else {
      const layer = track.addLayer(packet.ssrc, text(this.extensions.rid));
      route = { track, layer, retransmission: false };
    }
    this.#routes.set(packet.ssrc, route);
    return route;
  }

  #armNacks(): void {
    this.#nackTimer ??= setTimeout(() => this.#guard(() => this.#sendNacks()), NACK_TICK_MS);
  }

  #sendNacks(): void {
    this.#nackTimer = undefined;
    const nowMs = performance.now();
    for (const track of this.tracks) {
      for (const layer of track.layers.values()) {
        const sequences = layer.takeNacks(nowMs);
        mediaCounts.in.nacked += sequences.length;
        if (sequences.length > 0) this.#send(writeNack(this.ssrc, layer.ssrc, sequences));
        if (layer.incomplete) this.#armNacks();
      }
    }
  }

  #sendReport(): void {
    const nowMs = performance.now();
    const blocks: ReceptionBlock[] = [];
    let lost = 0;
    for (const track of this.tracks) {
      for (const layer of track.layers.values()) {
        if (nowMs - layer.lastPacketAt > 5_000) continue;
        const block = layer.report(nowMs);
        if (block === undefined || blocks.length >= MAX_BLOCKS) continue;
        blocks.push(block);
        lost = Math.max(lost, block.fractionLost / 256);
      }
    }
    this.#lastLoss = lost;
    if (blocks.length === 0) return;
    this.#feedback.mediaSsrc = blocks[0]!.ssrc;
    const report = writeReceiverReport(this.ssrc, blocks);
    const isUnlimiting = this.#bitrateLimit === 0 && this.#unlimitedToSend-- > 0;
    this.#send(this.#bitrateLimit > 0 || isUnlimiting ? Buffer.concat([report, this.#rembPacket()]) : report);
  }

  #rembPacket(): Buffer {
    const ssrcs: number[] = [];
    for (const track of this.tracks) {
      if (track.description.kind === 'video') ssrcs.push(...track.layers.keys());
    }
    return Buffer.concat([
      writeReceiverReport(this.ssrc, []),
      writeRemb(this.ssrc, this.#bitrateLimit || UNLIMITED_BPS, ssrcs.slice(0, 255)),
    ]);
  }
}
