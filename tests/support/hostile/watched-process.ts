import { readdirSync, readFileSync } from 'node:fs';
import { childProcesses } from '../child-processes.ts';

const PAGE_BYTES = 4096;
const EVERY_MS = 200;

/**
 * The memory of a process and of its children, and its open files and connections. Linux only; elsewhere there are no
 * figures.
 */
export class WatchedProcess {
  readonly #pid: number;
  readonly #timer: NodeJS.Timeout;
  #peakBytes = 0;

  constructor(pid: number) {
    this.#pid = pid;
    this.#timer = setInterval(() => this.#look(), EVERY_MS);
    this.#look();
  }

  /** The most since the last call, in bytes. */
  takePeakBytes(): number {
    this.#look();
    const peak = this.#peakBytes;
    this.#peakBytes = 0;
    return peak;
  }

  /** Connections, files and pipes of the process itself. */
  countOpen(): number {
    try {
      return readdirSync(`/proc/${this.#pid}/fd`).length;
    } catch {
      return 0;
    }
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    this.#peakBytes = Math.max(this.#peakBytes, residentBytes(this.#pid));
  }
}

function residentBytes(pid: number): number {
  try {
    const resident = Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]);
    return childProcesses(pid).reduce((sum, child) => sum + residentBytes(child), resident * PAGE_BYTES);
  } catch {
    return 0;
  }
}
