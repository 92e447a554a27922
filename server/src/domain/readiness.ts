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

/** Whether this process can take another conversation, and what keeps it from that. */
export class Readiness {
  readonly #probes: readonly Probe[];
  readonly #clock: Clock;
  #latest: { at: number; parts: Promise<PartState[]> } | undefined;
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
      this.#latest = { at, parts: Promise.all(this.#probes.map(ask)) };
    }
    const parts = await this.#latest.parts;
    if (this.#stopping) return { status: 'stopping', parts };
    return { status: parts.every(({ status }) => status === 'ok') ? 'ready' : 'failing', parts };
  }
}

async function ask({ name, check }: Probe): Promise<PartState> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`no answer within ${PATIENCE_MS} ms`), PATIENCE_MS);
  });
  const answer = check().catch(() => 'it does not answer');
  const reason = await Promise.race([answer, silence]).finally(() => clearTimeout(timer));
  return reason === undefined ? { name, status: 'ok' } : { name, status: 'failed', reason };
}
