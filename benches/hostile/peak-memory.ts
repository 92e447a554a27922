import { familyOf, residentMbOf } from '../support/processes.ts';

const EVERY_MS = 200;

/** The peak resident memory of a process and its children, in MB. */
export class PeakMemory {
  readonly #pid: number;
  readonly #timer: NodeJS.Timeout;
  #peakMb = 0;

  constructor(pid: number) {
    this.#pid = pid;
    this.#timer = setInterval(() => this.#look(), EVERY_MS);
    this.#look();
  }

  stop(): number {
    clearInterval(this.#timer);
    this.#look();
    return this.#peakMb;
  }

  #look(): void {
    try {
      this.#peakMb = Math.max(this.#peakMb, residentMbOf(familyOf(this.#pid)));
    } catch {
      // A process has exited since it was listed.
    }
  }
}
