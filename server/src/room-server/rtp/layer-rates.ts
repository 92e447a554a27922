const MAX_LAYERS = 8;
/** LiveKit's: a rate that is missed by less is the one that was asked for. */
const TOLERANCE = 0.9;
const ALL = MAX_LAYERS - 1;

const zeros = () => Array.from({ length: MAX_LAYERS }, () => 0);

/** What the layers within one stream take: bytes by size, pictures by frame rate. Counted from one `roll` to the next. */
export class LayerRates {
  #bytes = zeros();
  #pictures = zeros();
  #timestamp: number | undefined;
  #lastBytes = zeros();
  #lastPictures = zeros();

  record(spatial: number, temporal: number, timestamp: number, bytes: number): void {
    this.#bytes[spatial]! += bytes;
    if (timestamp === this.#timestamp) return;
    this.#timestamp = timestamp;
    this.#pictures[temporal]!++;
  }

  /** Ends a second. */
  roll(): void {
    [this.#lastBytes, this.#bytes] = [this.#bytes, zeros()];
    [this.#lastPictures, this.#pictures] = [this.#pictures, zeros()];
  }

  /** Spatial layers that came in the last second. */
  get spatialLayers(): number {
    return this.#lastBytes.findLastIndex((bytes) => bytes > 0) + 1;
  }

  /** Bits a second of a spatial layer and those below it. */
  bitsUpTo(spatial: number): number {
    return this.#lastBytes.slice(0, spatial + 1).reduce((sum, bytes) => sum + bytes * 8, 0);
  }

  /** The lowest temporal layer that brings as many pictures a second; 0 wants them all. */
  temporalFor(frameRate: number): number {
    if (frameRate === 0) return ALL;
    let pictures = 0;
    for (const [temporal, count] of this.#lastPictures.entries()) {
      pictures += count;
      if (pictures >= frameRate * TOLERANCE) return temporal;
    }
    return ALL;
  }
}
