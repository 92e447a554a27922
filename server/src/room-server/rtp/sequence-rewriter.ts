import { randomInt } from 'node:crypto';
import { sequenceDistance } from './rtp-packet.ts';

interface Step {
  /** First incoming sequence number to which the offset applies. */
  readonly from: number;
  readonly offset: number;
}

const MAX_STEPS = 64;
const REFRESH_AFTER = 16_384;
const LATE_BY = 4_096;
/**
 * RFC 3711 §3.3.1: a receiver counts the wraps of a stream from the first packet that it gets. The first number stays
 * far from one, or a receiver that missed the packets before the wrap could never decrypt those after it.
 */
export const FIRST_SEQUENCE_MASK = 0x7fff;

/**
 * Makes one unbroken sequence for a receiver out of the sequences of several layers, and closes the gaps of packets
 * that are not forwarded. Late packets get the offset of their own time, so that retransmissions still fit.
 */
export class SequenceRewriter {
  #steps: Step[] = [];
  readonly #skipped = new Set<number>();
  #highestIn = -1;
  #highestOut = -1;

  /** Continues with another layer, whose first packet is `sequence`. Its earlier packets are not forwarded. */
  switchTo(sequence: number): void {
    const next = this.#highestOut < 0 ? sequence & FIRST_SEQUENCE_MASK : (this.#highestOut + 1) & 0xffff;
    this.#steps = [{ from: sequence, offset: (next - sequence) & 0xffff }];
    this.#skipped.clear();
    this.#highestIn = -1;
  }

  /** A number for a packet of our own, before the first that is forwarded. */
  insert(): number {
    this.#highestOut =
      this.#highestOut < 0 ? randomInt(FIRST_SEQUENCE_MASK) : (this.#highestOut + 1) & 0xffff;
    return this.#highestOut;
  }

  /** @returns the outgoing sequence number, or undefined for a packet from before the switch or a skipped one. */
  rewrite(sequence: number): number | undefined {
    const step = this.#stepOf(sequence);
    if (step === undefined || this.#skipped.has(sequence)) return undefined;
    const out = (sequence + step.offset) & 0xffff;
    if (this.#highestIn < 0 || sequenceDistance(sequence, this.#highestIn) > 0) {
      this.#highestIn = sequence;
      this.#highestOut = out;
      // Sequence numbers compare over half their range only: keep the last step within it.
      if (sequenceDistance(sequence, step.from) > REFRESH_AFTER) {
        this.#steps = [{ from: (sequence - LATE_BY) & 0xffff, offset: step.offset }];
        this.#skipped.clear();
      }
    }
    return out;
  }

  /**
   * Leaves a packet out. Only the very next one can be, because the number of any other may be asked for again.
   * @returns false when the packet must be forwarded (empty) instead.
   */
  skip(sequence: number): boolean {
    if (this.#highestIn < 0 || sequenceDistance(sequence, this.#highestIn) !== 1) return false;
    const last = this.#steps.at(-1)!;
    this.#steps.push({ from: (sequence + 1) & 0xffff, offset: (last.offset - 1) & 0xffff });
    this.#skipped.add(sequence);
    this.#highestIn = sequence;
    if (this.#steps.length > MAX_STEPS) this.#steps.shift();
    if (this.#skipped.size > MAX_STEPS) this.#skipped.delete(this.#skipped.values().next().value!);
    return true;
  }

  #stepOf(sequence: number): Step | undefined {
    for (let index = this.#steps.length - 1; index >= 0; index--) {
      const step = this.#steps[index]!;
      if (sequenceDistance(sequence, step.from) >= 0) return step;
    }
    return undefined;
  }
}
