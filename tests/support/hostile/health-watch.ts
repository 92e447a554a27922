import { get } from 'node:http';
import { DEADLINE_MS } from '../deadlines.ts';
import { poll } from '../poll.ts';

const EVERY_MS = 50;

/** Requests a service's health repeatedly, over a new connection each time. */
export class HealthWatch {
  /** How long each response took, in milliseconds; this also depends on the machine. */
  readonly waitsMs: number[] = [];
  /** Other outcomes than 200. */
  readonly faults: string[] = [];
  readonly #url: string;
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(url: string) {
    this.#url = url;
    this.#ask();
  }

  /** Waits until this many more requests have been answered. */
  async answersMore(count: number): Promise<void> {
    const wanted = this.waitsMs.length + count;
    await poll(
      `${count} answers of health`,
      () => ({ answered: this.waitsMs.length, faults: [...new Set(this.faults)] }),
      ({ answered }) => answered >= wanted,
    );
  }

  stop(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  #ask(): void {
    const since = performance.now();
    const done = (fault?: string) => {
      if (this.#isOver) return;
      if (fault === undefined) this.waitsMs.push(performance.now() - since);
      else this.faults.push(fault);
      this.#timer = setTimeout(() => this.#ask(), EVERY_MS);
    };
    get(this.#url, { agent: false, signal: AbortSignal.timeout(DEADLINE_MS) }, (answer) => {
      answer.resume();
      answer.once('close', () => done(answer.statusCode === 200 ? undefined : `status ${answer.statusCode}`));
    }).once('error', (error) => done(error.message));
  }
}
