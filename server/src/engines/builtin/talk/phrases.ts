import { seededRandom } from '../../../lib/seeded-random.ts';

/** Picks among ways to say the same, never the same one twice in a row, the same ones for the same seed. */
export class Phrases {
  readonly #random: () => number;
  readonly #last = new Map<string, string>();

  constructor(seed: number) {
    this.#random = seededRandom(seed);
  }

  /** `slot` names the occasion. */
  pick(slot: string, variants: readonly string[]): string {
    const last = this.#last.get(slot);
    const fresh = variants.filter((variant) => variant !== last);
    const choices = fresh.length > 0 ? fresh : variants;
    const picked = choices[Math.floor(this.#random() * choices.length)]!;
    this.#last.set(slot, picked);
    return picked;
  }
}
