import { BitReader } from './bit-reader.ts';
import { type FrameDependencies, NOT_PRESENT, type Structure } from './dependency-reader.ts';
import type { ChosenPacket, LayerLimit, LayerSelector } from './layer-selector.ts';
import { type RtpPacket, timestampDistance } from './rtp-packet.ts';

const MANDATORY_BITS = 24;
const FLAG_BITS = 5;
/** `active_decode_targets_present_flag`, the second of the five. */
const ACTIVE_FLAG_AT = MANDATORY_BITS + 1;

/**
 * Returns the descriptor for a receiver that gets part of the layers: with its own frame number, and the
 * decode targets that are there for it.
 * @param active undefined leaves them as the publisher has them.
 */
function rewriteDependencies(
  dependencies: FrameDependencies,
  frame: number,
  active: number | undefined,
): Buffer {
  const { bytes } = dependencies;
  const written = active === undefined ? Buffer.from(bytes) : withActive(dependencies, active);
  written.writeUInt16BE(frame & 0xffff, 1);
  return written;
}

function withActive({ bytes, mask, extended, structure }: FrameDependencies, active: number): Buffer {
  const width = structure.targets.length;
  const source = new BitReader(bytes);
  const copy = (bits: number) => Array.from({ length: bits }, () => source.read(1));
  const head = copy(extended ? mask.at : MANDATORY_BITS);
  if (!extended) head.push(...Array.from({ length: FLAG_BITS }, () => 0));
  head[ACTIVE_FLAG_AT] = 1;
  if (extended && mask.present) source.read(width);
  const tail = extended ? copy(source.left) : [];
  const own = Array.from({ length: width }, (_, index) => Math.floor(active / 2 ** (width - 1 - index)) % 2);
  return pack([...head, ...own, ...tail]);
}

function pack(bits: readonly number[]): Buffer {
  const bytes = Buffer.alloc(Math.ceil(bits.length / 8));
  for (const [index, bit] of bits.entries()) bytes[index >> 3]! |= bit << (7 - (index & 7));
  return bytes;
}

/** Frames of which it is known whether they were sent. */
const MAX_FRAMES = 256;

/**
 * Layers of AV1 by its dependency descriptor: of the decode targets within the limit the highest whose chain is
 * unbroken, and of its frames those that refer to nothing that was left out. What is wanted and broken is waited for,
 * with the layers that were sent before.
 */
export class Av1Layers implements LayerSelector {
  wantsKeyframe = false;
  /** Whether each frame was sent, by frame number, in the order of arrival. */
  readonly #frames = new Map<number, boolean>();
  #structure: Structure | undefined;
  /** Whether a frame of each chain was left out since it began. */
  #broken: boolean[] = [];
  #target: number | undefined;
  #timestamp: number | undefined;
  /** Added to the publisher's frame numbers: receivers take no key frame whose number is below that of the one before. */
  #offset = 0;
  #lastFrame: number | undefined;
  #switching = false;
  /** Whether the receiver knows of fewer decode targets than there are. */
  #cut = false;

  get spatial(): number | undefined {
    return this.#target === undefined ? undefined : this.#structure?.targets[this.#target]?.spatial;
  }

  switchTo(): void {
    this.#structure = undefined;
    this.#target = undefined;
    this.#timestamp = undefined;
    this.#switching = this.#lastFrame !== undefined;
  }

  select(
    packet: RtpPacket,
    limit: LayerLimit,
    dependencies: FrameDependencies | undefined,
  ): ChosenPacket | undefined {
    if (dependencies === undefined) return this.#pass(packet);
    if (dependencies.attached && dependencies.structure !== this.#structure) this.#restart(dependencies);
    // A late packet of a frame before the key frame.
    if (dependencies.structure !== this.#structure) return undefined;
    const { frame } = dependencies;
    let sent = this.#frames.get(frame);
    if (sent === undefined) {
      sent = this.#decide(packet, dependencies, limit);
      this.#frames.set(frame, sent);
      if (this.#frames.size > MAX_FRAMES) this.#frames.delete(this.#frames.keys().next().value!);
    }
    if (!sent) return undefined;
    const out = frame + this.#offset;
    if (this.#lastFrame === undefined || out > this.#lastFrame) this.#lastFrame = out;
    return {
      marker: packet.marker || (dependencies.last && dependencies.spatial === this.spatial),
      descriptor: rewriteDependencies(dependencies, out, this.#activeFor(dependencies)),
    };
  }

  /** A publisher that describes nothing is forwarded as it is; a frame that refers to a structure that was lost is not. */
  #pass({ marker, timestamp }: RtpPacket): ChosenPacket | undefined {
    if (this.#structure === undefined) return { marker, descriptor: undefined };
    const late = this.#timestamp !== undefined && timestampDistance(timestamp, this.#timestamp) < 0;
    if (!late) this.wantsKeyframe = true;
    return undefined;
  }

  #restart({ structure, frame }: FrameDependencies): void {
    this.#structure = structure;
    this.#broken = Array.from({ length: structure.chainCount }, () => false);
    this.#target = undefined;
    this.#timestamp = undefined;
    this.#cut = false;
    const backwards = this.#lastFrame !== undefined && frame + this.#offset <= this.#lastFrame;
    if (!this.#switching && !backwards) return;
    this.#switching = false;
    this.#frames.clear();
    this.#offset = this.#lastFrame! + 1 - frame;
  }

  #decide(packet: RtpPacket, dependencies: FrameDependencies, limit: LayerLimit): boolean {
    const { frame, chains, references, indications } = dependencies;
    for (const [chain, distance] of chains.entries()) {
      if (distance === 0) this.#broken[chain] = false;
      else if (this.#frames.get(frame - distance) === false) this.#broken[chain] = true;
    }
    // Once a frame: no layer may come after the packet that was marked as its last.
    if (packet.timestamp !== this.#timestamp) this.#choose(dependencies, limit);
    this.#timestamp = packet.timestamp;
    if (this.#target === undefined || indications[this.#target] === NOT_PRESENT) return false;
    return references.every((distance) => this.#frames.get(frame - distance) !== false);
  }

  #choose({ structure, active }: FrameDependencies, limit: LayerLimit): void {
    const order = structure.targets
      .map((target, index) => ({ ...target, index }))
      .filter(({ index }) => isActive(active, index))
      .sort((a, b) => b.spatial - a.spatial || b.temporal - a.temporal);
    const wanted = order.filter(
      ({ spatial, temporal }) => spatial <= limit.spatial && temporal <= limit.temporal,
    );
    const whole = ({ chain }: { chain: number }) => chain < 0 || !this.#broken[chain];
    this.wantsKeyframe = wanted[0] !== undefined && !whole(wanted[0]);
    const kept = order.find(({ index }) => index === this.#target);
    const chosen = this.wantsKeyframe && kept !== undefined && whole(kept) ? kept : wanted.find(whole);
    this.#target = chosen?.index;
  }

  #activeFor({ structure, active }: FrameDependencies): number | undefined {
    const top = structure.targets[this.#target!];
    if (top === undefined) return undefined;
    let mask = 0;
    for (const [index, { spatial, temporal }] of structure.targets.entries())
      if (isActive(active, index) && spatial <= top.spatial && temporal <= top.temporal) mask += 2 ** index;
    if (mask !== active) this.#cut = true;
    return this.#cut ? mask : undefined;
  }
}

const isActive = (mask: number, target: number) => Math.floor(mask / 2 ** target) % 2 === 1;
