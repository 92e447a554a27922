/**
 * A process of its own, which neither the test nor the hostile process delays: every 50 ms it asks the service for its
 * health, and a plain server beside it, each over a new connection. On a busy machine a process waits for a processor
 * through no fault of its own: Linux reports for how long, and that time is subtracted.
 */
import { readFileSync } from 'node:fs';
import { get } from 'node:http';

const EVERY_MS = 50;
/** The most unanswered requests: above it no more are sent, because the age of the oldest says enough. */
const MOST_WAITING = 40;

/** The observations of one server. */
export interface Waits {
  asked: number;
  answered: number;
  /** The longest wait for an answer in milliseconds, also of one that has not come yet; without waits for a processor. */
  worstMs: number;
  /** Other outcomes than 200, with counts. */
  faults: Record<string, number>;
}

/** The observations since the last report. */
export interface WatchReport {
  service: Waits;
  plain: Waits;
}

class Watched {
  readonly #url: string;
  readonly #pid: number;
  readonly #waiting = new Set<Asked>();
  #seen = fresh();

  constructor(url: string, pid: number) {
    this.#url = url;
    this.#pid = pid;
    setInterval(() => this.#ask(), EVERY_MS);
  }

  report(): Waits {
    // Linux adds a wait for a processor when it is over: while a thread may be waiting, its wait is known once the
    // answer has come.
    const waiting = isRunnable(this.#pid) ? [] : [...this.#waiting];
    const oldest = Math.max(0, ...waiting.map((asked) => this.#waitedMs(asked)));
    const report = { ...this.#seen, worstMs: Math.max(this.#seen.worstMs, oldest) };
    this.#seen = fresh();
    return report;
  }

  #waitedMs({ at, delayMs }: Asked): number {
    return performance.now() - at - (processorDelayMs(this.#pid) - delayMs);
  }

  #ask(): void {
    if (this.#waiting.size >= MOST_WAITING) return;
    const asked = { at: performance.now(), delayMs: processorDelayMs(this.#pid) };
    this.#waiting.add(asked);
    this.#seen.asked++;
    const done = (fault?: string) => {
      if (!this.#waiting.delete(asked)) return;
      this.#seen.worstMs = Math.max(this.#seen.worstMs, this.#waitedMs(asked));
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

interface Asked {
  at: number;
  delayMs: number;
}

/** How long the main thread of a process has been ready to run and had no processor, since it began; 0 where unknown. */
function processorDelayMs(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'latin1').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
}

/** Whether the main thread of a process runs or is ready to. */
function isRunnable(pid: number): boolean {
  try {
    // Fields after the name, which is in brackets and may hold any character.
    return readFileSync(`/proc/${pid}/task/${pid}/stat`, 'latin1').split(') ').at(-1)!.startsWith('R');
  } catch {
    return false;
  }
}

function fresh(): Waits {
  return { asked: 0, answered: 0, worstMs: 0, faults: {} };
}

const [serviceUrl, servicePid, plainUrl, plainPid] = process.argv.slice(2) as [
  string,
  string,
  string,
  string,
];
const service = new Watched(serviceUrl, Number(servicePid));
const plain = new Watched(plainUrl, Number(plainPid));
process.on('message', () =>
  process.send!({ service: service.report(), plain: plain.report() } satisfies WatchReport),
);
process.once('disconnect', () => process.exit(0));
