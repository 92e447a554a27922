import type { Clock } from '../clock.ts';

interface Timer {
  at: number;
  order: number;
  callback: () => void;
}

/** A clock that tests advance. It runs due timers in order. */
export class FakeClock implements Clock {
  readonly #epochMs: number;
  readonly #settle: () => Promise<void>;
  #nowMs = 1000;
  #order = 0;
  readonly #timers = new Set<Timer>();

  /** @param settle awaited by `advance` between timers, if more than promises is pending */
  constructor(epochMs = 1_700_000_000_000, settle: () => Promise<void> = oneTurn) {
    this.#epochMs = epochMs;
    this.#settle = settle;
  }

  now(): number {
    return this.#nowMs;
  }

  wall(): number {
    return this.#epochMs + this.#nowMs;
  }

  after(delayMs: number, callback: () => void): () => void {
    const timer = { at: this.#nowMs + Math.max(0, delayMs), order: this.#order++, callback };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  get pending(): number {
    return this.#timers.size;
  }

  /** Advances the time without running timers, as if the event loop were blocked. */
  stall(ms: number): void {
    this.#nowMs += ms;
  }

  /** Advances by `ms` milliseconds. Pending work settles between timers. */
  async advance(ms: number): Promise<void> {
    const until = this.#nowMs + ms;
    await this.#settle();
    for (;;) {
      const next = this.#nextUntil(until);
      if (!next) break;
      this.#timers.delete(next);
      this.#nowMs = Math.max(this.#nowMs, next.at);
      next.callback();
      await this.#settle();
    }
    this.#nowMs = until;
    await this.#settle();
  }

  #nextUntil(until: number): Timer | undefined {
    let next: Timer | undefined;
    for (const timer of this.#timers) {
      if (timer.at > until) continue;
      if (!next || timer.at < next.at || (timer.at === next.at && timer.order < next.order)) next = timer;
    }
    return next;
  }
}

/** Waits one turn of the event loop, so that every promise that needs no timer settles. */
function oneTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
