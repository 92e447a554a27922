const WIDTH = 24;
const SHOW_EVERY_MS = 200;

/** A progress bar on standard error, only if it is a terminal. */
export class ProgressBar {
  readonly #name: string;
  readonly #startedAt = performance.now();
  #firstBytes: number | undefined;
  #shownAt = Number.NEGATIVE_INFINITY;

  constructor(name: string) {
    this.#name = name;
  }

  show(bytes: number, totalBytes: number): void {
    this.#firstBytes ??= bytes;
    const now = performance.now();
    if (!process.stderr.isTTY || now - this.#shownAt < SHOW_EVERY_MS) return;
    this.#shownAt = now;
    process.stderr.write(`\r${this.#line(bytes, totalBytes, now)}\u001b[K`);
  }

  /** Removes the line. */
  clear(): void {
    if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
  }

  #line(bytes: number, totalBytes: number, now: number): string {
    const share = totalBytes > 0 ? Math.min(1, bytes / totalBytes) : 1;
    const full = Math.round(share * WIDTH);
    const bar = `${'█'.repeat(full)}${'░'.repeat(WIDTH - full)}`;
    const perSecond = (bytes - this.#firstBytes!) / ((now - this.#startedAt) / 1000 || 1);
    const left = perSecond > 0 ? `, ${timeText((totalBytes - bytes) / perSecond)} left` : '';
    const percent = `${Math.floor(100 * share)}%`.padStart(4);
    return `  ${this.#name}  ${bar} ${percent}  ${megabytes(bytes)} of ${megabytes(totalBytes)}${left}`;
  }
}

export const megabytes = (bytes: number): string =>
  bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(bytes < 1e8 ? 1 : 0)} MB`;

function timeText(seconds: number): string {
  return seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`;
}
