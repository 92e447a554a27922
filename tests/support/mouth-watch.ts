import type { LiveConsumer } from './live-consumer.ts';

/** The inside of the mouth of a drawn portrait, as parts of the picture: lips while it is closed. */
const INSIDE = { left: 0.45, right: 0.55, top: 0.62, bottom: 0.72 };
/** Darker than any lips or teeth. */
const DARK = 60;

/** Sees whether a mouth opens: then it is dark inside. */
export class MouthWatch {
  readonly #seen: { at: number; dark: number }[] = [];

  constructor(consumer: LiveConsumer) {
    consumer.onPicture = ({ width, height, luma }) => {
      this.#seen.push({ at: performance.now(), dark: darkShare(luma, width, height) });
    };
  }

  /** How far it was open at most, as the dark share of its inside, in the pictures between two moments. */
  widestBetween(from: number, to: number): number {
    const seen = this.#seen.filter(({ at }) => at >= from && at <= to);
    if (seen.length === 0) throw new Error('no pictures in that time');
    return Math.max(...seen.map(({ dark }) => dark));
  }
}

function darkShare(luma: Uint8Array, width: number, height: number): number {
  const [left, right] = [Math.round(INSIDE.left * width), Math.round(INSIDE.right * width)];
  const [top, bottom] = [Math.round(INSIDE.top * height), Math.round(INSIDE.bottom * height)];
  let dark = 0;
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) if (luma[y * width + x]! < DARK) dark++;
  }
  return dark / ((right - left) * (bottom - top));
}
