const SHOW_EVERY_MS = 200;

/** A progress line on standard error, shown only on a terminal. */
export class ProgressLine {
  #shownAt = Number.NEGATIVE_INFINITY;

  show(text: string): void {
    const now = performance.now();
    if (!process.stderr.isTTY || now - this.#shownAt < SHOW_EVERY_MS) return;
    this.#shownAt = now;
    process.stderr.write(`\r  ${text}…\u001b[K`);
  }

  clear(): void {
    if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
  }
}

export const megabytes = (bytes: number): string =>
  bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(bytes < 1e8 ? 1 : 0)} MB`;
