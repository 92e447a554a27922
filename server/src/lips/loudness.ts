const FRAME_MS = 10;
/** The levels in dBFS that count as silence and as loud. */
const FLOOR_DB = -50;
const LOUD_DB = -14;

/** Loudness over time in steps of 10 ms, 0 to 1 on a decibel scale, for chunks of any size and sample rate. */
export class Loudness {
  #frames = new Uint8Array(1024);
  #count = 0;
  #sum = 0;
  /** The time that the sums so far cover within the current frame. */
  #openMs = 0;

  append(pcm: Int16Array, sampleRate: number): void {
    const sampleMs = 1000 / sampleRate;
    for (const sample of pcm) {
      this.#sum += sample * sample * sampleMs;
      this.#openMs += sampleMs;
      if (this.#openMs > FRAME_MS - 1e-6) this.#closeFrame();
    }
  }

  /** Returns the loudness at a moment, interpolated between the centres of frames; 0 outside. */
  at(timeMs: number): number {
    const position = timeMs / FRAME_MS - 0.5;
    const before = Math.floor(position);
    const share = position - before;
    return this.#frame(before) * (1 - share) + this.#frame(before + 1) * share;
  }

  #frame(index: number): number {
    return index >= 0 && index < this.#count ? this.#frames[index]! / 255 : 0;
  }

  #closeFrame(): void {
    if (this.#count === this.#frames.length) {
      const grown = new Uint8Array(2 * this.#count);
      grown.set(this.#frames);
      this.#frames = grown;
    }
    const decibels = 10 * Math.log10(this.#sum / this.#openMs / 32_768 ** 2 + 1e-12);
    const share = (decibels - FLOOR_DB) / (LOUD_DB - FLOOR_DB);
    this.#frames[this.#count++] = Math.round(255 * Math.min(1, Math.max(0, share)));
    this.#sum = 0;
    // The fraction of a sample by which the frame was exceeded belongs to the next.
    this.#openMs -= FRAME_MS;
    if (Math.abs(this.#openMs) < 1e-6) this.#openMs = 0;
  }
}
