import { BANDS } from './band-energies.ts';

/** In frames; a power of two. */
const MEMORY = 512;
/** An echo fades; so much of its energy is still expected a frame later. */
const TAIL = 0.74;
/** Quieter playout than this (energy per band) is not expected back. */
const AUDIBLE = 1e-6;
const SILENT_DB = -60;
/** How many frames a receiver makes up at most of what it had. */
const REPEATED = 20;
/** What stands for the echo of nothing. */
const NOTHING_DB = -150;

/** What was played, by frame of 10 ms, as a bound for what may come back: each frame lasts, and fades. */
export class PlayoutMemory {
  readonly #energy = new Float32Array(MEMORY * BANDS);
  readonly #fading = new Float32Array(MEMORY * BANDS);
  /** In dB per band by `at`; what is inaudible counts as -60. */
  readonly levels = new Float32Array(MEMORY * BANDS).fill(SILENT_DB);
  /**
   * In dB per band by `at`: the loudest of the frame and the two before it, and what still fades of those. A lag is
   * thereby sure to two frames.
   */
  readonly bounds = new Float32Array(MEMORY * BANDS).fill(NOTHING_DB);
  readonly #audible = new Uint8Array(MEMORY);
  #until = -1;

  /** The energy of the frame `index`. A frame may be told again; those that are never told are silent. */
  set(index: number, energies: Float32Array): void {
    if (index < 0 || index <= this.#until - MEMORY) return;
    this.silenceUpTo(index - 1);
    this.#write(index, energies);
  }

  /** Frames up to here that have not been told are silent. */
  silenceUpTo(index: number): void {
    for (let f = Math.max(this.#until + 1, index - MEMORY + 1); f <= index; f++) this.#write(f, SILENCE);
  }

  /**
   * The sound broke off after the frame `last` and went on with `next`: a receiver that runs dry repeats what it had, fading.
   */
  bridge(last: number, next: number): void {
    const held = new Float32Array(BANDS);
    for (let n = 1; n < REPEATED && last + n < next; n++) {
      const share = (1 - n / REPEATED) ** 2;
      for (let band = 0; band < BANDS; band++) {
        const loudest = Math.max(
          this.#energy[this.at(last) + band]!,
          this.#energy[this.at(last - 1) + band]!,
        );
        held[band] = share * loudest;
      }
      this.#write(last + n, held);
    }
  }

  /** Where a frame's bands begin in `levels` and `bounds`. */
  at(index: number): number {
    return (index & (MEMORY - 1)) * BANDS;
  }

  isAudible(index: number): boolean {
    return index >= 0 && index <= this.#until && this.#audible[index & (MEMORY - 1)] === 1;
  }

  /** Whether the frame itself has sound, of a frame within the memory. */
  hasSound(index: number): boolean {
    const at = this.at(index);
    return this.levels.subarray(at, at + BANDS).some((level) => level > SILENT_DB);
  }

  #write(index: number, energies: Float32Array): void {
    const at = this.at(index);
    const before = this.at(index - 1);
    const earlier = this.at(index - 2);
    let audible = 0;
    for (let band = 0; band < BANDS; band++) {
      const energy = energies[band]!;
      this.#energy[at + band] = energy;
      this.#fading[at + band] = Math.max(energy, TAIL * this.#fading[before + band]!);
      const bound = Math.max(energy, this.#energy[before + band]!, this.#fading[earlier + band]!);
      this.levels[at + band] = energy > AUDIBLE ? 10 * Math.log10(energy) : SILENT_DB;
      this.bounds[at + band] = bound > AUDIBLE ? 10 * Math.log10(bound) : NOTHING_DB;
      if (bound > AUDIBLE) audible = 1;
    }
    this.#audible[index & (MEMORY - 1)] = audible;
    this.#until = Math.max(this.#until, index);
  }
}

const SILENCE = new Float32Array(BANDS);
