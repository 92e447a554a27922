import { TimeoutError, withTimeout } from '../lib/timeout.ts';
import type { Clock } from './clock.ts';

/** Checks one part that the service cannot work without. */
export interface Probe {
  name: 'store' | 'rooms' | 'workers' | 'files';
  /** Returns the fault as public text; `undefined` if there is none. A rejection counts as no answer. */
  check: () => Promise<string | undefined>;
}

export interface PartState {
  name: Probe['name'];
  status: 'ok' | 'failed';
  reason?: string;
}

export interface ReadinessReport {
  /** `stopping` as soon as the service was asked to stop. */
  status: 'ready' | 'failing' | 'stopping';
  parts: PartState[];
}

const TIMEOUT_MS = 2_000;
/** The endpoint is public, so the parts are checked at most once a second. */
const CACHE_MS = 1_000;
/** How long a probe waits for a slow part if all parts have answered recently; probes have short timeouts. */
const WAIT_MS = 250;
const RECENT_MS = CACHE_MS + TIMEOUT_MS;

/** Whether this process can take another conversation, and if not, why. */
export class Readiness {
  readonly #probes: readonly Probe[];
  readonly #clock: Clock;
  #latestCheck: { at: number; parts: Promise<PartState[]> } | undefined;
  #lastResult: { at: number; parts: PartState[] } | undefined;
  #stopping = false;

  constructor(probes: readonly Probe[], clock: Clock) {
    this.#probes = probes;
    this.#clock = clock;
  }

  get stopping(): boolean {
    return this.#stopping;
  }

  /** Changes the state to `stopping`. */
  stop(): void {
    this.#stopping = true;
  }

  async read(): Promise<ReadinessReport> {
    const at = this.#clock().getTime();
    if (!this.#latestCheck || Math.abs(at - this.#latestCheck.at) >= CACHE_MS) {
      this.#latestCheck = { at, parts: this.#checkAll(at) };
    }
    const { parts: checking } = this.#latestCheck;
    const isRecent = this.#lastResult && Math.abs(at - this.#lastResult.at) < RECENT_MS;
    const recentParts = isRecent ? this.#lastResult!.parts : undefined;
    const parts = await (recentParts
      ? withTimeout(checking, WAIT_MS, '').catch(() => recentParts)
      : checking);
    if (this.#stopping) return { status: 'stopping', parts };
    return { status: parts.every(({ status }) => status === 'ok') ? 'ready' : 'failing', parts };
  }

  async #checkAll(at: number): Promise<PartState[]> {
    const parts = await Promise.all(this.#probes.map(checkPart));
    this.#lastResult = { at, parts };
    return parts;
  }
}

async function checkPart({ name, check }: Probe): Promise<PartState> {
  const reason = await withTimeout(check(), TIMEOUT_MS, '').catch((error: unknown) =>
    error instanceof TimeoutError ? `no response within ${TIMEOUT_MS} ms` : 'no response',
  );
  return reason === undefined ? { name, status: 'ok' } : { name, status: 'failed', reason };
}
