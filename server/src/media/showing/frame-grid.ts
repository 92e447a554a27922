/** The times at which frames are due: evenly spaced on the media clock, offset by a phase within the period. */
export class FrameGrid {
  readonly #phase: number;
  #periodMs: number;
  #originMs = 0;
  #point = 0;

  /** @param phase position of the points within a period, 0 to 1; see `FramePhases` */
  constructor(fps: number, phase: number) {
    this.#periodMs = 1000 / fps;
    this.#phase = phase;
  }

  get periodMs(): number {
    return this.#periodMs;
  }

  get dueMs(): number {
    return this.#originMs + this.#point * this.#periodMs;
  }

  start(afterMs: number): void {
    this.#originMs = this.#firstAfter(afterMs);
    this.#point = 0;
  }

  advance(points = 1): void {
    this.#point += points;
  }

  /** Takes effect after the next frame, which is already scheduled. */
  setRate(fps: number): void {
    const periodMs = 1000 / fps;
    if (periodMs === this.#periodMs) return;
    const { dueMs } = this;
    this.#periodMs = periodMs;
    this.#originMs = this.#firstAfter(dueMs + periodMs / 2);
    this.#point = -1;
  }

  #firstAfter(timeMs: number): number {
    return (Math.ceil(timeMs / this.#periodMs - this.#phase) + this.#phase) * this.#periodMs;
  }
}
