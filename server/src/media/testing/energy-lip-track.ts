import type { LipTrack } from '../../lips/lip-track.ts';

const WINDOW_MS = 10;

/** Opens the mouth in proportion to the loudness of the audio. */
export class EnergyLipTrack implements LipTrack {
  readonly #levels: number[] = [];

  append(pcm: Int16Array, sampleRate: number): void {
    const window = (sampleRate * WINDOW_MS) / 1000;
    for (let at = 0; at < pcm.length; at += window) {
      let sum = 0;
      const end = Math.min(pcm.length, at + window);
      for (let n = at; n < end; n++) sum += pcm[n]! ** 2;
      this.#levels.push(Math.min(1, Math.sqrt(sum / (end - at)) / 8000));
    }
  }

  skip(pcm: Int16Array, sampleRate: number): void {
    this.append(new Int16Array(pcm.length), sampleRate);
  }

  visemesAt(timeMs: number, weights: Float32Array): boolean {
    const level = this.energyAt(timeMs);
    weights.fill(0);
    weights[0] = 1 - level;
    weights[10] = level;
    return level > 0.01;
  }

  energyAt(timeMs: number): number {
    return this.#levels[Math.floor(timeMs / WINDOW_MS)] ?? 0;
  }
}
