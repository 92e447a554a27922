import { Spring } from './spring.ts';

/** Small movements between blinks that never quite stop: smile and brows change a little. */
export class MicroMovements {
  smile = 0;
  browLeft = 0;
  browRight = 0;
  readonly #random: () => number;
  readonly #springs = [new Spring(), new Spring(), new Spring()] as const;
  #targets = [0, 0, 0];
  #next = 0;

  constructor(random: () => number) {
    this.#random = random;
  }

  step(now: number, seconds: number): void {
    const random = this.#random;
    if (now > this.#next) {
      const brows = (random() - 0.4) * 0.2;
      this.#targets = [
        (random() - 0.5) * 0.16,
        brows + (random() - 0.5) * 0.06,
        brows + (random() - 0.5) * 0.06,
      ];
      this.#next = now + 1.6 + random() * 4;
    }
    const [smile, left, right] = this.#springs.map((spring, i) => spring.step(this.#targets[i]!, 3, seconds));
    this.smile = smile!;
    this.browLeft = left!;
    this.browRight = right!;
  }
}
