const SHOW_EVERY_MS = 200;

/** A line that says how far something is, on standard error and only where somebody watches. */
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
