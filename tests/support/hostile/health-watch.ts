import { get } from 'node:http';
import { poll } from '../poll.ts';

const EVERY_MS = 50;
/** Longer than any machine is busy: only a service that hangs lets a request wait so long. */
const LONGEST_MS = 30_000;
/** The most unanswered requests. */
const MOST_WAITING = 40;

/** Asks a service for its health again and again, over a new connection each time. */
export class HealthWatch {
  answered = 0;
  worstMs = 0;
  /** Other outcomes than 200. */
  readonly faults: string[] = [];
  #waiting = 0;
  readonly #timer: NodeJS.Timeout;

  constructor(url: string) {
    this.#timer = setInterval(() => this.#ask(url), EVERY_MS);
  }

  /** Waits until so many more requests have been answered. */
  async answersMore(count: number, patienceMs: number): Promise<void> {
    const wanted = this.answered + count;
    await poll(
      `${count} answers of health`,
      () => ({ answered: this.answered, faults: [...new Set(this.faults)] }),
      ({ answered }) => answered >= wanted,
      patienceMs,
    );
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #ask(url: string): void {
    if (this.#waiting >= MOST_WAITING) return;
    this.#waiting += 1;
    const since = performance.now();
    const done = (fault?: string) => {
      this.#waiting -= 1;
      this.worstMs = Math.max(this.worstMs, performance.now() - since);
      if (fault === undefined) this.answered += 1;
      else this.faults.push(fault);
    };
    const signal = AbortSignal.timeout(LONGEST_MS);
    get(url, { agent: false, signal }, (answer) => {
      answer.resume();
      answer.once('close', () => done(answer.statusCode === 200 ? undefined : `status ${answer.statusCode}`));
    }).once('error', (error) => done(error.message));
  }
}
