import type { Clock } from './clock.ts';

/** One part that the service cannot do without. */
export interface Probe {
  name: 'store' | 'rooms' | 'workers' | 'files';
  /** What is wrong, in words that may be shown to anybody; undefined where nothing is. A rejection counts as silence. */
  check: () => Promise<string | undefined>;
}

export interface PartState {
  name: Probe['name'];
  status: 'ok' | 'failed';
  reason?: string;
}

export interface ReadinessReport {
  /** `stopping` from the moment that the service has been asked to end. */
  status: 'ready' | 'failing' | 'stopping';
  parts: PartState[];
}

const PATIENCE_MS = 2_000;
/** Anybody may ask, as often as they like: the parts are asked once a second. */
const KEPT_MS = 1_000;
/** Whoever asks waits no longer for a slow part, where all parts have answered lately: a probe has no time to lose. */
const WAIT_MS = 250;
const LATELY_MS = KEPT_MS + PATIENCE_MS;

/** Whether this process can take another conversation, and what keeps it from that. */
export class Readiness {
  readonly #probes: readonly Probe[];
  readonly #clock: Clock;
  #latest: { at: number; parts: Promise<PartState[]> } | undefined;
  #known: { at: number; parts: PartState[] } | undefined;
  #stopping = false;

  constructor(probes: readonly Probe[], clock: Clock) {
    this.#probes = probes;
    this.#clock = clock;
  }

  get stopping(): boolean {
    return this.#stopping;
  }

  /** From now on it is `stopping`. */
  stop(): void {
    this.#stopping = true;
  }

  async read(): Promise<ReadinessReport> {
    const at = this.#clock().getTime();
    if (!this.#latest || Math.abs(at - this.#latest.at) >= KEPT_MS) {
      this.#latest = { at, parts: this.#ask(at) };
    }
    const { parts: asked } = this.#latest;
    const isKnown = this.#known && Math.abs(at - this.#known.at) < LATELY_MS;
    const parts = isKnown ? await within(asked, WAIT_MS, this.#known!.parts) : await asked;
    if (this.#stopping) return { status: 'stopping', parts };
    return { status: parts.every(({ status }) => status === 'ok') ? 'ready' : 'failing', parts };
  }

  async #ask(at: number): Promise<PartState[]> {
    const parts = await Promise.all(this.#probes.map(ask));
    this.#known = { at, parts };
    return parts;
  }
}

async function ask({ name, check }: Probe): Promise<PartState> {
  const answer = check().catch(() => 'it does not answer');
  const reason = await within(answer, PATIENCE_MS, `no answer within ${PATIENCE_MS} ms`);
  return reason === undefined ? { name, status: 'ok' } : { name, status: 'failed', reason };
}

/** What the promise gives, or `instead` where that takes longer. */
async function within<T>(promise: Promise<T>, ms: number, instead: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(instead), ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
