import { MODEL_RATE } from '../../audio/sample-rates.ts';

/** The latest audio of a microphone, mono at `MODEL_RATE`, addressed by the microphone's clock. */
export class AudioHistory {
  #pieces: Float32Array[] = [];
  #fromMs = 0;
  #endMs = 0;

  push(samples: Float32Array): void {
    this.#pieces.push(samples);
    this.#endMs += msOf(samples.length);
  }

  forgetBefore(ms: number): void {
    while (this.#pieces.length > 0 && this.#fromMs + msOf(this.#pieces[0]!.length) < ms)
      this.#fromMs += msOf(this.#pieces.shift()!.length);
  }

  slice(fromMs: number, toMs: number): Float32Array {
    const sampleAt = (ms: number) => Math.round(((ms - this.#fromMs) * MODEL_RATE) / 1000);
    const all = new Float32Array(sampleAt(this.#endMs));
    let at = 0;
    for (const piece of this.#pieces) {
      all.set(piece.subarray(0, all.length - at), at);
      at += piece.length;
    }
    return all.slice(Math.max(0, sampleAt(fromMs)), sampleAt(toMs));
  }
}

const msOf = (samples: number): number => (1000 * samples) / MODEL_RATE;
