/**
 * A third place, from which neither the test nor the hostile process is in the way: asks the service for its health every
 * 50 ms, and a plain server beside it, each over a new connection.
 */
import { get } from 'node:http';

const EVERY_MS = 50;
/** Asked and not answered; above it nothing is asked anew, the age of the oldest says enough. */
const MOST_WAITING = 40;

/** What was seen of one server. */
export interface Waits {
  asked: number;
  answered: number;
  /** The longest wait for an answer in milliseconds, also of one that has not come yet. */
  worstMs: number;
  /** What was no 200, with how often. */
  faults: Record<string, number>;
}

/** What was seen since the last report. */
export interface WatchReport {
  service: Waits;
  plain: Waits;
}

class Watched {
  readonly #url: string;
  readonly #waiting = new Set<number>();
  #seen = fresh();

  constructor(url: string) {
    this.#url = url;
    setInterval(() => this.#ask(), EVERY_MS);
  }

  report(): Waits {
    const now = performance.now();
    const oldest = Math.max(0, ...[...this.#waiting].map((since) => now - since));
    const report = { ...this.#seen, worstMs: Math.max(this.#seen.worstMs, oldest) };
    this.#seen = fresh();
    return report;
  }

  #ask(): void {
    if (this.#waiting.size >= MOST_WAITING) return;
    const since = performance.now();
    this.#waiting.add(since);
    this.#seen.asked++;
    const done = (fault?: string) => {
      if (!this.#waiting.delete(since)) return;
      this.#seen.worstMs = Math.max(this.#seen.worstMs, performance.now() - since);
      if (fault === undefined) this.#seen.answered++;
      else this.#seen.faults[fault] = (this.#seen.faults[fault] ?? 0) + 1;
    };
    get(this.#url, { agent: false }, (answer) => {
      answer.resume();
      answer.on('error', (error) => done(error.message));
      answer.on('end', () => done(answer.statusCode === 200 ? undefined : `status ${answer.statusCode}`));
    }).on('error', (error) => done(error.message));
  }
}

function fresh(): Waits {
  return { asked: 0, answered: 0, worstMs: 0, faults: {} };
}

const [serviceUrl, plainUrl] = process.argv.slice(2) as [string, string];
const service = new Watched(serviceUrl);
const plain = new Watched(plainUrl);
process.on('message', () =>
  process.send!({ service: service.report(), plain: plain.report() } satisfies WatchReport),
);
process.once('disconnect', () => process.exit(0));
