import type { LiveConsumer } from './live-consumer.ts';

/** The inside of the mouth of a drawn portrait, as fractions of the picture; lips while it is closed. */
const INSIDE = { left: 0.45, right: 0.55, top: 0.62, bottom: 0.72 };
/** Darker than any lips or teeth. */
const DARK = 60;

/** The dark share of the inside that occurs during speech, but never while the mouth rests. */
const OPEN = 0.008;
const RESTING_PICTURES = 10;

/** Detects when a mouth opens, by its dark inside, and when it rests. */
export class MouthWatch {
  readonly #consumer: LiveConsumer;
  readonly #seen: { at: number; dark: number }[] = [];

  constructor(consumer: LiveConsumer) {
    this.#consumer = consumer;
    consumer.onPicture = ({ width, height, luma }) => {
      this.#seen.push({ at: performance.now(), dark: darkShare(luma, width, height) });
    };
  }

  /** Resolves when it is open in a frame that arrived after `since`. */
  opens(since: number): Promise<void> {
    return this.#consumer.until('an open mouth', () =>
      this.#seen.some(({ at, dark }) => at > since && dark > OPEN),
    );
  }

  /** Resolves when it has been closed for a while. Frames may arrive later than their audio. */
  rests(): Promise<void> {
    return this.#consumer.until('a mouth at rest', () => {
      const last = this.#seen.slice(-RESTING_PICTURES);
      return last.length === RESTING_PICTURES && last.every(({ dark }) => dark <= OPEN);
    });
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
