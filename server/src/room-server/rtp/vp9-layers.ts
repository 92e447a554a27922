import type { ChosenPacket, LayerLimit, LayerSelector } from './layer-selector.ts';
import { type RtpPacket, timestampDistance } from './rtp-packet.ts';
import { readVp9Descriptor, type Vp9Descriptor } from './vp9-descriptor.ts';

/** Pictures whose late packets still find out what was chosen for them. */
const MAX_PICTURES = 64;

/**
 * Layers of VP9 by its payload descriptor. What is chosen for a picture stands from its first packet on: a receiver
 * decodes a picture when its last packet is marked, and no layer may come after that.
 */
export class Vp9Layers implements LayerSelector {
  wantsKeyframe = false;
  #current: LayerLimit | undefined;
  /** Limits that were chosen for frames, by RTP timestamp, in the order of arrival. */
  readonly #pictures = new Map<number, LayerLimit>();
  #newest: number | undefined;

  get spatial(): number | undefined {
    return this.#current?.spatial;
  }

  switchTo(): void {
    this.#current = undefined;
    this.#newest = undefined;
    this.#pictures.clear();
  }

  select(packet: RtpPacket, limit: LayerLimit): ChosenPacket | undefined {
    const descriptor = readVp9Descriptor(packet.payload);
    if (descriptor === undefined) return { marker: packet.marker, descriptor: undefined };
    const chosen = this.#pictures.get(packet.timestamp) ?? this.#choose(packet, descriptor, limit);
    const { spatial, temporal, ends, predicted } = descriptor;
    if (spatial > chosen.spatial || temporal > chosen.temporal) {
      // Seen from below: the layer that is wanted is there, and begins with a key frame.
      if (spatial > chosen.spatial && spatial <= limit.spatial && predicted) this.wantsKeyframe = true;
      return undefined;
    }
    return { marker: packet.marker || (ends && spatial === chosen.spatial), descriptor: undefined };
  }

  #choose(packet: RtpPacket, descriptor: Vp9Descriptor, limit: LayerLimit): LayerLimit {
    const before = this.#current ?? limit;
    const late = this.#newest !== undefined && timestampDistance(packet.timestamp, this.#newest) < 0;
    if (late) return before;
    const key = descriptor.spatial === 0 && !descriptor.predicted;
    this.wantsKeyframe = false;
    const chosen = key
      ? { ...limit }
      : {
          spatial: Math.min(before.spatial, limit.spatial),
          temporal: nextTemporal(before.temporal, limit.temporal, descriptor),
        };
    this.#current = chosen;
    this.#newest = packet.timestamp;
    this.#pictures.set(packet.timestamp, chosen);
    if (this.#pictures.size > MAX_PICTURES) this.#pictures.delete(this.#pictures.keys().next().value!);
    return chosen;
  }
}

function nextTemporal(current: number, wanted: number, { temporal, switchingUp }: Vp9Descriptor): number {
  if (wanted <= current) return wanted;
  return temporal > current && temporal <= wanted && switchingUp ? temporal : current;
}
