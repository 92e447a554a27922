/** The error in pixels by which a reused drawing may be misplaced without being visible. */
const INVISIBLE_PX = 0.2;

/** Decides whether a drawing of some points can be reused, because they have only moved together. */
export class Drift {
  readonly #points: readonly number[];
  readonly #restX: Float64Array;
  readonly #restY: Float64Array;
  /** Where they were drawn, relative to their positions at rest. */
  readonly #drawn: Float64Array;
  /** How far the points have moved from their positions at rest, on average, in pixels. */
  x = 0;
  y = 0;

  /** `restX` and `restY` are the positions of all points at rest, in pixels. */
  constructor(points: readonly number[], restX: Float64Array, restY: Float64Array) {
    this.#points = points;
    [this.#restX, this.#restY] = [restX, restY];
    this.#drawn = new Float64Array(points.length * 2).fill(Number.NaN);
  }

  /** Follows the points. Returns whether some have moved relative to the others since they were drawn. */
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
          Math.abs(x[point]! - this.x - drawn[2 * i]!) < INVISIBLE_PX &&
          Math.abs(y[point]! - this.y - drawn[2 * i + 1]!) < INVISIBLE_PX
        ),
    );
  }

  /** Records that the points are drawn where they are now. */
  record(x: Float64Array, y: Float64Array): void {
    this.#points.forEach((point, i) => {
      this.#drawn[2 * i] = x[point]! - this.x;
      this.#drawn[2 * i + 1] = y[point]! - this.y;
    });
  }
}

/** Whether two lengths in pixels differ visibly. */
export const differVisibly = (a: number, b: number): boolean => Math.abs(a - b) > INVISIBLE_PX;
