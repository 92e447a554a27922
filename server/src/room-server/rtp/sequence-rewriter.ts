import { randomInt } from 'node:crypto';
import { sequenceDistance } from './rtp-packet.ts';

interface Step {
  /** The first incoming sequence number to which the offset applies. */
  readonly from: number;
  readonly offset: number;
}

const MAX_STEPS = 64;
const REFRESH_AFTER = 16_384;
const LATE_BY = 4_096;
/**
 * By RFC 3711 §3.3.1, a receiver counts the wraps of a stream from the first packet that it gets. The first number must
 * be far from a wrap; otherwise a receiver that missed the packets before it could never decrypt those after it.
 */
export const FIRST_SEQUENCE_MASK = 0x7fff;

/**
 * Turns the sequence numbers of several layers into one continuous sequence for a receiver, without gaps for packets
 * that are not forwarded. Late packets get the offset that applied to their number, so that retransmissions get theirs.
 */
export class SequenceRewriter {
  #steps: Step[] = [];
  readonly #skipped = new Set<number>();
  #highestIn = -1;
  #highestOut = -1;

  /** Continues with another layer from its packet `sequence`. Its earlier packets are not forwarded. */
  switchTo(sequence: number): void {
    const next = this.#highestOut < 0 ? sequence & FIRST_SEQUENCE_MASK : (this.#highestOut + 1) & 0xffff;
    this.#steps = [{ from: sequence, offset: (next - sequence) & 0xffff }];
    this.#skipped.clear();
    this.#highestIn = -1;
  }

  /** Returns the number of a placeholder, which is sent before the first forwarded packet. */
  insert(): number {
    this.#highestOut =
      this.#highestOut < 0 ? randomInt(FIRST_SEQUENCE_MASK) : (this.#highestOut + 1) & 0xffff;
    return this.#highestOut;
  }

  /** @returns the outgoing sequence number, or undefined if the packet is from before the switch or was skipped. */
  rewrite(sequence: number): number | undefined {
    const step = this.#stepOf(sequence);
    if (step === undefined || this.#skipped.has(sequence)) return undefined;
    const out = (sequence + step.offset) & 0xffff;
    if (this.#highestIn < 0 || sequenceDistance(sequence, this.#highestIn) > 0) {
      this.#highestIn = sequence;
      this.#highestOut = out;
      // Comparisons of sequence numbers hold only over half their range: keep the last step within it.
      if (sequenceDistance(sequence, step.from) > REFRESH_AFTER) {
        this.#steps = [{ from: (sequence - LATE_BY) & 0xffff, offset: step.offset }];
        this.#skipped.clear();
      }
    }
    return out;
  }

  /**
   * Leaves a packet out. Only the very next packet can be, because any other number may be requested again.
   * @returns false if the packet must be forwarded (empty) instead.
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
