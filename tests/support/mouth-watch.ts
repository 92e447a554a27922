import type { LiveConsumer } from './live-consumer.ts';

/** Where the mouth of a drawn portrait is, as parts of the picture. */
const BOX = { left: 0.4, right: 0.6, top: 0.6, bottom: 0.74 };

/** Sees how much a mouth moves. */
export class MouthWatch {
  readonly #changes: { at: number; change: number }[] = [];
  #last: Uint8Array | undefined;

  constructor(consumer: LiveConsumer) {
    consumer.onPicture = ({ width, height, luma }) => {
      const mouth = cut(luma, width, height);
      if (this.#last?.length === mouth.length) {
        this.#changes.push({ at: performance.now(), change: difference(this.#last, mouth) });
      }
      this.#last = mouth;
    };
  }

  /** Mean change of a point from picture to picture (0..255) over the next `ms`. */
  async movementOver(ms: number): Promise<number> {
    const since = performance.now();
    await new Promise((resolve) => setTimeout(resolve, ms));
    const seen = this.#changes.filter(({ at }) => at > since);
    if (seen.length === 0) throw new Error(`no pictures in ${ms} ms`);
    return seen.reduce((sum, { change }) => sum + change, 0) / seen.length;
  }
}

function cut(luma: Uint8Array, width: number, height: number): Uint8Array {
  const [left, right] = [Math.round(BOX.left * width), Math.round(BOX.right * width)];
  const [top, bottom] = [Math.round(BOX.top * height), Math.round(BOX.bottom * height)];
  const mouth = new Uint8Array((right - left) * (bottom - top));
  for (let y = top; y < bottom; y++) {
    mouth.set(luma.subarray(y * width + left, y * width + right), (y - top) * (right - left));
  }
  return mouth;
}

function difference(one: Uint8Array, other: Uint8Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += Math.abs(one[at]! - other[at]!);
  return sum / one.length;
}
