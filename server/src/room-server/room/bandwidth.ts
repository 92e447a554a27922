import type { DownlinkTrack } from '../rtp/downlink-track.ts';
import type { UplinkLayer } from '../rtp/uplink-layer.ts';
import type { UplinkTrack } from '../rtp/uplink-track.ts';
import type { ForEach, Participant } from './participant.ts';

/** The state of a subscriber's connection, updated every second. Rates are in bits per second. */
export interface BandwidthState {
  videoBytes: number;
  estimate: number;
  /** The bit rate that may be sent as video; 0 while nothing limits it. */
  budget: number;
  calmSeconds: number;
  /** The fraction by which the budget grows in each second without congestion; halved after each failure. */
  growth: number;
}

export interface Observation {
  /** Video sent in the last second. */
  readonly sent: number;
  /** The receiver's newest estimate (REMB), 0 before the first. */
  readonly estimate: number;
  /** Share of packets lost, 0 to 1. */
  readonly loss: number;
}

const CONGESTED_LOSS = 0.15;
const NOTICEABLE_DROP = 0.97;
const FIRST_GROWTH = 0.08;
const MIN_GROWTH = 0.01;
const MIN_BUDGET = 100_000;
const LIFT_AFTER_SECONDS = 10;
const FORGET_AFTER_SECONDS = 60;

export function newBandwidthState(): BandwidthState {
  return { videoBytes: 0, estimate: 0, budget: 0, calmSeconds: 0, growth: FIRST_GROWTH };
}

/**
 * Updates the state after one second. A receiver's estimate is at most about 1.5 times what arrives, and starts at an
 * arbitrary value: a steady one carries no information. A falling one means that the queueing delay grew.
 */
export function updateBudget(state: BandwidthState, { sent, estimate, loss }: Observation): void {
  const fell =
    state.estimate === 0
      ? estimate > 0 && estimate < sent * 0.6
      : estimate > 0 && estimate < state.estimate * NOTICEABLE_DROP;
  state.estimate = estimate;
  if (fell || loss > CONGESTED_LOSS) {
    const target = fell ? estimate : sent * (1 - loss) * 0.95;
    if (state.budget > 0) state.growth = Math.max(MIN_GROWTH, state.growth / 2);
    state.budget = Math.max(MIN_BUDGET, state.budget === 0 ? target : Math.min(state.budget, target));
    state.calmSeconds = 0;
    return;
  }
  state.calmSeconds++;
  if (state.calmSeconds > FORGET_AFTER_SECONDS) state.growth = FIRST_GROWTH;
  if (state.budget === 0) return;
  state.budget = Math.max(state.budget * (1 + state.growth), Math.min(estimate, state.budget * 1.5));
  if (state.calmSeconds >= LIFT_AFTER_SECONDS && state.budget > sent * 2) state.budget = 0;
}

/**
 * Adapts the media that is sent to what connections can carry, once a second: publishers without simulcast get a REMB,
 * which their encoders follow; of simulcast tracks, a lower layer is forwarded.
 */
export class Bandwidth {
  readonly #states = new WeakMap<Participant, BandwidthState>();
  readonly #bytesBefore = new WeakMap<UplinkLayer, number>();
  #rates = new Map<UplinkLayer, number>();

  update(forEach: ForEach): void {
    const caps = new Map<string, number>();
    this.#rates = new Map();
    forEach((publisher) => this.#measure(publisher));
    forEach((subscriber) => this.#updateSubscriber(subscriber, caps));
    forEach(({ sid, publisher }) => {
      let audio = 0;
      for (const { uplink } of publisher.tracks.values()) {
        if (uplink.description.kind !== 'audio') continue;
        for (const layer of uplink.layers.values()) audio += this.#rates.get(layer) ?? 0;
      }
      const cap = caps.get(sid);
      // A sender counts everything that it sends against the estimate, not only video.
      publisher.uplink.limitBitrate(cap === undefined ? 0 : cap * 1.1 + audio);
    });
  }

  #measure({ publisher }: Participant): void {
    for (const { layers } of publisher.uplink.tracks) {
      for (const layer of layers.values()) {
        this.#rates.set(layer, (layer.bytes - (this.#bytesBefore.get(layer) ?? layer.bytes)) * 8);
        this.#bytesBefore.set(layer, layer.bytes);
      }
    }
  }

  #updateSubscriber(participant: Participant, caps: Map<string, number>): void {
    const { downlink, subscriptions } = participant.subscriber;
    const videos = [...subscriptions.values()].filter(
      (entry) => entry.published.uplink.description.kind === 'video',
    );
    let state = this.#states.get(participant);
    if (state === undefined) {
      state = newBandwidthState();
      this.#states.set(participant, state);
    }
    const bytes = videos.reduce((sum, entry) => sum + entry.downlink.counts.octets, 0);
    const sent = Math.max(0, bytes - state.videoBytes) * 8;
    state.videoBytes = bytes;
    updateBudget(state, { sent, estimate: downlink.estimate, loss: videos.length === 0 ? 0 : downlink.loss });
    const share = state.budget / Math.max(1, videos.length);
    for (const { encoding, publisherSid, downlink: track } of videos) {
      const layerRates = this.#layerRates(encoding.uplink);
      if (layerRates.length > 1) track.setAffordableSpatial(highestAffordable(track, layerRates, share));
      else if (share > 0)
        caps.set(publisherSid, Math.min(caps.get(publisherSid) ?? Number.POSITIVE_INFINITY, share));
    }
  }

  /** Returns the bit rate of each simulcast layer of a track, the lowest first; empty without simulcast. */
  #layerRates({ description, layers }: UplinkTrack): LayerRate[] {
    if (description.rids.length <= 1) return [];
    const streams = [...layers.values()].sort((a, b) => a.spatial - b.spatial);
    return streams.map((layer) => ({ spatial: layer.spatial, bitRate: this.#rates.get(layer) ?? 0 }));
  }
}

/** The bit rate of a simulcast layer. */
interface LayerRate {
  readonly spatial: number;
  readonly bitRate: number;
}

/** Returns the highest layer whose bit rate fits into the share. */
function highestAffordable(track: DownlinkTrack, layerRates: readonly LayerRate[], share: number): number {
  if (share === 0) return Number.POSITIVE_INFINITY;
  let best = 0;
  for (const { spatial, bitRate } of layerRates) {
    // A higher layer needs a margin; otherwise the choice would flap.
    const margin = spatial > (track.currentSpatial ?? 0) ? 1.2 : 1;
    if (bitRate > 0 && bitRate * margin <= share) best = Math.max(best, spatial);
  }
  return best;
}
