import type { Page } from 'playwright-core';
import type { WitnessApi } from './witness-page/page.ts';
import type { Witnessed } from './witness-page/record.ts';

/** What is drawn for one refresh is on the display with the next. */
export const DISPLAY_MS = 1000 / 60;

/** The witness page, driven from here. */
export class Witness {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** @throws when the browser does not let a tab capture itself */
  async openTab(): Promise<void> {
    const content = 'body { margin: 0 } video { position: fixed; left: 0; top: 0; width: 100vw }';
    await this.#page.addStyleTag({ content });
    await this.#call('openTab', await this.#pictureClockAhead());
  }

  openTwoClocks(): Promise<void> {
    return this.#call('openTwoClocks') as Promise<void>;
  }

  /** Picture against sound where the page itself shows and plays the same moment, in milliseconds. */
  async calibrate(beeps: number): Promise<number[]> {
    const { beepCode, witnessed } = (await this.#call('calibrate', beeps)) as Awaited<
      ReturnType<WitnessApi['calibrate']>
    >;
    return witnessed.pictures.flatMap(({ at, code }) => {
      const offsets = witnessed.onsets.map((onset) => at - (onset + code - beepCode));
      return offsets.filter((offset) => Math.abs(offset) < 200);
    });
  }

  join(url: string, token: string): Promise<void> {
    return this.#call('join', url, token) as Promise<void>;
  }

  say(text: string): Promise<void> {
    return this.#call('say', text) as Promise<void>;
  }

  take(): Promise<Witnessed> {
    return this.#call('take') as Promise<Witnessed>;
  }

  leave(): Promise<void> {
    return this.#call('leave') as Promise<void>;
  }

  /**
   * Captured pictures are stamped with the system's monotonic clock, which this process reads too, but the page cannot.
   */
  async #pictureClockAhead(): Promise<number> {
    const rounds: { tripMs: number; aheadMs: number }[] = [];
    for (let round = 0; round < 50; round++) {
      const asked = monotonicMs();
      const now = (await this.#call('now')) as number;
      const answered = monotonicMs();
      rounds.push({ tripMs: answered - asked, aheadMs: (asked + answered) / 2 - now });
    }
    return rounds.reduce((a, b) => (b.tripMs < a.tripMs ? b : a)).aheadMs;
  }

  async #call(method: keyof WitnessApi, ...values: unknown[]): Promise<unknown> {
    const run = (call: { method: string; values: unknown[] }) => {
      const api = (window as unknown as { witness: Record<string, (...args: unknown[]) => unknown> }).witness;
      return api[call.method]!(...call.values);
    };
    return this.#page.evaluate(run, { method, values });
  }
}

function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
