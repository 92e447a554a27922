/** An upright picture of a face, measured in distances of its eyes from the point between them. */
export class FacePatch {
  readonly #rgba: Uint8Array | Uint8ClampedArray;
  readonly #width: number;
  readonly #height: number;
  /** Pixels of one distance of the eyes. */
  readonly unit: number;
  readonly #originX: number;
  readonly #originY: number;

  constructor(
    rgba: Uint8Array | Uint8ClampedArray,
    width: number,
    height: number,
    unit: number,
    originX: number,
    originY: number,
  ) {
    this.#rgba = rgba;
    this.#width = width;
    this.#height = height;
    this.unit = unit;
    this.#originX = originX;
    this.#originY = originY;
  }

  /** Brightness, 0..255. */
  light(x: number, y: number): number {
    const at = this.#at(x, y);
    return this.#rgba[at]! * 0.299 + this.#rgba[at + 1]! * 0.587 + this.#rgba[at + 2]! * 0.114;
  }

  /** How colourful, 0..1: teeth are less so than skin. */
  colour(x: number, y: number): number {
    const at = this.#at(x, y);
    const [r, g, b] = [this.#rgba[at]!, this.#rgba[at + 1]!, this.#rgba[at + 2]!];
    const most = Math.max(r, g, b);
    return (most - Math.min(r, g, b)) / (most + 10);
  }

  /** Mean brightness of a horizontal line. */
  rowLight(y: number, fromX: number, toX: number): number {
    let sum = 0;
    let count = 0;
    for (let x = fromX; x <= toX; x += 1 / this.unit) {
      sum += this.light(x, y);
      count++;
    }
    return sum / count;
  }

  #at(x: number, y: number): number {
    const col = Math.max(0, Math.min(this.#width - 1, Math.round(this.#originX + x * this.unit - 0.5)));
    const row = Math.max(0, Math.min(this.#height - 1, Math.round(this.#originY + y * this.unit - 0.5)));
    return (row * this.#width + col) * 4;
  }
}
