const MAX_LAYERS = 8;
/** LiveKit's: a rate that is missed by less is the one that was asked for. */
const TOLERANCE = 0.9;
const ALL = MAX_LAYERS - 1;

const zeros = () => Array.from({ length: MAX_LAYERS }, () => 0);

/** Counts the layers within one stream from one `roll` to the next: bytes by size, frames by temporal layer. */
export class LayerRates {
  #bytes = zeros();
  #frames = zeros();
  #timestamp: number | undefined;
  #lastBytes = zeros();
  #lastFrames = zeros();

  record(spatial: number, temporal: number, timestamp: number, bytes: number): void {
    this.#bytes[spatial]! += bytes;
    if (timestamp === this.#timestamp) return;
    this.#timestamp = timestamp;
    this.#frames[temporal]!++;
  }

  roll(): void {
    [this.#lastBytes, this.#bytes] = [this.#bytes, zeros()];
    [this.#lastFrames, this.#frames] = [this.#frames, zeros()];
  }

  get spatialLayers(): number {
    return this.#lastBytes.findLastIndex((bytes) => bytes > 0) + 1;
  }

  bitsUpTo(spatial: number): number {
    return this.#lastBytes.slice(0, spatial + 1).reduce((sum, bytes) => sum + bytes * 8, 0);
  }

  /** The lowest temporal layer that brings as many frames a second; 0 wants them all. */
  temporalFor(frameRate: number): number {
    if (frameRate === 0) return ALL;
    let frames = 0;
    for (const [temporal, count] of this.#lastFrames.entries()) {
      frames += count;
      if (frames >= frameRate * TOLERANCE) return temporal;
    }
    return ALL;
  }
}
