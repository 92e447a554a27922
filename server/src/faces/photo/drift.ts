/** Pixels by which a kept drawing may miss its place: less is not seen. */
const UNSEEN = 0.1;

/** Tells whether what is drawn for some points can be kept: they go elsewhere together. */
export class Drift {
  readonly #points: readonly number[];
  readonly #restX: Float64Array;
  readonly #restY: Float64Array;
  /** Where they were drawn, beside their places at rest. */
  readonly #drawn: Float64Array;
  /** How far the points have gone from their places at rest, on average, in pixels. */
  x = 0;
  y = 0;

  /** `restX`, `restY`: where all points are at rest, in pixels. */
  constructor(points: readonly number[], restX: Float64Array, restY: Float64Array) {
    this.#points = points;
    [this.#restX, this.#restY] = [restX, restY];
    this.#drawn = new Float64Array(points.length * 2).fill(Number.NaN);
  }

  /** Follows the points; whether some have moved against the others since they were drawn. */
  follow(x: Float64Array, y: Float64Array): boolean {
    [this.x, this.y] = [0, 0];
    for (const point of this.#points) {
      this.x += (x[point]! - this.#restX[point]!) / this.#points.length;
      this.y += (y[point]! - this.#restY[point]!) / this.#points.length;
    }
    const drawn = this.#drawn;
    return this.#points.some(
      (point, i) =>
        !(
          Math.abs(x[point]! - this.x - drawn[2 * i]!) < UNSEEN &&
          Math.abs(y[point]! - this.y - drawn[2 * i + 1]!) < UNSEEN
        ),
    );
  }

  /** The points are drawn where they are now. */
  take(x: Float64Array, y: Float64Array): void {
    this.#points.forEach((point, i) => {
      this.#drawn[2 * i] = x[point]! - this.x;
      this.#drawn[2 * i + 1] = y[point]! - this.y;
    });
  }
}

/** Whether two numbers of pixels can be distinguished. */
export const differ = (a: number, b: number): boolean => Math.abs(a - b) > UNSEEN;
