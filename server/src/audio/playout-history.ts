import { BANDS } from './band-energies.ts';

/** How many frames are remembered; a power of two. */
const REMEMBERED_FRAMES = 512;
/** Fraction of an echo's energy that the next frame may still have, because rooms reverberate. */
const TAIL = 0.74;
/** Energy per band below which the playout causes no relevant echo. */
const AUDIBLE_ENERGY = 1e-6;
const SILENT_DB = -60;
/** Maximum frames for which a receiver with an empty jitter buffer repeats its last audio. */
const MAX_REPEATED_FRAMES = 20;
/** Bound of the echo if nothing was played. */
const NO_ECHO_DB = -150;

/**
 * What was played, in frames of 10 ms, and the maximum level of its echo: the echo of a frame continues into the next
 * frames and decays.
 */
export class PlayoutHistory {
  readonly #energy = new Float32Array(REMEMBERED_FRAMES * BANDS);
  readonly #fading = new Float32Array(REMEMBERED_FRAMES * BANDS);
  /** Levels in dB per band, by `at`; what is inaudible counts as -60. */
  readonly levels = new Float32Array(REMEMBERED_FRAMES * BANDS).fill(SILENT_DB);
  /**
   * Bounds of the echo in dB per band, by `at`: the loudest of the frame, the two frames before it and their fading
   * rest. So a delay that is accurate to within two frames is sufficient.
   */
  readonly bounds = new Float32Array(REMEMBERED_FRAMES * BANDS).fill(NO_ECHO_DB);
  readonly #audible = new Uint8Array(REMEMBERED_FRAMES);
  #until = -1;

  /** Stores the energy of frame `index`, which may be repeated. Frames that are never stored count as silent. */
  set(index: number, energies: Float32Array): void {
    if (index < 0 || index <= this.#until - REMEMBERED_FRAMES) return;
    this.silenceUpTo(index - 1);
    this.#write(index, energies);
  }

  /** Stores silence for all frames up to this one that have not been stored. */
  silenceUpTo(index: number): void {
    for (let f = Math.max(this.#until + 1, index - REMEMBERED_FRAMES + 1); f <= index; f++)
      this.#write(f, SILENCE);
  }

  /**
   * Bridges a gap in the playout between frames `last` and `next`, in which a receiver repeats its last audio, fading.
   */
  bridge(last: number, next: number): void {
    const held = new Float32Array(BANDS);
    for (let n = 1; n < MAX_REPEATED_FRAMES && last + n < next; n++) {
      const share = (1 - n / MAX_REPEATED_FRAMES) ** 2;
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

  /** Returns the index in `levels` and `bounds` at which a frame's bands begin. */
  at(index: number): number {
    return (index & (REMEMBERED_FRAMES - 1)) * BANDS;
  }

  isAudible(index: number): boolean {
    return index >= 0 && index <= this.#until && this.#audible[index & (REMEMBERED_FRAMES - 1)] === 1;
  }

  /** Whether something was played in this frame itself. The frame must still be remembered. */
  hasAudio(index: number): boolean {
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
      this.levels[at + band] = energy > AUDIBLE_ENERGY ? 10 * Math.log10(energy) : SILENT_DB;
      this.bounds[at + band] = bound > AUDIBLE_ENERGY ? 10 * Math.log10(bound) : NO_ECHO_DB;
      if (bound > AUDIBLE_ENERGY) audible = 1;
    }
    this.#audible[index & (REMEMBERED_FRAMES - 1)] = audible;
    this.#until = Math.max(this.#until, index);
  }
}

const SILENCE = new Float32Array(BANDS);
